/** Opens the main screen in this user's browser through a private redirect file, as all users can read program arguments. */
import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writePrivately } from '../../../shared/files/private-files.ts';
import { asGiven } from '../../files/private-files.ts';

const FILE = 'open-counter.html';

/** `accessLink`: with a single-use code. Rejects if no browser opens or the file can't be written. */
export async function openMainScreen(dataDir: string, accessLink: string): Promise<void> {
  const file = join(dataDir, FILE);
  writePrivately(file, pageOf(accessLink));
  await opened(file);
}

function opened(file: string): Promise<void> {
  const child = asGiven(() => spawn(process.execPath, [opener(), file], { stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true }));
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (words: string) => {
    output = (output + words).slice(-2_000);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(output.trim() || `the opener ended with ${code}`))));
  });
}

/** The opener, bundled in a packaged app, otherwise its source. */
function opener(): string {
  const bundled = fileURLToPath(new URL('../opener/opener.js', import.meta.url));
  return existsSync(bundled) ? bundled : fileURLToPath(new URL('./opener.ts', import.meta.url));
}

export function forgetOpening(dataDir: string): void {
  rmSync(join(dataDir, FILE), { force: true });
}

function pageOf(accessLink: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Tillbridge</title><meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${accessLink}"></head><body><p><a href="${accessLink}">Open Tillbridge</a></p></body></html>
`;
}
