/**
 * Encrypts notifications at a relay. Bytes: `TBS1`, ephemeral X25519 public key (32), number of recipients (1), for each its fingerprint
 * (8) and encrypted key (32 and a tag of 16), a nonce (12), the body, and a tag of everything (16).
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import * as v from 'valibot';

/** X25519 pair, 32 bytes each in base64url. The private key never leaves the vault. */
export const SealPair = v.object({ publicKey: v.string(), privateKey: v.string() });
export type SealPair = v.InferOutput<typeof SealPair>;

/** `another-key`: encrypted for others. `damaged`: altered. */
export type OpenResult = { ok: true; body: Buffer } | { ok: false; why: 'another-key' | 'damaged' };

const MAGIC = Buffer.from('TBS1');
const CIPHER = 'aes-256-gcm';
const KEY = 32;
const PRINT = 8;
const TAG = 16;
const NONCE = 12;
const ENTRY = PRINT + KEY + TAG;
const LIST_AT = MAGIC.length + KEY + 1;
/** Nonce of the keys. A constant is safe, as each key encrypts only once. */
const ONCE = Buffer.alloc(NONCE);
const MOST_RECIPIENTS = 64;
export const MOST_ADDED_BY_SEALING = LIST_AT + MOST_RECIPIENTS * ENTRY + NONCE + TAG;

export function makeSealPair(): SealPair {
  const { d = '', x = '' } = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' });
  return { publicKey: x, privateKey: d };
}

/** False for invalid keys, and for points of the curve that give no shared secret. */
export function isSealKey(publicKey: string): boolean {
  try {
    const { privateKey } = generateKeyPairSync('x25519');
    return diffieHellman({ privateKey, publicKey: publicOf(publicKey) }).length === KEY;
  } catch {
    return false;
  }
}

/** Encrypts for the first 64 of these public keys. */
export function seal(body: Buffer, publicKeys: readonly string[]): Buffer {
  const pair = generateKeyPairSync('x25519');
  const own = Buffer.from(pair.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  const key = randomBytes(KEY);
  const entries = publicKeys.slice(0, MOST_RECIPIENTS).map((publicKey) => {
    const between = keyBetween(diffieHellman({ privateKey: pair.privateKey, publicKey: publicOf(publicKey) }), own, publicKey);
    return Buffer.concat([printOf(publicKey), encrypted(between, ONCE, key, own)]);
  });
  const head = Buffer.concat([MAGIC, own, Buffer.of(entries.length), ...entries]);
  const nonce = randomBytes(NONCE);
  return Buffer.concat([head, nonce, encrypted(key, nonce, body, head)]);
}

export function isSealed(bytes: Buffer): boolean {
  return bytes.subarray(0, MAGIC.length).equals(MAGIC);
}

export function isSealedFor(sealed: Buffer, publicKey: string): boolean {
  return isSealed(sealed) && entryOf(sealed, publicKey) !== null;
}

/** Never throws, whatever the bytes. */
export function open(sealed: Buffer, { publicKey, privateKey }: SealPair): OpenResult {
  if (!isSealed(sealed) || sealed.length < LIST_AT) return { ok: false, why: 'damaged' };
  const entry = entryOf(sealed, publicKey);
  if (entry === null) return { ok: false, why: 'another-key' };
  try {
    const own = sealed.subarray(MAGIC.length, MAGIC.length + KEY);
    const secret = diffieHellman({ privateKey: privateOf(publicKey, privateKey), publicKey: publicOf(own.toString('base64url')) });
    const key = decrypted(keyBetween(secret, own, publicKey), ONCE, entry, own);
    const end = listEnd(sealed);
    const nonce = sealed.subarray(end, end + NONCE);
    return { ok: true, body: decrypted(key, nonce, sealed.subarray(end + NONCE), sealed.subarray(0, end)) };
  } catch {
    return { ok: false, why: 'damaged' };
  }
}

function listEnd(sealed: Buffer): number {
  return LIST_AT + (sealed[LIST_AT - 1] ?? 0) * ENTRY;
}

function entryOf(sealed: Buffer, publicKey: string): Buffer | null {
  const print = printOf(publicKey);
  const end = Math.min(listEnd(sealed), sealed.length);
  for (let at = LIST_AT; at + ENTRY <= end; at += ENTRY) {
    if (sealed.subarray(at, at + PRINT).equals(print)) return sealed.subarray(at + PRINT, at + ENTRY);
  }
  return null;
}

function keyBetween(secret: Buffer, own: Buffer, publicKey: string): Buffer {
  const salt = Buffer.concat([own, Buffer.from(publicKey, 'base64url')]);
  return Buffer.from(hkdfSync('sha256', secret, salt, 'tillbridge relay sealed news 1', KEY));
}

function encrypted(key: Buffer, nonce: Buffer, plain: Buffer, about: Buffer): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG }).setAAD(about);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Throws if any bit was altered. */
function decrypted(key: Buffer, nonce: Buffer, sealed: Buffer, about: Buffer): Buffer {
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG }).setAAD(about);
  decipher.setAuthTag(sealed.subarray(-TAG));
  return Buffer.concat([decipher.update(sealed.subarray(0, -TAG)), decipher.final()]);
}

function printOf(publicKey: string): Buffer {
  return createHash('sha256').update(publicKey).digest().subarray(0, PRINT);
}

function publicOf(x: string): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x }, format: 'jwk' });
}

function privateOf(x: string, d: string): KeyObject {
  return createPrivateKey({ key: { kty: 'OKP', crv: 'X25519', x, d }, format: 'jwk' });
}
