/** Verifies that the service signed the raw bytes (section 5, points 6 and 7). Two secrets are valid while one is being changed. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { asRecord, readJson } from './read-json.ts';

export const SIGNATURE_HEADER = 'service-signature';
const LONGEST_HEADER = 500;

/** Whether it is written as the signature of an order notification is. */
export function couldBeSignature(signature: string | undefined): signature is string {
  return signature !== undefined && /^[0-9a-fA-F]{64}$/.test(signature);
}

/** Of the order API: hex HMAC-SHA256 over the exact body. */
export function isSignedBy(secrets: readonly string[], body: Buffer, signature: string): boolean {
  const given = Buffer.from(signature, 'hex');
  return secrets.some((secret) => timingSafeEqual(createHmac('sha256', secret).update(body).digest(), given));
}

export type ReadToken = { ok: true; payload: unknown } | { ok: false; why: 'not-a-token' | 'wrong-signature' };

/** Of the delivery API: a JWT in the field `token`, HS256 and nothing else. What it says of times is not looked at: a late event is still true. */
export function readToken(body: Buffer, secrets: readonly string[]): ReadToken {
  const token = asRecord(readJson(body.toString('utf8')))?.token;
  const parts = typeof token === 'string' ? /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(token) : null;
  if (!parts) return { ok: false, why: 'not-a-token' };
  const [, header = '', payload = '', seal = ''] = parts;
  const given = Buffer.from(seal, 'base64url');
  const isSealed = secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${header}.${payload}`).digest();
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isSealed || !isHs256(header)) return { ok: false, why: 'wrong-signature' };
  return { ok: true, payload: readJson(Buffer.from(payload, 'base64url').toString('utf8')) };
}

/** A token that names another way of signing, none, or something that must be understood and is not, is not believed. */
function isHs256(header: string): boolean {
  if (header.length > LONGEST_HEADER) return false;
  const read = asRecord(readJson(Buffer.from(header, 'base64url').toString('utf8')));
  return read?.alg === 'HS256' && !('crit' in read) && !('b64' in read);
}
