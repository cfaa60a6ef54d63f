/** keytar, the keychain's second library, ships no builds: its install script fetches or compiles one. npm ci does not run it (allowScripts). */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join('node_modules', 'keytar');
/** Relative to the project's folder. */
export const KEYTAR_BUILD = join(FOLDER, 'build');

export function keytarIn(root: string): string {
  return join(root, KEYTAR_BUILD, 'Release', 'keytar.node');
}

/** Runs keytar's own install script where it has no build yet. Returns whether there is one, for this computer's system. */
export function buildKeytar(root: string): boolean {
  if (existsSync(keytarIn(root))) return true;
  spawnSync('npm', ['run', '--silent', 'install'], {
    cwd: join(root, FOLDER),
    shell: process.platform === 'win32',
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return existsSync(keytarIn(root));
}
