import * as v from 'valibot';
import { RelayAddress } from '../address.ts';
import { mistake } from '../mistake.ts';
import { type Calls, type Done, Id, None, output, Pasted } from './call.ts';

const SupportRef = v.object({ id: Id });

export const relayCalls = {
  /**
   * Exchanges the operator's code for a key, saved in the vault, and receives through that relay from then on. `secret`: the service's
   * webhook secret, if missing or different here.
   */
  'settings.joinRelay': {
    who: 'manager',
    noted: true,
    input: v.object({
      address: RelayAddress,
      code: v.pipe(Pasted, v.trim(), v.minLength(8)),
      secret: v.nullable(v.pipe(Pasted, v.trim(), v.minLength(16, mistake('field.webhookSecretTooShort')))),
    }),
    output: output<Done>(),
  },
  /** Disconnects from the relay and deletes its key. */
  'settings.leaveRelay': { who: 'manager', noted: true, input: None, output: output<Done>() },
  /** The file that `support.send` sends; made once per request. */
  'support.preview': { who: 'manager', cost: 40, input: SupportRef, output: output<{ fileName: string; text: string }>() },
  'support.send': { who: 'manager', noted: true, cost: 10, input: SupportRef, output: output<Done>() },
  'support.refuse': { who: 'manager', noted: true, input: SupportRef, output: output<Done>() },
} as const satisfies Calls;
