/**
 * Settings that a chain manages for a group: a versioned document, signed as exact bytes with the chain's key. The relay passes it on and
 * can't forge it.
 */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import * as v from 'valibot';

/** Ed25519 pair, 32 bytes each in base64url. */
export interface SettingsPair {
  publicKey: string;
  privateKey: string;
}

/** Characters: enough for templates with a logo, and fits into one relay frame. */
const LONGEST_DOCUMENT = 64 * 1024;
/** Prefix of the signed bytes: these signatures are valid for nothing else, and no others here. */
const ABOUT = 'tillbridge settings document 1\n';
const KEY_BYTES = 32;
/** Letters of codes; those that resemble digits are left out. */
export const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Length of a relay's code (125 bits), and of the key fingerprint after it (80 bits). */
export const CODE_LENGTH = 25;
const PRINT_LENGTH = 16;

export const GroupName = v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/));
export const SettingsKey = v.pipe(v.string(), v.regex(/^[\w-]{43}$/), v.check(isPublicKey));
export const SettingsVersion = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** `key`: the signer's public key; trusted only if it equals one received before. */
export const SignedSettings = v.looseObject({
  document: v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_DOCUMENT)),
  signature: v.pipe(v.string(), v.regex(/^[\w-]{86}$/)),
  key: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
});
export type SignedSettings = v.InferOutput<typeof SignedSettings>;

/** `by`: the managing organization, shown on screens. `settings`: a part of the settings. */
export const SettingsDocument = v.strictObject({
  format: v.literal(1),
  group: GroupName,
  /** Within the group; only increases. */
  version: SettingsVersion,
  by: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80)),
  made_at: v.pipe(v.string(), v.isoTimestamp()),
  settings: v.record(v.string(), v.unknown()),
});
export type SettingsDocument = v.InferOutput<typeof SettingsDocument>;

/** `another-key`: signed with another key. `damaged`: the signature doesn't match. `unreadable`: signed, but no valid document. */
export type VerifiedSettings = { ok: true; document: SettingsDocument } | { ok: false; why: 'another-key' | 'damaged' | 'unreadable' };

export function makeSettingsPair(): SettingsPair {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { publicKey: x, privateKey: d };
}

export function signSettings(document: SettingsDocument, { publicKey, privateKey }: SettingsPair): SignedSettings {
  const text = JSON.stringify(document);
  const key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey, d: privateKey }, format: 'jwk' });
  return { document: text, signature: sign(null, signedBytes(text), key).toString('base64url'), key: publicKey };
}

/** `key`: the trusted public key. Never throws, whatever the input. */
export function verifySettings({ document, signature, key: given }: SignedSettings, key: string): VerifiedSettings {
  if (given !== key) return { ok: false, why: 'another-key' };
  if (!isSignedWith(document, signature, key)) return { ok: false, why: 'damaged' };
  try {
    const read = v.safeParse(SettingsDocument, JSON.parse(document), { abortEarly: true });
    return read.success ? { ok: true, document: read.output } : { ok: false, why: 'unreadable' };
  } catch {
    return { ok: false, why: 'unreadable' };
  }
}

/** Fingerprint for two people to compare: `7F3A 91C0 ...`, 80 bits. */
export function printOfKey(publicKey: string): string {
  return lettersOf(publicKey).replace(/.{4}(?=.)/g, '$& ');
}

/** Appends the key's fingerprint to a relay's code, so the relay needn't be trusted about the key. */
export function codeWithPrint(code: string, publicKey: string): string {
  return `${code}-${printOfKey(publicKey).replaceAll(' ', '-')}`;
}

export function plainCode(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
}

/** Splits a typed code. `isKey`: whether a key matches the fingerprint; null if the code has none. */
export function partsOfCode(typed: string): { code: string; isKey: ((publicKey: string) => boolean) | null } {
  const plain = plainCode(typed);
  if (plain.length !== CODE_LENGTH + PRINT_LENGTH) return { code: typed, isKey: null };
  const print = plain.slice(CODE_LENGTH);
  return { code: plain.slice(0, CODE_LENGTH), isKey: (publicKey) => lettersOf(publicKey) === print };
}

function lettersOf(publicKey: string): string {
  const bits = [...createHash('sha256').update(publicKey).digest()].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from({ length: PRINT_LENGTH }, (_, at) => CODE_LETTERS[Number.parseInt(bits.slice(at * 5, at * 5 + 5), 2)]).join('');
}

function isSignedWith(document: string, signature: string, key: string): boolean {
  try {
    return verify(null, signedBytes(document), publicOf(key), Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}

function signedBytes(text: string): Buffer {
  return Buffer.from(ABOUT + text);
}

function isPublicKey(x: string): boolean {
  try {
    return Buffer.from(x, 'base64url').length === KEY_BYTES && publicOf(x).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

function publicOf(x: string): ReturnType<typeof createPublicKey> {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}
