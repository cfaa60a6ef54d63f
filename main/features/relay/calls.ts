import type { relayCalls } from '../../../contract/calls/relay.ts';
import { message } from '../../../contract/message.ts';
import type { RelayClient } from '../../intake/relay/relay-client.ts';
import { NOT_ASKED } from '../../intake/relay/support-requests.ts';
import { DONE, type Handlers, refuse } from '../answers.ts';
import type { Kernel } from '../context.ts';
import { addWebhookSecret } from '../new-webhook-secret.ts';
import { makeSupportFile, type SupportFile, type SupportFileSources } from '../support-file.ts';

export function createRelayCalls(
  deps: Kernel<'secrets' | 'store' | 'appEvents' | 'log'> & SupportFileSources & { relay: RelayClient | null },
): Pick<Handlers, keyof typeof relayCalls> {
  const { relay } = deps;
  let prepared: { id: string; file: Promise<SupportFile> } | null = null;

  function prepare(id: string): Promise<SupportFile> {
    if (prepared?.id === id) return prepared.file;
    const file = makeSupportFile(deps);
    prepared = { id, file };
    file.catch(() => {
      prepared = null;
    });
    return file;
  }

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
    async 'support.preview'({ id }) {
      return relay?.support.shown()?.id === id ? { ok: true, value: await prepare(id) } : refuse(NOT_ASKED);
    },
    async 'support.send'({ id }) {
      if (relay?.support.shown()?.id !== id || prepared?.id !== id) return refuse(NOT_ASKED);
      const { text } = await prepared.file;
      const problem = await relay.support.send(id, text);
      if (problem) return refuse(problem);
      prepared = null;
      deps.log.info({ kind: 'sent' }, 'the request of the relay for a support file was answered');
      return DONE;
    },
    'support.refuse'({ id }) {
      if (relay?.support.shown()?.id !== id) return refuse(NOT_ASKED);
      relay.support.refuse(id);
      prepared = null;
      deps.log.info({ kind: 'refused' }, 'the request of the relay for a support file was answered');
      return DONE;
    },
  };
}

/** A newer Tillbridge wrote the database; a notice says so. */
const NOT_WRITTEN = { code: 'read-only', text: message('selfTest.failed'), hint: message('settings.startNewerVersion') };
