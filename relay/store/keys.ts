/** Invitations' codes and counters' keys. Both are unguessable, and stored as hashes. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { CODE_LENGTH, CODE_LETTERS, plainCode } from '../../contract/relay/settings-document.ts';

export const INVITATION_MS = 24 * 3_600_000;
/** How long used or expired codes are distinguished from unknown ones. */
export const REMEMBERED_MS = 30 * 24 * 3_600_000;

/** Five groups of five, such as `7K2QD-...`. */
export function newCode(): string {
  const letters = Array.from(randomBytes(CODE_LENGTH), (byte) => CODE_LETTERS[byte % CODE_LETTERS.length]).join('');
  return letters.replace(/.{5}(?=.)/g, '$&-');
}

export function newKey(): { id: string; key: string } {
  return { id: randomUUID(), key: randomBytes(32).toString('base64url') };
}

export function hashOfCode(code: string): Buffer {
  return hashOf(plainCode(code));
}

export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
