/** The keychain through both libraries: which of them answer, which hold the vault, and bringing the one that is behind up to date. */

import { VaultError } from '../vault-error.ts';
import { type Keychain, LIBRARIES, type LibraryName, openKeychain } from './keychain.ts';
import { type KeychainVault, keychainVault } from './keychain-vault.ts';
import { type TwinVault, twinVault } from './twin-vault.ts';

interface Keeping {
  account: string;
  /** Remembers through which libraries every secret can be read. Durable when it resolves. */
  remember: (current: LibraryName[]) => Promise<void>;
  onServing: (library: LibraryName) => void;
}

interface Answering {
  keychains: Keychain[];
  errors: Map<LibraryName, VaultError>;
}

/** A keychain that says it is locked is not asked once more through the other library: each asking may open a window. */
async function openAll(account: string): Promise<Answering> {
  const keychains: Keychain[] = [];
  const errors = new Map<LibraryName, VaultError>();
  for (const library of LIBRARIES) {
    const { keychain, error } = await openKeychain(library, account);
    if (keychain) keychains.push(keychain);
    else errors.set(library, error);
    if (error?.code === 'keychain-locked') break;
  }
  return { keychains, errors };
}

/** Opens the vault that is in the keychain already; `current`: through which libraries every secret can be read. Throws VaultError. */
export async function openKeychainVault(options: Keeping & { current: readonly LibraryName[] }): Promise<TwinVault> {
  const { keychains, errors } = await openAll(options.account);
  const current: KeychainVault[] = [];
  const behind: KeychainVault[] = [];
  for (const vault of keychains.map(keychainVault)) {
    if (!options.current.includes(vault.library)) {
      behind.push(vault);
      continue;
    }
    try {
      await vault.check();
      current.push(vault);
    } catch (error) {
      if (!(error instanceof VaultError)) throw error;
      errors.set(vault.library, error);
      if (error.code === 'keychain-emptied') behind.push(vault);
    }
  }
  const [leader] = current;
  if (!leader) throw whyNone(options.current, errors);
  for (const vault of behind) {
    if (await caughtUp(leader, vault)) current.push(vault);
  }
  // One that cannot be asked today may hold every secret all the same, until the next one is written without it.
  const absent = options.current.filter((library) => !keychains.some((keychain) => keychain.library === library));
  const remembered = [...current.map(({ library }) => library), ...absent];
  await options.remember(remembered);
  return twinVault({ ...options, current, remembered });
}

export interface StartedKeychain {
  /** Puts all secrets in; `current`: through which libraries they can be read then. Throws VaultError. */
  takeOver(secrets: ReadonlyMap<string, string>): Promise<{ vault: TwinVault; current: LibraryName[] }>;
}

/** Begins a vault in the keychain. */
export async function startKeychainVault(
  options: Keeping,
): Promise<{ started: StartedKeychain; error: null } | { started: null; error: VaultError }> {
  const { keychains, errors } = await openAll(options.account);
  const [leader, ...others] = keychains.map(keychainVault);
  if (!leader) return { started: null, error: whyNone(LIBRARIES, errors) };
  return {
    error: null,
    started: {
      async takeOver(secrets) {
        await leader.takeOver(secrets);
        const current = [leader];
        for (const other of others) if (await caughtUp(leader, other)) current.push(other);
        const remembered = current.map(({ library }) => library);
        return { vault: twinVault({ ...options, current, remembered }), current: remembered };
      },
    },
  };
}

/** False when it could not be done now: the next start tries again. */
async function caughtUp(leader: KeychainVault, other: KeychainVault): Promise<boolean> {
  try {
    await other.takeOver(await leader.all());
    return true;
  } catch (error) {
    if (error instanceof VaultError) return false;
    throw error;
  }
}

/** What can still be waited for goes before what cannot: an emptied keychain may have its secrets through the other library. */
function whyNone(wanted: readonly LibraryName[], errors: ReadonlyMap<LibraryName, VaultError>): VaultError {
  const all = [...errors.values()];
  const locked = all.find(({ code }) => code === 'keychain-locked');
  const own = wanted.flatMap((library) => errors.get(library) ?? []);
  const first = locked ?? own.find(({ code }) => code !== 'keychain-emptied') ?? own[0] ?? all[0];
  if (!first) throw new Error('no library for keychains');
  return first;
}
