/** Installs a package of Debian where that can be done: as root, on Debian. Elsewhere, and where it fails, it does nothing. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export function installDebianPackage(name: string): void {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', name]])
    spawnSync('apt-get', args, { env, stdio: 'inherit' });
}
