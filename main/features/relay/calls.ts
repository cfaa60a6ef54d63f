/** Calls to join and leave a relay. */
import type { relayCalls } from '../../../contract/calls/relay.ts';
import { message } from '../../../contract/message.ts';
import type { RelayClient } from '../../intake/relay/relay-client.ts';
import { DONE, type Handlers, refuse } from '../answers.ts';
import type { Kernel } from '../context.ts';
import { addWebhookSecret } from '../new-webhook-secret.ts';

export function createRelayCalls(
  deps: Kernel<'secrets' | 'store' | 'appEvents'> & { relay: RelayClient | null },
): Pick<Handlers, keyof typeof relayCalls> {
  const { relay } = deps;
  return {
    async 'settings.joinRelay'({ address, code, secret }) {
      if (!relay) return refuse(NOT_WRITTEN);
      const problem = await relay.join(address, code);
      if (problem) return refuse({ ...problem, ...(problem.code.startsWith('relay-code-') ? { field: 'code' } : {}) });
      if (secret === null) return DONE;
      await addWebhookSecret(deps, secret);
      return DONE;
    },
    async 'settings.leaveRelay'() {
      await relay?.leave();
      return DONE;
    },
  };
}

/** A newer Tillbridge wrote the database; a notice says so. */
const NOT_WRITTEN = { code: 'read-only', text: message('selfTest.failed'), hint: message('settings.startNewerVersion') };
