/** Events of the delivery API (section 6.2): a JWT signed with HS256 in the field `token` (section 5, point 7), verified before anything in it is believed. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { base64url, compactVerify } from 'jose';
import { idOfReference } from '../../contract/relay/reference.ts';
import { type DeliveryEvent, type PriceUnit, parseDeliveryEvent } from '../orders/couriers/delivery.ts';
import { readJson } from '../orders/reading/untrusted-json.ts';
import { asRecord, asText } from '../orders/text/reading.ts';

/** Three parts, as in every JWT; input made of dots is refused at the second one. */
const TOKEN = /^[^.]+\.[^.]+\.[^.]*$/;

export type VerifiedEvent = { ok: true; event: DeliveryEvent } | { ok: false; why: 'not-a-token' | 'wrong-signature' | 'no-event' };

/**
 * `unit`: of the prices in it. `secrets`: the client secret of each webhook that may send, in use or about to be. Times inside the token are not checked: the document
 * names none, and a late event is still true. Never throws for bad input.
 */
export async function verifyDeliveryEvent(body: Buffer, secrets: readonly string[], unit: PriceUnit): Promise<VerifiedEvent> {
  const token = tokenIn(body);
  if (token === null || !TOKEN.test(token)) return { ok: false, why: 'not-a-token' };
  const secret = secrets.find((one) => isSealedWith(one, token));
  const payload = secret === undefined ? null : await payloadOf(token, secret);
  if (payload !== null) {
    const event = eventIn(payload, unit);
    return event ? { ok: true, event } : { ok: false, why: 'no-event' };
  }
  return { ok: false, why: 'wrong-signature' };
}

/** The event in a body that was verified when it came. */
export function eventOfVerified(body: Buffer, unit: PriceUnit): DeliveryEvent | null {
  const payload = base64url.decode(tokenIn(body)?.split('.')[1] ?? '');
  return eventIn(readJson(new TextDecoder().decode(payload)), unit);
}

/** With the delivery's ID as used here: it starts with the venue, for the relay. */
function eventIn(payload: unknown, unit: PriceUnit): DeliveryEvent | null {
  const event = parseDeliveryEvent(payload, unit);
  return event && { ...event, merchantReference: event.merchantReference === null ? null : idOfReference(event.merchantReference) };
}

function tokenIn(body: Buffer): string | null {
  return asText(asRecord(readJson(body.toString('utf8')))?.token);
}

/** Checks only the signature first: with a dozen secrets the full check would cost a millisecond for each forged token. */
function isSealedWith(secret: string, token: string): boolean {
  const end = token.lastIndexOf('.');
  const given = Buffer.from(token.slice(end + 1), 'base64url');
  const seal = createHmac('sha256', secret).update(token.slice(0, end)).digest();
  return given.length === seal.length && timingSafeEqual(given, seal);
}

/** Null when this secret did not sign it. Only HS256: a token that names another way of signing, or none, is not believed. */
async function payloadOf(token: string, secret: string): Promise<unknown> {
  try {
    const { payload } = await compactVerify(token, new TextEncoder().encode(secret), { algorithms: ['HS256'] });
    return readJson(new TextDecoder().decode(payload));
  } catch {
    return null;
  }
}
