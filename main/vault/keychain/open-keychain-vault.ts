/** Opens a vault that is in the keychain already; what keytar alone holds moves to @napi-rs/keyring once. */
import { VaultError } from '../vault-error.ts';
import { LIBRARIES, type LibraryName, openKeychain } from './keychain.ts';
import { type KeychainVault, keychainVault } from './keychain-vault.ts';

type Current = readonly LibraryName[];

/** `current`: see `Place`; `remember` is durable when it resolves. Throws VaultError. */
export async function openKeychainVault(
  account: string,
  current: Current,
  remember: (current: LibraryName[]) => Promise<void>,
): Promise<KeychainVault> {
  const isMoved = current.includes('keyring');
  // What keytar still has after the move may be old: it is never read again.
  const first = await open(isMoved ? ['keyring'] : LIBRARIES, account);
  if (first.library === 'keyring' && !isMoved) {
    const keytar = await open(['keytar'], account);
    await keytar.vault.check();
    if (!(await isCopied(keytar.vault, first.vault))) return keytar.vault;
    await remember(['keyring', 'keytar']);
  }
  await first.vault.check();
  if (first.library === 'keyring' && current.includes('keytar') && (await isCleared(account))) await remember(['keyring']);
  return first.vault;
}

async function open(libraries: Current, account: string): Promise<{ library: LibraryName; vault: KeychainVault }> {
  const { keychain, error } = await openKeychain(libraries, account);
  if (error) throw error;
  return { library: keychain.library, vault: keychainVault(keychain) };
}

/** False when it could not be done now, of one damaged entry for instance: keytar serves, and the next start tries again. */
async function isCopied(from: KeychainVault, to: KeychainVault): Promise<boolean> {
  try {
    await to.takeOver(await from.all());
    return true;
  } catch (error) {
    if (error instanceof VaultError) return false;
    throw error;
  }
}

/** False when the next start has to try again. */
async function isCleared(account: string): Promise<boolean> {
  try {
    const { vault } = await open(['keytar'], account);
    await vault.clear();
    return true;
  } catch (error) {
    if (error instanceof VaultError) return error.code === 'keychain-emptied';
    throw error;
  }
}
