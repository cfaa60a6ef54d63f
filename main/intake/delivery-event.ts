/** Delivery events (section 6.2): HS256 JWTs in the field `token` (section 5, point 7). */
import { idOfReference } from '../../contract/relay/reference.ts';
import { payloadOf, verifyToken } from '../../shared/signatures/signatures.ts';
import { type DeliveryEvent, type PriceUnit, parseDeliveryEvent } from '../orders/couriers/delivery.ts';

export type VerifiedEvent = { ok: true; event: DeliveryEvent } | { ok: false; why: 'not-a-token' | 'wrong-signature' | 'no-event' };

/** `secrets`: client secrets of all webhooks in use or about to be. Never throws for bad input. */
export function verifyDeliveryEvent(body: Buffer, secrets: readonly string[], unit: PriceUnit): VerifiedEvent {
  const verified = verifyToken(secrets, body);
  if (!verified.ok) return verified;
  const event = eventIn(verified.payload, unit);
  return event ? { ok: true, event } : { ok: false, why: 'no-event' };
}

export function eventOfVerified(body: Buffer, unit: PriceUnit): DeliveryEvent | null {
  return eventIn(payloadOf(body), unit);
}

/** Restores our local ID; the reference has the venue in front, for the relay. */
function eventIn(payload: unknown, unit: PriceUnit): DeliveryEvent | null {
  const event = parseDeliveryEvent(payload, unit);
  return event && { ...event, merchantReference: event.merchantReference === null ? null : idOfReference(event.merchantReference) };
}
