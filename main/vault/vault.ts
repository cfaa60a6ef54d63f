/**
 * Where secrets live, in this order: the operating system's keychain; a file whose key the system keeps
 * for the desktop app; a file with its key beside it. Which of them is remembered, so that no secret is ever looked for in the wrong one.
 */

import { mkdir } from 'node:fs/promises';
import { message, type Text } from '../../contract/message.ts';
import { type FileVault, type KeyWrapping, openFileVault, PLAIN_KEY, removeFileVault, removeKey } from './file-vault.ts';
import { type Keychain, LIBRARIES, openKeychain } from './keychain/keychain.ts';
import { keychainVault } from './keychain/keychain-vault.ts';
import { openKeychainVault } from './keychain/open-keychain-vault.ts';
import { type Sealer, sealedKey } from './sealed-key.ts';
import { VaultError, type VaultErrorCode } from './vault-error.ts';
import { readLocation, rememberLocation, type VaultLocation } from './vault-location.ts';

export type { Sealer } from './sealed-key.ts';
export { VaultError } from './vault-error.ts';

export interface Vault {
  readonly kind: 'keychain' | 'sealed' | 'file';
  /** The sentence staff see. */
  readonly text: Text;
  /** Null when there is no such secret; a keychain that cannot say so throws VaultError instead. */
  get(name: string): Promise<string | null>;
  /** Durable when it resolves. Throws VaultError; then the old value still stands, or the new one, never half of one. */
  set(name: string, value: string): Promise<void>;
  delete(name: string): Promise<void>;
  /** Throws VaultError when the secrets cannot be read now. */
  check(): Promise<void>;
  /** Writes again what the data folder holds of it, where that was removed while it was open. Throws VaultError. */
  keep(): Promise<void>;
}

export interface VaultOptions {
  dataDir: string;
  /** `auto` takes the keychain where it answers, then the system's own sealing, and the file elsewhere. */
  prefer?: 'auto' | 'keychain' | 'file';
  /** Whose secrets these are in the keychain; a random id kept in the data folder when not given. */
  account?: string;
  /** The desktop app's way of having the system keep a key. */
  sealer?: Sealer;
}

const IN_KEYCHAIN = message('vault.inKeychain');
const SEALED = message('vault.inFileSystemKey');
/** What stands there and does not open. */
const UNREADABLE = new Set<VaultErrorCode>(['vault-damaged', 'key-missing']);

/**
 * Opens the vault of a data folder and remembers where it is. Only one process may have a folder's vault open.
 * A file moves to the keychain as soon as one answers, and under the system's seal as soon as there is one; a vault that was in the
 * keychain or under the seal never turns into an empty file. Throws VaultError.
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
  const account = options.account ?? place.id;

  if (prefer === 'file') {
    if (place.place === 'keychain' || place.place === 'sealed') throw isElsewhere(place.place);
    return fileVault(message('vault.inFileAsChosen'));
  }
  if (place.place === 'keychain') {
    const vault = await openKeychainVault(account, place.current, (current) => note({ current }));
    // What is left of a move that was cut short after the place was remembered.
    await removeFileVault(dataDir);
    return { ...vault, keep: note, kind: 'keychain', text: IN_KEYCHAIN };
  }
  // Before the keychain is asked for: what cannot be read now cannot move.
  const sealed = place.place === 'sealed' ? await openSealed() : null;
  const { keychain, error } = await openKeychain(LIBRARIES, account);
  if (keychain) return moveToKeychain(keychain, sealed ?? (await openWhatWasMade(PLAIN_KEY)));
  if (prefer === 'keychain') throw error;
  if (sealed) return sealedVault(sealed);
  if (sealer && (await sealer.isAvailable())) return moveUnderSeal(sealer);
  return fileVault(message('vault.inFileNoKeychain'));

  async function fileVault(text: Text): Promise<Vault> {
    return { ...asVault(await openFile()), kind: 'file', text };
  }

  /** The file stands before the place says so. */
  async function openFile(): Promise<FileVault> {
    const file = await openWhatWasMade(PLAIN_KEY);
    await file.make();
    if (place.place !== 'file' || !place.made) await note({ place: 'file', made: true });
    return file;
  }

  /** A file that was made and is gone is missed until a person gives it up; one that cannot be read is told of, and given up by taking it away. */
  async function openWhatWasMade(wrapping: KeyWrapping): Promise<FileVault> {
    try {
      const file = await openFileVault(dataDir, wrapping);
      if (place.made && !file.wasThere) throw lost(wrapping.fileName);
      return file;
    } catch (error) {
      if (error instanceof VaultError && UNREADABLE.has(error.code)) await note({ made: false });
      throw error;
    }
  }

  async function openSealed(): Promise<FileVault> {
    if (!sealer) throw sealedByDesktop();
    const file = await openWhatWasMade(sealedKey(sealer));
    await file.make();
    if (!place.made) await note({ made: true });
    // What is left of a move that was cut short after the place was remembered.
    await removeKey(dataDir, PLAIN_KEY.fileName);
    return file;
  }

  function sealedVault(file: FileVault): Vault {
    return { ...asVault(file), kind: 'sealed', text: SEALED };
  }

  /** The sealed key has opened the file before the place is remembered, and the plain one goes last. */
  async function moveUnderSeal(by: Sealer): Promise<Vault> {
    const wrapping = sealedKey(by);
    await (await openFile()).keepKey(wrapping);
    await openFileVault(dataDir, wrapping);
    await note({ place: 'sealed' });
    return sealedVault(await openSealed());
  }

  /** Every entry is in the keychain before the place is remembered, and the file goes last: a crash anywhere leaves one whole copy. */
  async function moveToKeychain(keychain: Keychain, from: FileVault): Promise<Vault> {
    const vault = keychainVault(keychain);
    await vault.takeOver(from.entries());
    await note({ place: 'keychain', current: [keychain.library], made: false });
    await removeFileVault(dataDir);
    return { ...vault, keep: note, kind: 'keychain', text: IN_KEYCHAIN };
  }

  function asVault({ get, set, delete: remove, keep }: FileVault): Pick<Vault, 'get' | 'set' | 'delete' | 'check' | 'keep'> {
    return { get, set, delete: remove, check: async () => undefined, keep: () => keep().then(() => note()) };
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
