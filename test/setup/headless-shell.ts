/** Debian's Chromium without windows. It uses about a third less CPU, and renders fonts like the reference pictures. */
import { existsSync } from 'node:fs';
import { HEADLESS_SHELL } from './chromium.ts';
import { installDebianPackage } from './install-debian-package.ts';

/** Installs it as root on Debian, unless CHROME_PATH is set; reports failure. */
export function preferHeadlessShell(): void {
  if (process.env.CHROME_PATH || existsSync(HEADLESS_SHELL)) return;
  installDebianPackage('chromium-headless-shell');
  if (!existsSync(HEADLESS_SHELL))
    console.log('Without the Debian package chromium-headless-shell, tests take longer and letters differ from the kept pictures.');
}
