/** Debian's Chromium without windows. It takes about a third less of the processor, and shades letters as the kept pictures have them. */
import { existsSync } from 'node:fs';
import { HEADLESS_SHELL } from './chromium.ts';
import { installDebianPackage } from './install-debian-package.ts';

/** Installs it as root on Debian, unless a browser is named by CHROME_PATH; says so where it is missing all the same. */
export function preferHeadlessShell(): void {
  if (process.env.CHROME_PATH || existsSync(HEADLESS_SHELL)) return;
  installDebianPackage('chromium-headless-shell');
  if (!existsSync(HEADLESS_SHELL))
    console.log('Without the Debian package chromium-headless-shell, tests take longer and letters differ from the kept pictures.');
}
