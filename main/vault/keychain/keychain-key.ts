/** The file's key as one keychain entry. */
import { message } from '../../../contract/message.ts';
import type { KeyPlace } from '../file-vault.ts';
import { VaultError } from '../vault-error.ts';
import { type Keychain, notKept } from './keychain.ts';

const ENTRY = '#key';

export function keychainKey(keychain: Keychain): KeyPlace {
  return {
    serves: true,
    // This file holds the data folder's ID in the keychain.
    fileName: 'vault-place.json',
    async load() {
      const kept = await keychain.get(ENTRY);
      return kept === null ? null : { key: Buffer.from(kept, 'base64') };
    },
    async store(key) {
      const text = key.toString('base64');
      await keychain.set(ENTRY, text);
      if ((await keychain.get(ENTRY)) !== text) throw notKept();
    },
    stands: () => true,
    missing: () => new VaultError('keychain-emptied', message('vault.goneFromKeychain'), message('keychain.startAsConnectingUser')),
  };
}
