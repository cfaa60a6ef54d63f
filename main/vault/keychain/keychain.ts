/** The operating system's keychain as plain entries: every call in its turn and under a time limit, every failure in words. */

import { randomBytes } from 'node:crypto';
import { message, type Text } from '../../../contract/message.ts';
import { systemTime } from '../../../shared/time/system-time.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { VaultError } from '../vault-error.ts';
import type { KeychainLibrary } from './keychain-library.ts';
import { loadKeyring } from './keyring-library.ts';
import { loadKeytar } from './keytar-library.ts';

/** The two ways to a keychain: the second where the first cannot be loaded. */
export const LIBRARIES = ['keyring', 'keytar'] as const;
export type LibraryName = (typeof LIBRARIES)[number];

/** Entries of one data folder through one library. A locked keychain may answer null and do nothing on delete. */
export interface Keychain {
  readonly library: LibraryName;
  get(entry: string): Promise<string | null>;
  /** At least one byte of UTF-8, at most 1,200: Windows takes 2,560 bytes, and one library writes two for each. */
  set(entry: string, value: string): Promise<void>;
  delete(entry: string): Promise<void>;
  /** The names of all entries of this data folder, where the library can list them; see `KeychainLibrary.accounts`. */
  entries(): Promise<string[]>;
}

const LOAD: Record<LibraryName, () => KeychainLibrary> = { keytar: loadKeytar, keyring: loadKeyring };
const CALL_LIMIT_MS = 3_000;
const PROBE = '#probe';

export type Opened = { keychain: Keychain; error: null } | { keychain: null; error: VaultError };

/**
 * Proves with an entry that is set, read and deleted that a keychain answers through the first of these libraries that can be loaded;
 * else says why it cannot be used.
 */
export async function openKeychain(libraries: readonly LibraryName[], account: string): Promise<Opened> {
  try {
    const { name, library } = load(libraries);
    const keychain = entriesOf(name, library, account);
    const value = randomBytes(12).toString('hex');
    await keychain.set(PROBE, value);
    const back = await keychain.get(PROBE);
    await keychain.delete(PROBE);
    if (back !== value) throw notKept();
    return { keychain, error: null };
  } catch (error) {
    if (error instanceof VaultError) return { keychain: null, error };
    throw error;
  }
}

/** The first that can be loaded. Throws what keeps the first choice from it where none can be. */
function load(libraries: readonly LibraryName[]): { name: LibraryName; library: KeychainLibrary } {
  const failures: VaultError[] = [];
  for (const name of libraries) {
    try {
      return { name, library: LOAD[name]() };
    } catch (error) {
      failures.push(unreachable(message('keychain.libraryFailed', { library: name }), error));
    }
  }
  throw failures[0];
}

function entriesOf(name: LibraryName, library: KeychainLibrary, account: string): Keychain {
  // One call at a time: a call that hangs holds one of the few threads that files and names need as well, never several,
  // and a write that was given up cannot land on top of a newer one.
  const inTurn = oneAtATime();

  function call<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let givenUp = false;
      const noLimit = systemTime.after(CALL_LIMIT_MS, () => {
        givenUp = true;
        reject(noAnswer());
      });
      inTurn(async () => {
        if (!givenUp) return work();
        throw noAnswer();
      })
        .then(resolve, (error: unknown) => reject(inWords(error)))
        .finally(noLimit);
    });
  }

  return {
    library: name,
    get: (entry) => call(() => library.get(`${account}/${entry}`)),
    set: (entry, value) => call(() => library.set(`${account}/${entry}`, value)),
    delete: (entry) => call(() => library.delete(`${account}/${entry}`)),
    entries: async () => {
      const all = await call(async () => (await library.accounts?.()) ?? []);
      return all.filter((found) => found.startsWith(`${account}/`)).map((found) => found.slice(account.length + 1));
    },
  };
}

function inWords(error: unknown): VaultError {
  if (error instanceof VaultError) return error;
  const text = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
  return /\b(is)?locked\b|prompt|dismiss|interaction|cancel|denied/i.test(text)
    ? locked(error)
    : unreachable(message('keychain.notResponding', { text }), error);
}

function locked(cause?: unknown): VaultError {
  return new VaultError('keychain-locked', message('keychain.locked'), message('keychain.unlockByLoggingIn'), cause);
}

function unreachable(text: Text, cause?: unknown): VaultError {
  return new VaultError('keychain-unreachable', text, message('keychain.logInToDesktop'), cause);
}

export function notKept(): VaultError {
  return unreachable(message('keychain.doesNotKeep'));
}

function noAnswer(): VaultError {
  return unreachable(message('keychain.timedOut', { seconds: CALL_LIMIT_MS / 1000 }));
}
