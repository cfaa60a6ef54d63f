/** The key sealed by the operating system, for this user's desktop app on this computer. */
import { message } from '../../contract/message.ts';
import { type KeyPlace, keyInFile, SEALED_KEY_FILE } from './file-vault.ts';
import { VaultError } from './vault-error.ts';

/** The used part of Electron's safeStorage. */
export interface Sealer {
  /** False if the system stores no key, or stores it unprotected. */
  isAvailable(): Promise<boolean>;
  seal(text: string): Promise<Buffer>;
  /** `again`: the system has a newer key; seal again. */
  open(sealed: Buffer): Promise<{ text: string; again: boolean }>;
}

export function sealedKey(dataDir: string, sealer: Sealer): KeyPlace {
  return keyInFile(dataDir, SEALED_KEY_FILE, {
    wrap: (key) => inWords(() => sealer.seal(key.toString('base64'))),
    async unwrap(kept) {
      if (!(await sealer.isAvailable())) throw notNow();
      const { text, again } = await inWords(() => sealer.open(kept));
      return { key: Buffer.from(text, 'base64'), again };
    },
  });
}

async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw notNow(error);
  }
}

/** Retried like a keychain: the key may return, so nothing is replaced. */
function notNow(cause?: unknown): VaultError {
  return new VaultError('keychain-unreachable', message('vault.keyNotReleased'), message('vault.logInAsConnectingUser'), cause);
}
