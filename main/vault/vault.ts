/**
 * Secrets in one encrypted file. Its key is, in this order, in the system's keychain, sealed for the desktop app, or in a file. The place
 * is remembered, so the key is never sought elsewhere.
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
  readonly text: Text;
  /** Null if missing. */
  get(name: string): Promise<string | null>;
  /** Resolves once durable. Throws VaultError, with the old or the new value intact. */
  set(name: string, value: string): Promise<void>;
  delete(name: string): Promise<void>;
  /** Rewrites removed files in the data folder. Throws VaultError. */
  keep(): Promise<void>;
}

export interface VaultOptions {
  dataDir: string;
  /** `auto`: the keychain, else sealing, else the file. */
  prefer?: 'auto' | 'keychain' | 'file';
  sealer?: Sealer;
}

const KEPT_BY_SYSTEM = message('vault.inFileSystemKey');
/** The vault exists, but can't be opened. */
const UNREADABLE = new Set<VaultErrorCode>(['vault-damaged', 'key-missing', 'keychain-emptied']);

/**
 * Opens a data folder's vault and remembers its place; one process per folder. The key moves to the keychain, or under a seal, as soon as
 * possible. A vault whose key was there never becomes an empty one. Throws VaultError.
 */
export async function openVault(options: VaultOptions): Promise<Vault> {
  const { dataDir, prefer = 'auto', sealer } = options;
  await mkdir(dataDir, { recursive: true });
  let place = await readLocation(dataDir);
  // Save the ID before using it.
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
  // Opened before the keychain: an unreadable vault can't move.
  const sealed = place.place === 'sealed' ? await openSealed() : null;
  const { keychain, error } = await openKeychain(LIBRARIES, place.id);
  if (keychain) {
    await moveKey(sealed ?? (await openWhatWasMade(plainKey(dataDir))), keychainKey(keychain));
    // `current`: an earlier version's unfinished move may have left secrets there.
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

  /** Creates the file before noting that it exists. */
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

  /** A missing file counts as lost until a person gives it up; an unreadable one is given up by removing it. */
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
    // A plain key is left by a move interrupted after the place was saved.
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

  /** The new key must open the file before the place is saved; the old key is removed last. */
  async function moveKey(from: FileVault, to: KeyPlace): Promise<void> {
    await from.keepKey(to);
    await (await openFileVault(dataDir, to)).make();
  }

  /** An earlier version's secrets stay in the keychain until the file and its note exist. */
  async function takeOver(): Promise<void> {
    const earlier = await opened(place.current.includes('keyring') ? ['keyring'] : ['keytar']);
    const secrets = await earlierEntries(earlier).all();
    const keychain = await opened(LIBRARIES);
    // An interrupted attempt left this file.
    await removeFile(dataDir);
    await (await openFileVault(dataDir, keychainKey(keychain))).make(secrets);
    await openFileVault(dataDir, keychainKey(keychain));
    await note({ key: keychain.library, made: true });
  }

  /** Deletes an earlier version's entries; false if the next start must retry. */
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
