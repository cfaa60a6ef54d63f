/** The key of the encrypted file under the operating system's seal: only the desktop app of this user on this computer opens it. */
import { message } from '../../contract/message.ts';
import { type KeyPlace, keyInFile, SEALED_KEY_FILE } from './file-vault.ts';
import { VaultError } from './vault-error.ts';

/** What Electron's safeStorage does, in the few words that are needed here. */
export interface Sealer {
  /** False where the system keeps no key, or would keep it where everyone finds it. */
  isAvailable(): Promise<boolean>;
  seal(text: string): Promise<Buffer>;
  /** `again`: the system has a newer key, and what was sealed should be sealed anew. */
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

/** Waited for, as a keychain is: nothing is put aside or begun anew, because the key may come back. */
function notNow(cause?: unknown): VaultError {
  return new VaultError('keychain-unreachable', message('vault.keyNotReleased'), message('vault.logInAsConnectingUser'), cause);
}
