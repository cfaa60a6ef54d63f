/** Encrypts the vault's key with Electron's asynchronous safeStorage. */
import { safeStorage } from 'electron';
import type { AppOptions } from '../../app/app.ts';

/** On Linux, these backends use a published key. */
const KEEPS_NOTHING = new Set(['basic_text', 'unknown']);
/** Prefix of data encrypted with that key; Chromium falls back to it silently without a keyring. */
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
