/** Notifications at a relay are readable only by the venue's computers. */
import { expect, test } from 'vitest';
import { isSealed, isSealedFor, isSealKey, makeSealPair, open, seal } from '../../../contract/relay/sealed.ts';

const news = Buffer.from('{"token":"a courier is at 60.1699, 24.9384"}');

test('only the computers that a notification was sealed for can open it, byte for byte', () => {
  const [first, second, other] = [makeSealPair(), makeSealPair(), makeSealPair()];
  const sealed = seal(news, [first.publicKey, second.publicKey]);
  expect(isSealed(sealed)).toBe(true);
  expect(isSealed(news)).toBe(false);
  for (const pair of [first, second]) {
    expect(isSealedFor(sealed, pair.publicKey)).toBe(true);
    expect(open(sealed, pair)).toEqual({ ok: true, body: news });
  }
  expect(isSealedFor(sealed, other.publicKey)).toBe(false);
  expect(open(sealed, other)).toEqual({ ok: false, why: 'another-key' });
  // A computer with another's public key, but without its private key.
  expect(open(sealed, { ...other, publicKey: first.publicKey }).ok).toBe(false);
  expect(sealed.includes('courier')).toBe(false);
  expect(seal(news, [first.publicKey]).subarray(4, 36)).not.toEqual(sealed.subarray(4, 36));
});

test('any changed, missing or appended byte of a sealed notification is detected', () => {
  const pair = makeSealPair();
  const sealed = seal(news, [pair.publicKey]);
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(open(changed, pair).ok).toBe(false);
    expect(open(sealed.subarray(0, at), pair).ok).toBe(false);
  }
  expect(open(Buffer.concat([sealed, Buffer.alloc(1)]), pair)).toEqual({ ok: false, why: 'damaged' });
  expect(open(news, pair)).toEqual({ ok: false, why: 'damaged' });
});

test('bodies of 0 bytes and of 64 KiB are sealed, for the first 64 computers of a list', () => {
  const pairs = Array.from({ length: 66 }, makeSealPair);
  const keys = pairs.map(({ publicKey }) => publicKey);
  for (const body of [Buffer.alloc(0), Buffer.alloc(64 * 1024, 'x')]) {
    const sealed = seal(body, keys);
    const opens = pairs.map((pair) => open(sealed, pair).ok);
    expect(opens.filter((one) => one)).toHaveLength(64);
    expect(open(sealed, pairs[0] ?? makeSealPair())).toEqual({ ok: true, body });
  }
});

test('an invalid public key, or one that gives no shared secret, is refused', () => {
  expect(isSealKey(makeSealPair().publicKey)).toBe(true);
  for (const key of ['', 'x', 'A'.repeat(43), `AQ${'A'.repeat(41)}`, 'not base64url at all, but forty-three long!'])
    expect(isSealKey(key)).toBe(false);
});
