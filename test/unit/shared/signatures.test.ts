/** Verifying the service's signatures, in the receiver and the relay. */
import { createHmac } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { expect, test } from 'vitest';
import { payloadOf, signerOf, verifyToken } from '../../../shared/signatures/signatures.ts';
import { notingReads } from '../../setup/noting-reads.ts';

const SECRETS = ['the-first-secret-of-128-bits', 'the-second-secret-of-128-bits', 'the-third-secret-of-128-bits'];
const [FIRST = '', SECOND = ''] = SECRETS;
const BODY = Buffer.from('{"id":"n1"}');
const signed = (secret: string) => createHmac('sha256', secret).update(BODY).digest('hex');
const EVENT = { type: 'order.received' };
const body = (token: string | null) => Buffer.from(JSON.stringify({ token }));
const token = (secret: string) => jwt.sign(EVENT, secret, { algorithm: 'HS256', noTimestamp: true });

test("the interface's test vector is valid, and the same JSON with spaces is refused", () => {
  const secret = '0123456789abcdef0123456789abcdef';
  const compact =
    '{"id":"6b3a51f10c2d4e5f60718293","type":"order.notification","order":{"id":"6b3a51e07c9d2f4b18e6a301","venue_id":"6b1f0c2d9e4a57318c2ad011","status":"CREATED","resource_url":"https://orders.example.test/orders/6b3a51e07c9d2f4b18e6a301"},"created_at":"2026-03-14T11:14:07.912345Z"}';
  const signature = 'e0820f67b18dde49b57f0ea54b37fe32b1cb00b3744d0989fd4e9b8aca198748';
  expect(signerOf([secret], Buffer.from(compact), signature)).toBe(0);
  expect(signerOf([secret], Buffer.from(compact), signature.toUpperCase())).toBe(0);
  expect(signerOf([secret], Buffer.from(JSON.stringify(JSON.parse(compact), null, 1)), signature)).toBe(-1);
});

test('every secret is compared, even after a match, and the first match is the signer', () => {
  for (const [index, secret] of [...SECRETS, 'another-secret'].entries()) {
    const fits = index < SECRETS.length;
    const [notification, event] = [notingReads(SECRETS), notingReads(SECRETS)];
    expect(signerOf(notification.list, BODY, signed(secret))).toBe(fits ? index : -1);
    expect(verifyToken(event.list, body(token(secret))).ok).toBe(fits);
    expect([notification.read, event.read]).toEqual([SECRETS, SECRETS]);
  }
  expect(signerOf([SECOND, FIRST, FIRST], BODY, signed(FIRST))).toBe(1);
});

test('an HS256 token gives its payload; every other token is refused', () => {
  expect(verifyToken(SECRETS, body(token(FIRST)))).toEqual({ ok: true, payload: EVENT });
  expect(payloadOf(body(token(FIRST)))).toEqual(EVENT);
  const unsigned = jwt.sign(EVENT, '', { algorithm: 'none' });
  const others = [{ alg: 'HS512' }, { crit: ['exp'] }, { b64: false }].map((header) => resealed(FIRST, header));
  for (const wrong of [unsigned, token('another-secret'), `${token(FIRST)}A`, ...others])
    expect(verifyToken(SECRETS, body(wrong)), wrong).toEqual({ ok: false, why: 'wrong-signature' });
  expect(verifyToken(SECRETS, BODY)).toEqual({ ok: false, why: 'not-a-token' });
  for (const none of [null, '', 'a.b', 'a.b.c.d', '.'.repeat(60_000)])
    expect(verifyToken(SECRETS, body(none))).toEqual({ ok: false, why: 'not-a-token' });
});

/** A token signed with HMAC-SHA256, whatever algorithm its header names. */
function resealed(secret: string, header: object): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const head = `${part({ alg: 'HS256', ...header })}.${part(EVENT)}`;
  return `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`;
}
