/** A process of its own that opens a vault and carries out the steps of its command line; a test may kill it at any moment. */
import { execFileSync } from 'node:child_process';
import { openVault, type Vault, VaultError } from '../../main/vault/vault.ts';

export type Step =
  | { do: 'open'; prefer?: 'auto' | 'keychain' | 'file' }
  | { do: 'set'; name: string; value: string }
  | { do: 'get'; name: string }
  | { do: 'delete'; name: string }
  /** The desktop locks its keyring. */
  | { do: 'lock' };

/** What became of a step: the value read, the vault's sentence after opening, or the error's code and words. */
export type Result = { value: string | null } | { opened: string; says: string } | { code: string; says: string; remedy: string };

const [dataDir, steps] = process.argv.slice(2);
if (dataDir && steps) {
  let vault: Vault | null = null;
  const results: Result[] = [];
  for (const step of JSON.parse(steps) as Step[]) {
    try {
      if (step.do === 'open') {
        vault = await openVault({ dataDir, prefer: step.prefer ?? 'auto' });
        results.push({ opened: vault.kind, says: vault.says });
      } else if (step.do === 'lock') {
        lockKeyring();
        results.push({ value: null });
      } else if (vault === null) throw new Error('No vault was opened.');
      else if (step.do === 'get') results.push({ value: await vault.get(step.name) });
      else {
        await (step.do === 'set' ? vault.set(step.name, step.value) : vault.delete(step.name));
        results.push({ value: null });
      }
    } catch (error) {
      if (!(error instanceof VaultError)) throw error;
      results.push({ code: error.code, says: error.says, remedy: error.remedy });
      if (step.do === 'open') break;
    }
  }
  // A keychain call that hangs holds a thread, and with it a usual exit, until the system gives it up.
  process.stdout.write(JSON.stringify(results), () => process.kill(process.pid, 'SIGKILL'));
}

function lockKeyring(): void {
  const secrets = ['--session', '--print-reply', '--dest=org.freedesktop.secrets', '/org/freedesktop/secrets'];
  execFileSync('dbus-send', [...secrets, 'org.freedesktop.Secret.Service.Lock', 'array:objpath:/org/freedesktop/secrets/collection/login']);
}
