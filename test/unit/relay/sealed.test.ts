/** News that lies at a relay for counters alone. */
import { expect, test } from 'vitest';
import { isSealed, isSealedFor, isSealKey, makeSealPair, open, seal } from '../../../contract/relay/sealed.ts';

const news = Buffer.from('{"token":"a courier is at 60.1699, 24.9384"}');

test('each counter that it was sealed for opens it, byte for byte, and nobody else does', () => {
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
  // Who knows for whom it is, and has no private half of it.
  expect(open(sealed, { ...other, publicKey: first.publicKey }).ok).toBe(false);
  expect(sealed.includes('courier')).toBe(false);
  // The same news sealed again shares nothing with it that could be compared.
  expect(seal(news, [first.publicKey]).subarray(4, 36)).not.toEqual(sealed.subarray(4, 36));
});

test('any byte that was changed, left out or put behind it is noticed', () => {
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

test('an empty piece and 64 KiB are sealed as well, and a longer list of counters is cut', () => {
  const pairs = Array.from({ length: 66 }, makeSealPair);
  const keys = pairs.map(({ publicKey }) => publicKey);
  for (const body of [Buffer.alloc(0), Buffer.alloc(64 * 1024, 'x')]) {
    const sealed = seal(body, keys);
    const opens = pairs.map((pair) => open(sealed, pair).ok);
    expect(opens.filter((one) => one)).toHaveLength(64);
    expect(open(sealed, pairs[0] ?? makeSealPair())).toEqual({ ok: true, body });
  }
});

test('what is no key, or leads to no secret, is not taken for one', () => {
  expect(isSealKey(makeSealPair().publicKey)).toBe(true);
  for (const key of ['', 'x', 'A'.repeat(43), `AQ${'A'.repeat(41)}`, 'not base64url at all, but forty-three long!'])
    expect(isSealKey(key)).toBe(false);
});
