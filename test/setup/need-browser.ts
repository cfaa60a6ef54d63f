/**
 * Before the stories in a browser. On a build server a browser is installed where it can be (as root on Debian), and its absence is a failure;
 * elsewhere the stories are skipped, with the reason, where there is none.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { whyNoBrowser } from './chromium.ts';

export default function setUp(): void {
  if (process.env.CI !== 'true' || whyNoBrowser() === null) return;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']])
      spawnSync('apt-get', args, { env, stdio: 'inherit' });
  }
  const why = whyNoBrowser();
  if (why !== null) throw new Error(`With CI=true the stories in a browser must run: ${why}.`);
}
