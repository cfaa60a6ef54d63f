import { existsSync } from 'node:fs';

/** The same browser without windows, which takes about a third less of the processor: Debian's chromium-headless-shell. */
export const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell';

/** The browser that tests drive: the one named by TILLBRIDGE_CHROMIUM, or Debian's, without windows where that is there. */
export function chromiumPath(): string {
  return process.env.TILLBRIDGE_CHROMIUM ?? (existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : '/usr/bin/chromium');
}
