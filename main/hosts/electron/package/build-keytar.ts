/** Builds keytar, which ships no binaries, by its install script; npm ci doesn't run it (allowScripts). */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join('node_modules', 'keytar');
export const KEYTAR_BUILD = join(FOLDER, 'build');

export function keytarIn(root: string): string {
  return join(root, KEYTAR_BUILD, 'Release', 'keytar.node');
}

/** Returns whether a build exists for this system. */
export function buildKeytar(root: string): boolean {
  if (existsSync(keytarIn(root))) return true;
  spawnSync('npm', ['run', '--silent', 'install'], {
    cwd: join(root, FOLDER),
    shell: process.platform === 'win32',
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return existsSync(keytarIn(root));
}
