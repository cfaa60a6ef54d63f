/** The operating system's keychain as plain entries: every call in its turn and under a time limit, every failure in words. */
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { oneAtATime } from './one-at-a-time.ts';
import { VaultError } from './vault-error.ts';

/** Entries of one data folder. A locked keychain may answer null and do nothing on delete: see `keychainVault`. */
export interface Keychain {
  get(entry: string): Promise<string | null>;
  /** At most 2,500 bytes of UTF-8 and at least one: Windows takes no more. */
  set(entry: string, value: string): Promise<void>;
  delete(entry: string): Promise<void>;
  /** The names of all entries of this data folder. */
  entries(): Promise<string[]>;
}

/** What is used of the keytar package. Its own types would be missing where the optional package is. */
interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
  findCredentials(service: string): Promise<{ account: string }[]>;
}

const SERVICE = 'Tillbridge';
const CALL_LIMIT_MS = 3_000;
const PROBE = '#probe';

/** Proves with an entry that is set, read and deleted that a keychain answers; else says why it cannot be used. */
export async function openKeychain(account: string): Promise<{ keychain: Keychain; error: null } | { keychain: null; error: VaultError }> {
  try {
    const keychain = entriesOf(loadKeytar(), account);
    const value = randomBytes(12).toString('hex');
    await keychain.set(PROBE, value);
    const back = await keychain.get(PROBE);
    await keychain.delete(PROBE);
    if (back !== value) throw unreachable('The keychain of the operating system does not give back what was put into it.');
    return { keychain, error: null };
  } catch (error) {
    if (error instanceof VaultError) return { keychain: null, error };
    throw error;
  }
}

function entriesOf(keytar: Keytar, account: string): Keychain {
  // One call at a time: a call that hangs holds one of the few threads that files and names need as well, never several,
  // and a write that was given up cannot land on top of a newer one.
  const inTurn = oneAtATime();

  function call<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let givenUp = false;
      const limit = setTimeout(() => {
        givenUp = true;
        reject(noAnswer());
      }, CALL_LIMIT_MS);
      inTurn(async () => {
        if (!givenUp) return work();
        throw noAnswer();
      })
        .then(resolve, (error: unknown) => reject(inWords(error)))
        .finally(() => clearTimeout(limit));
    });
  }

  return {
    get: (entry) => call(() => keytar.getPassword(SERVICE, `${account}/${entry}`)),
    set: (entry, value) => call(() => keytar.setPassword(SERVICE, `${account}/${entry}`, value)),
    delete: async (entry) => void (await call(() => keytar.deletePassword(SERVICE, `${account}/${entry}`))),
    entries: async () => {
      const all = await call(() => keytar.findCredentials(SERVICE));
      return all.filter((found) => found.account.startsWith(`${account}/`)).map((found) => found.account.slice(account.length + 1));
    },
  };
}

function loadKeytar(): Keytar {
  try {
    return createRequire(import.meta.url)('keytar') as Keytar;
  } catch (error) {
    throw unreachable('The part of Tillbridge that speaks to the keychain (keytar) cannot be loaded on this computer.', error);
  }
}

function inWords(error: unknown): VaultError {
  if (error instanceof VaultError) return error;
  const text = error instanceof Error ? error.message : String(error);
  return /lock|prompt|dismiss|interaction|cancel|denied/i.test(text)
    ? locked(error)
    : unreachable(`The keychain of the operating system does not answer: ${text}.`, error);
}

function locked(cause?: unknown): VaultError {
  return new VaultError(
    'keychain-locked',
    'The keychain of the operating system is locked.',
    'Unlock it (usually by logging in to the desktop with the password). Tillbridge waits for it and goes on by itself.',
    cause,
  );
}

function unreachable(says: string, cause?: unknown): VaultError {
  return new VaultError(
    'keychain-unreachable',
    says,
    'Log in to the desktop of this computer, look whether a window asks for a password. Tillbridge waits for it and goes on by itself; only after the keychain itself was restarted, quit Tillbridge and start it again.',
    cause,
  );
}

function noAnswer(): VaultError {
  return unreachable(`The keychain of the operating system did not answer within ${CALL_LIMIT_MS / 1000} seconds.`);
}
