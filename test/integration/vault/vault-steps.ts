/** A process that opens a vault and runs the steps of its command line; a test may kill it at any time. */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { english } from '../../../contract/english.ts';
import { loadKeyring } from '../../../main/vault/keychain/keyring-library.ts';
import { loadKeytar } from '../../../main/vault/keychain/keytar-library.ts';
import { openVault, type Vault, VaultError } from '../../../main/vault/vault.ts';
import { restartKeyring } from './keyring-session.ts';

export type Step =
  | { do: 'open'; prefer?: 'auto' | 'keychain' | 'file' }
  | { do: 'set'; name: string; value: string }
  | { do: 'get'; name: string }
  | { do: 'delete'; name: string }
  /** Locks the desktop's keyring. */
  | { do: 'lock' }
  | { do: 'restart' }
  /** Writes entries like earlier versions; the first ones wrote no list of names. */
  | { do: 'earlier'; id: string; library: 'keytar' | 'keyring'; isListed: boolean; secrets: Record<string, string> }
  | { do: 'forget'; id: string; library: 'keytar' | 'keyring'; entry: string }
  /** Reads one keychain entry. */
  | { do: 'entry'; id: string; library: 'keytar' | 'keyring'; entry: string };

/** The value read, the vault's text after opening, or the error. */
export type Result = { value: string | null } | { opened: string; text: string } | { code: string; text: string; hint: string };

const LOAD = { keytar: loadKeytar, keyring: loadKeyring };
const [dataDir, steps] = process.argv.slice(2);
if (dataDir && steps) {
  let vault: Vault | null = null;
  const results: Result[] = [];
  for (const step of JSON.parse(steps) as Step[]) {
    try {
      if (step.do === 'open') {
        vault = await openVault({ dataDir, prefer: step.prefer ?? 'auto' });
        results.push({ opened: vault.kind, text: english(vault.text) });
      } else results.push({ value: await carryOut(step, vault) });
    } catch (error) {
      if (!(error instanceof VaultError)) throw error;
      results.push({ code: error.code, text: english(error.text), hint: english(error.hint) });
      if (step.do === 'open') break;
    }
  }
  // A hanging keychain call holds a thread, and so a normal exit, until the system gives it up.
  process.stdout.write(JSON.stringify(results), () => process.kill(process.pid, 'SIGKILL'));
}

/** Returns the value it reads, if any. */
async function carryOut(step: Exclude<Step, { do: 'open' }>, vault: Vault | null): Promise<string | null> {
  if (step.do === 'entry') return LOAD[step.library]().get(`${step.id}/${step.entry}`);
  if (step.do === 'lock') lockKeyring();
  else if (step.do === 'restart') await restartKeyring();
  else if (step.do === 'earlier') await leaveAsEarlier(step);
  else if (step.do === 'forget') await LOAD[step.library]().delete(`${step.id}/${step.entry}`);
  else if (vault === null) throw new Error('No vault was opened.');
  else if (step.do === 'get') return vault.get(step.name);
  else await (step.do === 'set' ? vault.set(step.name, step.value) : vault.delete(step.name));
  return null;
}

async function leaveAsEarlier({ id, library, isListed, secrets }: Step & { do: 'earlier' }): Promise<void> {
  const keychain = LOAD[library]();
  const listed = isListed ? { '#names': JSON.stringify(Object.keys(secrets)) } : {};
  await keychain.set(`${id}/#present`, 'the secrets of this data folder are in this keychain');
  for (const [name, value] of Object.entries({ ...secrets, ...listed })) {
    if (value.length <= 1_190) await keychain.set(`${id}/${name}`, `1:${value}`);
    else {
      const pieces =
        Buffer.from(value)
          .toString('base64')
          .match(/.{1,1190}/g) ?? [];
      for (const [index, piece] of pieces.entries()) await keychain.set(`${id}/${name}#a${index}`, piece);
      await keychain.set(`${id}/${name}`, `2:a:${pieces.length}:${createHash('sha256').update(value).digest('hex')}`);
    }
  }
  mkdirSync(String(dataDir), { recursive: true });
  writeFileSync(`${dataDir}/vault-place.json`, JSON.stringify({ id, place: 'keychain', ...(isListed ? { current: [library] } : {}) }));
}

function lockKeyring(): void {
  const secrets = ['--session', '--print-reply', '--dest=org.freedesktop.secrets', '/org/freedesktop/secrets'];
  execFileSync('dbus-send', [...secrets, 'org.freedesktop.Secret.Service.Lock', 'array:objpath:/org/freedesktop/secrets/collection/login']);
}
