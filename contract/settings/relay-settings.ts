/** The relay that keeps the service's notifications for counters behind a router, and hands them on when a counter calls. */
import * as v from 'valibot';
import { RelayAddress } from '../address.ts';

export const RelaySettings = v.strictObject({
  url: v.pipe(
    v.optional(v.nullable(RelayAddress), null),
    v.description(
      'Address of the relay that takes notifications in for this counter (https or wss; http on this computer alone). The counter calls it, so no router needs to be opened; the receiver may be used beside it. The code that its operator gave goes to `secrets.relay_code`, or into Settings.',
    ),
  ),
});
