/** Run in Wine: saves (`keep`) or reads long secrets, with a key in Windows' keychain; prints their lengths. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openVault } from '../../../main/vault/vault.ts';

const NAMES = ['client-secret', 'refresh-token', 'relay-key'];
const LONGEST = 5_120;
const secretOf = (name: string): string => `${name}/`.repeat(LONGEST).slice(0, LONGEST);

const vault = await openVault({ dataDir: join(tmpdir(), 'tillbridge-windows-check'), prefer: 'keychain' });
if (process.argv[2] === 'keep') for (const name of NAMES) await vault.set(name, secretOf(name));
const found: Record<string, number> = {};
for (const name of NAMES) if ((await vault.get(name)) === secretOf(name)) found[name] = LONGEST;
console.log(JSON.stringify(found));
process.exit(0);
