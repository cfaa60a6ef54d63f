/**
 * Verifies that the service signed a webhook (section 5, points 6 and 7). Several secrets are valid while one is being changed; every one is
 * compared, in constant time, so that how long an answer takes says nothing of which one fits. Pure.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export const SIGNATURE_HEADER = 'service-signature';

export function signatureIn(headers: IncomingHttpHeaders): string | undefined {
  const given = headers[SIGNATURE_HEADER];
  return Array.isArray(given) ? given[0] : given;
}

/** Whether it is written as the signature of an order notification is, in either letter case. */
export function couldBeSignature(signature: string | undefined): signature is string {
  return signature !== undefined && /^[0-9a-fA-F]{64}$/.test(signature);
}

/** Which secret signed an order notification, or -1: hex HMAC-SHA256 over the exact body. */
export function signerOf(secrets: readonly string[], body: Buffer, signature: string | undefined): number {
  return couldBeSignature(signature) ? indexOfSigner(secrets, body, Buffer.from(signature, 'hex')) : -1;
}

export type VerifiedToken = { ok: true; payload: string } | { ok: false; why: 'not-a-token' | 'wrong-signature' };

/** A delivery event's JWT: HS256 and nothing else. Times in it are not checked: the document names none, and a late event is still true. */
export function verifyToken(secrets: readonly string[], token: string | null): VerifiedToken {
  // Three parts, as in every JWT; input made of dots is refused at the second one.
  const [, header, payload, seal] = /^([^.]+)\.([^.]+)\.([^.]*)$/.exec(token ?? '') ?? [];
  if (header === undefined || payload === undefined || seal === undefined) return { ok: false, why: 'not-a-token' };
  const isSealed = indexOfSigner(secrets, `${header}.${payload}`, Buffer.from(seal, 'base64url')) >= 0;
  if (!isSealed || !isHs256(decoded(header))) return { ok: false, why: 'wrong-signature' };
  return { ok: true, payload: decoded(payload) };
}

function indexOfSigner(secrets: readonly string[], signed: Buffer | string, given: Buffer): number {
  let signer = -1;
  for (const [index, secret] of secrets.entries()) {
    const expected = createHmac('sha256', secret).update(signed).digest();
    const isSame = given.length === expected.length && timingSafeEqual(given, expected);
    if (isSame && signer < 0) signer = index;
  }
  return signer;
}

/** A token that names another algorithm, none, or an extension that must be understood is refused. */
function isHs256(header: string): boolean {
  try {
    const { alg, crit, b64 } = JSON.parse(header);
    return alg === 'HS256' && crit === undefined && b64 === undefined;
  } catch {
    return false;
  }
}

const decoded = (part: string): string => Buffer.from(part, 'base64url').toString('utf8');
