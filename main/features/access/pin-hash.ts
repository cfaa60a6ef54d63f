/** Hashes are salted, slow to guess, and made off the main thread. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const BYTES = 32;

/** Returns salt and hash in hex, joined by a colon. */
export async function hashOfPin(pin: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('hex')}:${(await derive(pin, salt, BYTES)).toString('hex')}`;
}

/** With a shared salt, one hash finds the owner among many. */
export async function hashWithSalt(secret: string, salt: string): Promise<string> {
  return `${salt}:${(await derive(secret, Buffer.from(salt, 'hex'), BYTES)).toString('hex')}`;
}

/** The matching name, or null. Hashes once per salt, in the same time for every name. */
export async function whoseHash(secret: string, hashes: Readonly<Record<string, string>>): Promise<string | null> {
  const saltOf = (hash: string): string => hash.slice(0, hash.indexOf(':'));
  let found: string | null = null;
  for (const salt of new Set(Object.values(hashes).map(saltOf))) {
    const given = Buffer.from(await hashWithSalt(secret, salt));
    for (const [name, hash] of Object.entries(hashes)) {
      const kept = Buffer.from(hash);
      if (kept.length === given.length && timingSafeEqual(kept, given)) found = name;
    }
  }
  return found;
}

/** Takes the same time for wrong and right PINs. A malformed hash matches nothing. */
export async function fitsPin(pin: string, hash: string): Promise<boolean> {
  const [salt = '', kept = ''] = hash.split(':');
  const derived = await derive(pin, Buffer.from(salt, 'hex'), BYTES);
  const expected = Buffer.from(kept, 'hex');
  return expected.length === BYTES && timingSafeEqual(derived, expected);
}
