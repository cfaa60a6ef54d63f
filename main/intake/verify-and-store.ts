/** The only entry for the service's requests, by webhook or relay: verifies, then stores. */
import { signerOf } from '../../shared/signatures/signatures.ts';
import type { Cancel, Time } from '../../shared/time/time.ts';
import type { PriceUnit } from '../orders/couriers/delivery.ts';
import { verifyDeliveryEvent } from './delivery-event.ts';
import type { Ingestion } from './ingest.ts';
import type { UnstoredNotifications } from './unstored-notifications.ts';

const SECRETS_LIMIT_MS = 5_000;

export interface Intake {
  ingestion: Ingestion;
  unstored: UnstoredNotifications;
  time: Time;
}

/** Read for each request, so that a changed secret applies immediately. */
export interface IntakeConfig {
  secrets: () => Promise<readonly string[]>;
  deliverySecrets: () => Promise<readonly string[]>;
  /** Called if an order notification is signed with this older secret. */
  onOlderSecret?: (secret: string) => void;
  /** The unit of prices in delivery events (2.7, undocumented). */
  priceUnit: () => PriceUnit;
}

/** `signature`: of an order notification (section 5, point 6); delivery events contain theirs. */
export interface IncomingRequest {
  kind: 'order' | 'delivery';
  body: Buffer;
  signature: string | undefined;
  /** Arrived by webhook, not through a relay. */
  isDirect?: boolean;
}

/** `locked`, `no-secret`: not verifiable yet. `no-event`: correctly signed, but unreadable. */
export type IntakeRejection = 'locked' | 'no-secret' | 'wrong-signature' | 'not-a-token' | 'no-event';

/**
 * Resolves to null once durable: in the database, or in a file if that is blocked for a second. `around` wraps storing, to batch it. Throws
 * if neither works.
 */
export async function verifyAndStore(
  { kind, body, signature, isDirect = false }: IncomingRequest,
  { ingestion, unstored, time, ...keys }: IntakeConfig & Intake,
  around: (ingest: () => void) => void | Promise<void> = (ingest) => ingest(),
): Promise<IntakeRejection | null> {
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

/** Null if the keychain stays locked: the service waits only five seconds for an answer. */
async function withinLimit<T>(time: Time, work: Promise<T>): Promise<T | null> {
  let noLimit: Cancel | undefined;
  const limit = new Promise<null>((resolve) => {
    noLimit = time.after(SECRETS_LIMIT_MS, () => resolve(null));
  });
  return Promise.race([work, limit]).finally(noLimit);
}
