/** Where secrets live: the operating system's keychain where one really answers, else an encrypted file in the data folder. */
import { mkdir } from 'node:fs/promises';
import { openFileVault, removeFileVault } from './file-vault.ts';
import { type Keychain, openKeychain } from './keychain.ts';
import { keychainVault } from './keychain-vault.ts';
import { readPlace, rememberPlace } from './place.ts';
import { VaultError } from './vault-error.ts';

export { VaultError } from './vault-error.ts';

export interface Vault {
  readonly kind: 'keychain' | 'file';
  /** The sentence staff see. */
  readonly says: string;
  /** Null when there is no such secret; a keychain that cannot say so throws VaultError instead. */
  get(name: string): Promise<string | null>;
  /** Durable when it resolves. Throws VaultError; then the old value still stands, or the new one, never half of one. */
  set(name: string, value: string): Promise<void>;
  delete(name: string): Promise<void>;
  /** Writes again what the data folder holds of it, where that was removed while it was open. Throws VaultError. */
  keep(): Promise<void>;
}

export interface VaultOptions {
  dataDir: string;
  /** `auto` takes the keychain where it answers, and the file elsewhere. */
  prefer?: 'auto' | 'keychain' | 'file';
  /** Whose secrets these are in the keychain; a random id kept in the data folder when not given. */
  account?: string;
}

const IN_KEYCHAIN = "Secrets are in the operating system's keychain.";
const IN_FILE = 'Secrets are in an encrypted file on this computer';

/**
 * Opens the vault of a data folder and remembers where it is. Only one process may have a folder's vault open.
 * A file vault moves to the keychain as soon as one answers; a vault that was in the keychain never turns into an empty file.
 * Throws VaultError.
 */
export async function openVault(options: VaultOptions): Promise<Vault> {
  const { dataDir, prefer = 'auto' } = options;
  await mkdir(dataDir, { recursive: true });
  const remembered = await readPlace(dataDir);
  // The id stands before anything is written under it.
  await rememberPlace(dataDir, remembered);
  const account = options.account ?? remembered.id;

  if (prefer === 'file') {
    if (remembered.place === 'keychain') throw isInKeychain();
    return fileVault(dataDir, 'as this start asked for');
  }
  const found = await openKeychain(account);
  if (remembered.place === 'keychain') {
    if (!found.keychain) throw found.error;
    return returnToKeychain(dataDir, found.keychain);
  }
  if (!found.keychain) {
    if (prefer === 'keychain') throw found.error;
    return fileVault(dataDir, 'because no keychain answered');
  }
  return moveToKeychain(dataDir, found.keychain);

  async function fileVault(folder: string, why: string): Promise<Vault> {
    const file = await openFileVault(folder);
    const remember = () => rememberPlace(folder, { ...remembered, place: 'file' });
    await remember();
    const keep = () => file.keep().then(remember);
    return { ...file, keep, kind: 'file', says: `${IN_FILE}, ${why}.` };
  }

  /** Every entry is in the keychain before the place is remembered, and the file goes last: a crash anywhere leaves one whole copy. */
  async function moveToKeychain(folder: string, keychain: Keychain): Promise<Vault> {
    const vault = keychainVault(keychain);
    const file = await openFileVault(folder);
    await vault.takeOver(file.entries(), remembered.place === 'file');
    await rememberKeychain();
    await removeFileVault(folder);
    return { ...vault, keep: rememberKeychain, kind: 'keychain', says: IN_KEYCHAIN };
  }

  function rememberKeychain(): Promise<void> {
    return rememberPlace(dataDir, { ...remembered, place: 'keychain' });
  }

  async function returnToKeychain(folder: string, keychain: Keychain): Promise<Vault> {
    const vault = keychainVault(keychain);
    await vault.check();
    // What is left of a move that was cut short after the place was remembered.
    await removeFileVault(folder);
    return { ...vault, keep: rememberKeychain, kind: 'keychain', says: IN_KEYCHAIN };
  }
}

function isInKeychain(): VaultError {
  return new VaultError(
    'in-keychain',
    "The secrets of this data folder are in the operating system's keychain, and this start asked for the file.",
    'Start with --vault auto. If that keychain is lost for good, remove vault-place.json from the data folder and connect the venues again.',
  );
}
