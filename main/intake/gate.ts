/** The one way in for what the service sends, however it came here: proved genuine by the service's own signature, then taken in. */
import type { PriceUnit } from '../orders/couriers/delivery.ts';
import type { Cancel, Time } from '../time/time.ts';
import { verifyDeliveryEvent } from './delivery-event.ts';
import { isSignedBy } from './notification.ts';
import type { TakesIn } from './take-in.ts';

/** How long a notification waits for a keychain that is locked. */
const SECRETS_LIMIT_MS = 5_000;

/** What proves a request of the service. Asked at every request, so that a changed secret holds at once. */
export interface GateKeys {
  secrets: () => Promise<readonly string[]>;
  /** Of delivery events. */
  deliverySecrets: () => Promise<readonly string[]>;
  /** What prices in delivery events count (2.7, not shown). */
  priceUnit: () => PriceUnit;
}

/** One request of the service as it came. `signature`: of an order notification (section 5, point 6); a delivery event carries its own. */
export interface Came {
  kind: 'order' | 'delivery';
  body: Buffer;
  signature: string | undefined;
}

/** `locked`, `no-secret`: nobody can tell yet. `no-event`: signed rightly, and nothing that we can read. */
export type NotAdmitted = 'locked' | 'no-secret' | 'wrong-signature' | 'not-a-token' | 'no-event';

/**
 * Null once it was taken in: durable by then. `around` is given the taking in, to do it together with something else, and is waited for.
 * Throws what the storage throws; nothing was kept then.
 */
export async function admit(
  { kind, body, signature }: Came,
  { takesIn, time, ...keys }: GateKeys & { takesIn: TakesIn; time: Time },
  around: (takeIn: () => void) => void | Promise<void> = (takeIn) => takeIn(),
): Promise<NotAdmitted | null> {
  const secrets = await withinLimit(time, kind === 'delivery' ? keys.deliverySecrets() : keys.secrets());
  if (secrets === null) return 'locked';
  if (secrets.length === 0) return 'no-secret';
  if (kind === 'delivery') {
    const verified = await verifyDeliveryEvent(body, secrets, keys.priceUnit());
    if (!verified.ok) return verified.why;
    await around(() => takesIn.deliveryEvent(verified.event, body));
    return null;
  }
  const isNewest = isSignedBy(secrets.slice(0, 1), body, signature);
  if (!isNewest && !isSignedBy(secrets.slice(1), body, signature)) return 'wrong-signature';
  await around(() => takesIn.notification(body, isNewest));
  return null;
}

/** The keychain may be locked for a while; the service waits for an answer only so long. */
async function withinLimit<T>(time: Time, work: Promise<T>): Promise<T | null> {
  let noLimit: Cancel | undefined;
  const limit = new Promise<null>((resolve) => {
    noLimit = time.after(SECRETS_LIMIT_MS, () => resolve(null));
  });
  return Promise.race([work, limit]).finally(noLimit);
}
