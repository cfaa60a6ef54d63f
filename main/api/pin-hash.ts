/** The PIN as it is kept: salted, and slow to try out. Never on the main thread's time. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const BYTES = 32;

/** Salt and hash in hexadecimal digits, joined by a colon. */
export async function hashOfPin(pin: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('hex')}:${(await derive(pin, salt, BYTES)).toString('hex')}`;
}

/** Takes as long for a wrong PIN as for a right one. What is no hash fits no PIN. */
export async function fitsPin(pin: string, hash: string): Promise<boolean> {
  const [salt = '', kept = ''] = hash.split(':');
  const derived = await derive(pin, Buffer.from(salt, 'hex'), BYTES);
  const expected = Buffer.from(kept, 'hex');
  return expected.length === BYTES && timingSafeEqual(derived, expected);
}
