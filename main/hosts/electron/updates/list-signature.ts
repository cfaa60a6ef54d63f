/**
 * The signature of version lists (`latest*.yml`, `early*.yml`), as a YAML comment in the last line. Neither feed host nor code certificate has its key.
 */
import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

const LINE = /^# signature: ([A-Za-z0-9+/]+={0,2})$/m;
/** DER prefix of a 32-byte ed25519 key. */
const BEFORE_KEY = Buffer.from('302a300506032b6570032100', 'hex');

/** Thrown before any of the list is used. */
export class UnsignedList extends Error {
  readonly code = 'ERR_LIST_SIGNATURE';
}

/** Adds or replaces the signature line. `name`: the file's name, signed too, so that lists can't be swapped. */
export function signList(name: string, text: string, key: KeyObject): string {
  const list = unsigned(text);
  return `${list}# signature: ${sign(null, signedBytes(name, list), key).toString('base64')}\n`;
}

/** Returns the list without signature. Throws UnsignedList if none of `keys` (32 bytes, base64) signed it. */
export function checkedList(name: string, text: string, keys: readonly string[]): string {
  const signature = Buffer.from(LINE.exec(text)?.[1] ?? '', 'base64');
  const list = unsigned(text);
  if (keys.some((key) => verify(null, signedBytes(name, list), publicKey(key), signature))) return list;
  throw new UnsignedList(`${name} is not signed with a key of this app`);
}

/** The public key's 32 bytes, base64. */
export function publicHalf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(BEFORE_KEY.length).toString('base64');
}

/** Drops anything after the signature, as it's unsigned. */
function unsigned(text: string): string {
  const { index = text.length } = LINE.exec(text) ?? {};
  const list = text.slice(0, index);
  return list === '' || list.endsWith('\n') ? list : `${list}\n`;
}

function signedBytes(name: string, list: string): Buffer {
  return Buffer.from(`${name}\n${list}`);
}

function publicKey(key: string): KeyObject {
  return createPublicKey({ key: Buffer.concat([BEFORE_KEY, Buffer.from(key, 'base64')]), format: 'der', type: 'spki' });
}
