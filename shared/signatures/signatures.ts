/**
 * Verifies webhook signatures (section 5, points 6 and 7). All secrets are compared, in constant time, so timing doesn't reveal the match.
 * Pure.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { readJson } from '../json/read-json.ts';
import { asRecord, asText } from '../json/values.ts';

export const SIGNATURE_HEADER = 'service-signature';

export function signatureIn(headers: IncomingHttpHeaders): string | undefined {
  const given = headers[SIGNATURE_HEADER];
  return Array.isArray(given) ? given[0] : given;
}

/** Checks only that it's 64 hex digits, in either case. */
export function couldBeSignature(signature: string | undefined): signature is string {
  return signature !== undefined && /^[0-9a-fA-F]{64}$/.test(signature);
}

/** Index of the secret that signed an order notification (hex HMAC-SHA256 of the exact body), or -1. */
export function signerOf(secrets: readonly string[], body: Buffer, signature: string | undefined): number {
  return couldBeSignature(signature) ? indexOfSigner(secrets, body, Buffer.from(signature, 'hex')) : -1;
}

export type VerifiedToken = { ok: true; payload: unknown } | { ok: false; why: 'not-a-token' | 'wrong-signature' };

/** The three parts of a JWT. `[^.]+` makes the match fail quickly on input of many dots. */
const TOKEN = /^(([^.]+)\.[^.]+)\.([^.]*)$/;

/**
 * Verifies a delivery event: a JWT in the field `token`, HS256 only. Its times aren't checked: the interface defines none, and a late event
 * is still true.
 */
export function verifyToken(secrets: readonly string[], body: Buffer): VerifiedToken {
  const [, sealed, header = '', seal = ''] = TOKEN.exec(tokenIn(body)) ?? [];
  if (sealed === undefined) return { ok: false, why: 'not-a-token' };
  const isSealed = indexOfSigner(secrets, sealed, Buffer.from(seal, 'base64url')) >= 0;
  return isSealed && isHs256(header) ? { ok: true, payload: payloadOf(body) } : { ok: false, why: 'wrong-signature' };
}

export function payloadOf(body: Buffer): unknown {
  return readPart(tokenIn(body).split('.')[1] ?? '');
}

function tokenIn(body: Buffer): string {
  return asText(asRecord(readJson(body.toString('utf8')))?.token) ?? '';
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

/** Refuses other algorithms, none, and critical extensions. */
function isHs256(header: string): boolean {
  const read = asRecord(readPart(header));
  return read?.alg === 'HS256' && !('crit' in read) && !('b64' in read);
}

const readPart = (part: string): unknown => readJson(Buffer.from(part, 'base64url').toString('utf8'));
