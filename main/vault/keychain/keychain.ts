/** The system's keychain: calls run one at a time with a time limit, and errors have texts. */

import { randomBytes } from 'node:crypto';
import { message, type Text } from '../../../contract/message.ts';
import { systemTime } from '../../../shared/time/system-time.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { VaultError } from '../vault-error.ts';
import type { KeychainLibrary } from './keychain-library.ts';
import { loadKeyring } from './keyring-library.ts';
import { loadKeytar } from './keytar-library.ts';

/** In order of preference. */
export const LIBRARIES = ['keyring', 'keytar'] as const;
export type LibraryName = (typeof LIBRARIES)[number];

/** Entries of one data folder in one library. A locked keychain may return null and ignore deletes. */
export interface Keychain {
  readonly library: LibraryName;
  get(entry: string): Promise<string | null>;
  /** 1 to 1,200 bytes of UTF-8: Windows takes 2,560 bytes, and one library writes two for each. */
  set(entry: string, value: string): Promise<void>;
  delete(entry: string): Promise<void>;
  /** Entries of this data folder, if the library can list them; see `KeychainLibrary.accounts`. */
  entries(): Promise<string[]>;
}

const LOAD: Record<LibraryName, () => KeychainLibrary> = { keytar: loadKeytar, keyring: loadKeyring };
const CALL_LIMIT_MS = 3_000;
const PROBE = '#probe';

export type KeychainResult = { keychain: Keychain; error: null } | { keychain: null; error: VaultError };

/** Verifies the keychain by writing, reading and deleting an entry; else returns why it failed. */
export async function openKeychain(libraries: readonly LibraryName[], account: string): Promise<KeychainResult> {
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

/** Throws the first library's error if none is loadable. */
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
  // One call at a time: a hanging call blocks only one of the few threads that files need as well,
  // and an abandoned write can't overwrite a newer one.
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
