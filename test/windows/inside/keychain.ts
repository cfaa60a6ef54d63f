/** Run in Wine: long secrets in the keychain of Windows, as the vault keeps them (`keychain.ts keep` or `keychain.ts read`), and how long each is. */
import { LIBRARIES, openKeychain } from '../../../main/vault/keychain/keychain.ts';
import { keychainVault } from '../../../main/vault/keychain/keychain-vault.ts';

const NAMES = ['client-secret', 'refresh-token', 'relay-key'];
const LONGEST = 5_120;
const secretOf = (name: string): string => `${name}/`.repeat(LONGEST).slice(0, LONGEST);

const { keychain, error } = await openKeychain(LIBRARIES, 'windows-check');
if (error) throw error;
const vault = keychainVault(keychain);
if (process.argv[2] === 'keep') await vault.takeOver(new Map(NAMES.map((name) => [name, secretOf(name)])));
await vault.check();
const found = [...(await vault.all())].filter(([name, secret]) => secret === secretOf(name)).map(([name, secret]) => [name, secret.length]);
if (process.argv[2] === 'read') await vault.clear();
console.log(JSON.stringify(Object.fromEntries(found)));
process.exit(0);
