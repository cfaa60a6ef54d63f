/** Installs a Debian package if root on Debian; otherwise, or on failure, does nothing. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export function installDebianPackage(name: string): void {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', name]])
    spawnSync('apt-get', args, { env, stdio: 'inherit' });
}
