/** Joining a relay and leaving it. */
import * as v from 'valibot';
import { RelayAddress } from '../address.ts';
import { mistake } from '../mistake.ts';
import { type Calls, type Done, None, output, Pasted } from './call.ts';

export const relayCalls = {
  /**
   * Exchanges the code of the relay's operator for a key, which goes to the vault, and receives through that relay from then on. `secret`:
   * of the service, where the one that is stored here is another or there is none.
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
  /** Calls it no more, and forgets the key. */
  'settings.leaveRelay': { who: 'manager', noted: true, input: None, output: output<Done>() },
} as const satisfies Calls;
