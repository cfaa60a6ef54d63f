/** Encrypts the key of the secrets' file with the operating system: Electron's safeStorage, its asynchronous part. */
import { safeStorage } from 'electron';
import type { AppOptions } from '../../app/app.ts';

/** On Linux these keep nothing secret: the key is one that everyone knows. */
const KEEPS_NOTHING = new Set(['basic_text', 'unknown']);
/** What was sealed with that key begins so. Chromium falls back to it without a word when no keyring answers. */
const KNOWN_KEY = 'v10';

export const systemSeal: NonNullable<AppOptions['sealer']> = {
  async isAvailable() {
    if (process.platform === 'linux' && KEEPS_NOTHING.has(safeStorage.getSelectedStorageBackend())) return false;
    if (!(await safeStorage.isAsyncEncryptionAvailable())) return false;
    return process.platform !== 'linux' || isSecret(await safeStorage.encryptStringAsync('probe'));
  },
  async seal(text) {
    const sealed = await safeStorage.encryptStringAsync(text);
    if (process.platform === 'linux' && !isSecret(sealed)) throw new Error('the system keeps no key');
    return sealed;
  },
  async open(sealed) {
    const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(sealed);
    return { text: result, again: shouldReEncrypt };
  },
};

function isSecret(sealed: Buffer): boolean {
  return sealed.subarray(0, KNOWN_KEY.length).toString('latin1') !== KNOWN_KEY;
}
