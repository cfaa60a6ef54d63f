/**
 * Secrets live in one encrypted file. Where its key is, in this order: in the operating system's keychain; sealed by the system for the
 * desktop app; in a file beside it. Which of them is remembered, so that no key is ever looked for in the wrong place.
 */

import { mkdir } from 'node:fs/promises';
import { message, type Text } from '../../contract/message.ts';
import {
  type FileVault,
  type KeyPlace,
  openFileVault,
  PLAIN_KEY_FILE,
  plainKey,
  removeFile,
  removeKeys,
  SEALED_KEY_FILE,
} from './file-vault.ts';
import { earlierEntries } from './keychain/earlier-entries.ts';
import { type Keychain, LIBRARIES, type LibraryName, openKeychain } from './keychain/keychain.ts';
import { keychainKey } from './keychain/keychain-key.ts';
import { type Sealer, sealedKey } from './sealed-key.ts';
import { VaultError, type VaultErrorCode } from './vault-error.ts';
import { readLocation, rememberLocation, type VaultLocation } from './vault-location.ts';

export type { Sealer } from './sealed-key.ts';
export { VaultError } from './vault-error.ts';

export interface Vault {
  readonly kind: 'keychain' | 'sealed' | 'file';
  /** The sentence staff see. */
  readonly text: Text;
  /** Null when there is no such secret. */
  get(name: string): Promise<string | null>;
  /** Durable when it resolves. Throws VaultError; then the old value still stands, or the new one, never half of one. */
  set(name: string, value: string): Promise<void>;
  delete(name: string): Promise<void>;
  /** Writes again what the data folder holds of it, where that was removed while it was open. Throws VaultError. */
  keep(): Promise<void>;
}

export interface VaultOptions {
  dataDir: string;
  /** `auto` takes the keychain where it answers, then the system's own sealing, and the file elsewhere. */
  prefer?: 'auto' | 'keychain' | 'file';
  /** The desktop app's way of having the system keep a key. */
  sealer?: Sealer;
}

const KEPT_BY_SYSTEM = message('vault.inFileSystemKey');
/** What stands there and does not open. */
const UNREADABLE = new Set<VaultErrorCode>(['vault-damaged', 'key-missing', 'keychain-emptied']);

/**
 * Opens the vault of a data folder and remembers where it is. Only one process may have a folder's vault open.
 * A key moves to the keychain as soon as one answers, and under the system's seal as soon as there is one; a vault whose key is in the
 * keychain or under the seal never turns into an empty one. Throws VaultError.
 */
export async function openVault(options: VaultOptions): Promise<Vault> {
  const { dataDir, prefer = 'auto', sealer } = options;
  await mkdir(dataDir, { recursive: true });
  let place = await readLocation(dataDir);
  // The id stands before anything is written under it.
  await rememberLocation(dataDir, place);
  const note = async (change: Partial<VaultLocation> = {}): Promise<void> => {
    place = { ...place, ...change };
    await rememberLocation(dataDir, place);
  };

  if (prefer === 'file') {
    if (place.place === 'keychain' || place.place === 'sealed') throw isElsewhere(place.place);
    return fileVault(message('vault.inFileAsChosen'));
  }
  if (place.place === 'keychain') {
    if (!place.key) await takeOver();
    return inKeychain(await opened([place.key as LibraryName]));
  }
  // Before the keychain is asked for: what cannot be read now cannot move.
  const sealed = place.place === 'sealed' ? await openSealed() : null;
  const { keychain, error } = await openKeychain(LIBRARIES, place.id);
  if (keychain) {
    await moveKey(sealed ?? (await openWhatWasMade(plainKey(dataDir))), keychainKey(keychain));
    // An earlier version may have begun to move secrets there.
    await note({ place: 'keychain', key: keychain.library, current: [keychain.library], made: true });
    return inKeychain(keychain);
  }
  if (prefer === 'keychain') throw error;
  if (sealed) return sealedVault(sealed);
  if (sealer && (await sealer.isAvailable())) {
    await moveKey(await openFile(), sealedKey(dataDir, sealer));
    await note({ place: 'sealed' });
    return sealedVault(await openSealed());
  }
  return fileVault(message('vault.inFileNoKeychain'));

  async function fileVault(text: Text): Promise<Vault> {
    return { ...asVault(await openFile()), kind: 'file', text };
  }

  async function opened(libraries: readonly LibraryName[]): Promise<Keychain> {
    const { keychain, error } = await openKeychain(libraries, place.id);
    if (error) throw error;
    return keychain;
  }

  /** The file stands before the place says so. */
  async function openMade(key: KeyPlace): Promise<FileVault> {
    const file = await openWhatWasMade(key);
    await file.make();
    if (!place.made) await note({ made: true });
    return file;
  }

  async function openFile(): Promise<FileVault> {
    const file = await openMade(plainKey(dataDir));
    if (place.place !== 'file') await note({ place: 'file' });
    return file;
  }

  /** A file that was made and is gone is missed until a person gives it up; one that cannot be read is told of, and given up by taking it away. */
  async function openWhatWasMade(key: KeyPlace): Promise<FileVault> {
    try {
      const file = await openFileVault(dataDir, key);
      if (place.made && !file.wasThere) throw lost(key.fileName);
      return file;
    } catch (error) {
      if (error instanceof VaultError && UNREADABLE.has(error.code)) await note({ made: false });
      throw error;
    }
  }

  async function openSealed(): Promise<FileVault> {
    if (!sealer) throw sealedByDesktop();
    const file = await openMade(sealedKey(dataDir, sealer));
    // What is left of a move that was cut short after the place was remembered.
    await removeKeys(dataDir, PLAIN_KEY_FILE);
    return file;
  }

  function sealedVault(file: FileVault): Vault {
    return { ...asVault(file), kind: 'sealed', text: KEPT_BY_SYSTEM };
  }

  async function inKeychain(keychain: Keychain): Promise<Vault> {
    const file = await openMade(keychainKey(keychain));
    await removeKeys(dataDir, PLAIN_KEY_FILE, SEALED_KEY_FILE);
    for (const library of place.current)
      if (await isCleared(library)) await note({ current: place.current.filter((one) => one !== library) });
    return { ...asVault(file), kind: 'keychain', text: KEPT_BY_SYSTEM };
  }

  /** The key has opened the file from its new place before that is remembered, and the old one goes last. */
  async function moveKey(from: FileVault, to: KeyPlace): Promise<void> {
    await from.keepKey(to);
    await (await openFileVault(dataDir, to)).make();
  }

  /** Secrets of an earlier version stay in the keychain until the file stands and the place says so. */
  async function takeOver(): Promise<void> {
    const earlier = await opened(place.current.includes('keyring') ? ['keyring'] : ['keytar']);
    const secrets = await earlierEntries(earlier).all();
    const keychain = await opened(LIBRARIES);
    // Of an attempt that was cut short, or of a still earlier move.
    await removeFile(dataDir);
    await (await openFileVault(dataDir, keychainKey(keychain))).make(secrets);
    await openFileVault(dataDir, keychainKey(keychain));
    await note({ key: keychain.library, made: true });
  }

  /** False when the next start has to try again. */
  async function isCleared(library: LibraryName): Promise<boolean> {
    try {
      await earlierEntries(await opened([library])).clear();
      return true;
    } catch (error) {
      if (error instanceof VaultError) return error.code === 'keychain-emptied';
      throw error;
    }
  }

  function asVault({ get, set, delete: remove, keep }: FileVault): Pick<Vault, 'get' | 'set' | 'delete' | 'keep'> {
    return { get, set, delete: remove, keep: () => keep().then(() => note()) };
  }
}

function isElsewhere(where: 'keychain' | 'sealed'): VaultError {
  return new VaultError(
    'in-keychain',
    where === 'keychain' ? message('vault.inKeychainNotFile') : message('vault.encryptedNotPlain'),
    message('vault.startWithAuto'),
  );
}

function sealedByDesktop(): VaultError {
  return new VaultError('sealed-by-desktop', message('vault.encryptedByDesktopApp'), message('vault.startDesktopApp'));
}

function lost(keyFile: string): VaultError {
  return new VaultError('vault-lost', message('vault.fileMissing'), message('vault.restoreFileAndKeyFile', { keyFile }));
}
