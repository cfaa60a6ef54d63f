/**
 * The signature over a list of versions (`latest.yml`, `latest-mac.yml`, `latest-linux.yml`): its last line, a comment in YAML, so that the two
 * are never apart. It is made with a key that neither the host of the feed nor the certificate of the code holds.
 */
import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

const LINE = /^# signature: ([A-Za-z0-9+/]+={0,2})$/m;
/** What stands before the 32 bytes of an ed25519 key in its DER form. */
const BEFORE_KEY = Buffer.from('302a300506032b6570032100', 'hex');

/** The list is not signed with a key of the app: whoever asked gets nothing of it. */
export class UnsignedList extends Error {
  readonly code = 'ERR_LIST_SIGNATURE';
}

/** The list with its signature as the last line; one that was there is replaced. `name`: of the file, so that none can take another's place. */
export function signList(name: string, text: string, key: KeyObject): string {
  const list = unsigned(text);
  return `${list}# signature: ${sign(null, signedBytes(name, list), key).toString('base64')}\n`;
}

/** The list without its signature. Throws an UnsignedList where none of the keys signed it. `keys`: 32 bytes each, in base64. */
export function checkedList(name: string, text: string, keys: readonly string[]): string {
  const signature = Buffer.from(LINE.exec(text)?.[1] ?? '', 'base64');
  const list = unsigned(text);
  if (keys.some((key) => verify(null, signedBytes(name, list), publicKey(key), signature))) return list;
  throw new UnsignedList(`${name} is not signed with a key of this app`);
}

/** The 32 bytes of the public half, in base64. */
export function publicHalf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(BEFORE_KEY.length).toString('base64');
}

/** Whatever stands behind the signature would be signed by nobody. */
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
