/** Settings of the relay, which keeps notifications for computers behind a router until they connect. */
import * as v from 'valibot';
import { RelayAddress } from '../address.ts';

export const RelaySettings = v.strictObject({
  url: v.pipe(
    v.optional(v.nullable(RelayAddress), null),
    v.description(
      "Address of the relay that receives notifications for this venue (https or wss; http only on this computer). Tillbridge connects to it, so no router needs a port; the receiver may run as well. Enter the operator's code in Settings or as `secrets.relay_code`.",
    ),
  ),
});
