/** The only entry for requests of the service, by webhook or relay: verified by the service's own signature, then stored. */
import { signerOf } from '../../shared/signatures/signatures.ts';
import type { Cancel, Time } from '../../shared/time/time.ts';
import type { PriceUnit } from '../orders/couriers/delivery.ts';
import { verifyDeliveryEvent } from './delivery-event.ts';
import type { Ingestion } from './ingest.ts';
import type { UnstoredNotifications } from './unstored-notifications.ts';

/** How long a notification waits for a keychain that is locked. */
const SECRETS_LIMIT_MS = 5_000;

/** Where what was verified goes. */
export interface Intake {
  ingestion: Ingestion;
  unstored: UnstoredNotifications;
  time: Time;
}

/** The secrets that verify a request. Read for every request, so that a changed secret applies immediately. */
export interface GateKeys {
  secrets: () => Promise<readonly string[]>;
  /** For delivery events. */
  deliverySecrets: () => Promise<readonly string[]>;
  /** An order notification is signed with this one, which is not the newest. */
  onOlderSecret?: (secret: string) => void;
  /** The unit of prices in delivery events (2.7, not shown). */
  priceUnit: () => PriceUnit;
}

/** One request of the service as received. `signature`: of an order notification (section 5, point 6); a delivery event carries its own. */
export interface Came {
  kind: 'order' | 'delivery';
  body: Buffer;
  signature: string | undefined;
  /** It came to the receiver, and not through a relay. */
  isDirect?: boolean;
}

/** `locked`, `no-secret`: can't be verified yet. `no-event`: correctly signed, but not a readable event. */
export type NotAdmitted = 'locked' | 'no-secret' | 'wrong-signature' | 'not-a-token' | 'no-event';

/**
 * Null once it is durable: in the database, or in a file beside it where the database doesn't take it within a second. `around` runs the
 * storing in the database, for example together with others, and is awaited. Throws where no file takes it either.
 */
export async function admit(
  { kind, body, signature, isDirect = false }: Came,
  { ingestion, unstored, time, ...keys }: GateKeys & Intake,
  around: (ingest: () => void) => void | Promise<void> = (ingest) => ingest(),
): Promise<NotAdmitted | null> {
  const secrets = await withinLimit(time, kind === 'delivery' ? keys.deliverySecrets() : keys.secrets());
  if (secrets === null) return 'locked';
  if (secrets.length === 0) return 'no-secret';
  if (kind === 'delivery') {
    const verified = verifyDeliveryEvent(body, secrets, keys.priceUnit());
    if (!verified.ok) return verified.why;
    await unstored.keep('delivery-event', body, () => around(() => ingestion.deliveryEvent(verified.event, body)));
    return null;
  }
  const signedWith = signerOf(secrets, body, signature);
  const isNewest = signedWith === 0;
  const secret = secrets[signedWith];
  if (secret === undefined) return 'wrong-signature';
  if (!isNewest) keys.onOlderSecret?.(secret);
  await unstored.keep('notification', body, () => around(() => ingestion.notification(body, isNewest, isDirect)));
  return null;
}

/** The keychain may be locked for a while, but the service waits only this long for an answer. */
async function withinLimit<T>(time: Time, work: Promise<T>): Promise<T | null> {
  let noLimit: Cancel | undefined;
  const limit = new Promise<null>((resolve) => {
    noLimit = time.after(SECRETS_LIMIT_MS, () => resolve(null));
  });
  return Promise.race([work, limit]).finally(noLimit);
}
