/** keytar, archived by its authors: used if @napi-rs/keyring can't be loaded, and to read what only it can find. */
import { createRequire } from 'node:module';
import type { KeychainLibrary } from './keychain-library.ts';

/** Typed here because the package is optional. */
interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
  findCredentials(service: string): Promise<{ account: string }[]>;
}

/** Listing ends the process if another program's entry under this name has no account. */
const SERVICE = 'Tillbridge';

/** Throws if the package can't be loaded. */
export function loadKeytar(): KeychainLibrary {
  const keytar = createRequire(import.meta.url)('keytar') as Keytar;
  return {
    get: (account) => keytar.getPassword(SERVICE, account),
    set: (account, value) => keytar.setPassword(SERVICE, account, value),
    delete: async (account) => void (await keytar.deletePassword(SERVICE, account)),
    accounts: async () => (await keytar.findCredentials(SERVICE)).map(({ account }) => account),
  };
}
