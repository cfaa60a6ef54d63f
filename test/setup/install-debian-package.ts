/** Installs a Debian package as root on Debian. Otherwise, or on failure, it does nothing. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export function installDebianPackage(name: string): void {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', name]])
    spawnSync('apt-get', args, { env, stdio: 'inherit' });
}
