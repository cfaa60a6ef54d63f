/**
 * safeStorage with a key from a file (STAND_IN_KEYSTORE). STAND_IN_KEYSTORE_KIND: "basic_text" has no protection, "known" uses Chromium's
 * public key, "rotated" adds a newer key.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const file = process.env.STAND_IN_KEYSTORE ?? '';
const kind = (): string => process.env.STAND_IN_KEYSTORE_KIND ?? '';
const KNOWN = createHash('sha256').update('peanuts').digest();

/** The system's keys, newest first. */
function keys(): Buffer[] {
  if (file === '') return [];
  if (!existsSync(file)) writeFileSync(file, JSON.stringify([randomBytes(32).toString('hex')]), { mode: 0o600 });
  let kept = JSON.parse(readFileSync(file, 'utf8')) as string[];
  if (kind() === 'rotated' && kept.length === 1) {
    kept = [randomBytes(32).toString('hex'), ...kept];
    writeFileSync(file, JSON.stringify(kept));
  }
  return kept.map((key) => Buffer.from(key, 'hex'));
}

function seal(prefix: string, key: Buffer, text: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.from(prefix), nonce, cipher.getAuthTag(), body]);
}

function open(key: Buffer, sealed: Buffer): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(3, 15));
    decipher.setAuthTag(sealed.subarray(15, 31));
    return Buffer.concat([decipher.update(sealed.subarray(31)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

export const safeStorage = {
  getSelectedStorageBackend: () => (kind() === 'basic_text' ? 'basic_text' : 'gnome_libsecret'),
  isAsyncEncryptionAvailable: async () => kind() === 'known' || keys().length > 0,
  async encryptStringAsync(text: string): Promise<Buffer> {
    if (kind() === 'known') return seal('v10', KNOWN, text);
    const [key] = keys();
    if (!key) throw new Error('Encryption is not available.');
    return seal('v11', key, text);
  },
  async decryptStringAsync(sealed: Buffer): Promise<{ shouldReEncrypt: boolean; result: string }> {
    for (const [place, key] of keys().entries()) {
      const result = open(key, sealed);
      if (result !== null) return { shouldReEncrypt: place > 0, result };
    }
    throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.');
  },
};
