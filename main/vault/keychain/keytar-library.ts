/** keytar: archived by its authors; serves where @napi-rs/keyring cannot be loaded, and reads what was stored with it, which nothing else finds. */
import { createRequire } from 'node:module';
import type { KeychainLibrary } from './keychain-library.ts';

/** What is used of the package. Its own types would be missing where the optional package is. */
interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
  findCredentials(service: string): Promise<{ account: string }[]>;
}

/** The name of every entry; what other programs keep under it, and lacks an account, ends the process when all are asked for. */
const SERVICE = 'Tillbridge';

/** Throws where it cannot be loaded. */
export function loadKeytar(): KeychainLibrary {
  const keytar = createRequire(import.meta.url)('keytar') as Keytar;
  return {
    get: (account) => keytar.getPassword(SERVICE, account),
    set: (account, value) => keytar.setPassword(SERVICE, account, value),
    delete: async (account) => void (await keytar.deletePassword(SERVICE, account)),
    accounts: async () => (await keytar.findCredentials(SERVICE)).map(({ account }) => account),
  };
}
