/** Downloads Electron at the first start, with the package's own script. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Time } from '../../../shared/time/time.ts';
import { asGiven } from '../../files/private-files.ts';
import { electronBinary } from '../choose-host.ts';

const LONGEST_MS = 15 * 60_000;

/** The binary's path, or the reason it's missing. `tell`: progress about once a second. */
export async function fetchElectron(time: Time, tell: (line: string) => void): Promise<{ binary: string } | { why: string }> {
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve('electron/package.json'));
  const { version } = require('electron/package.json') as { version: string };
  const began = time.monotonic();
  // Files with the usual rights, since other users may run it.
  const child = asGiven(() =>
    spawn(process.execPath, [join(folder, 'install.js')], { stdio: ['ignore', 'ignore', 'pipe'], timeout: LONGEST_MS }),
  );
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (words: string) => {
    output = (output + words).slice(-2_000);
  });
  const progress = (): void =>
    tell(`Downloading Electron ${version} (about 120 MB, once): ${Math.round((time.monotonic() - began) / 1_000)} s`);
  progress();
  const stopReporting = time.every(1_000, progress);
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', resolve);
  });
  stopReporting();
  const binary = electronBinary();
  if (code === 0 && binary !== null) return { binary };
  const [reason = ''] = output.split('\n').filter((line) => line.trim() !== '');
  return { why: `Couldn't download Electron${reason === '' ? '' : ` (${reason.trim()})`}.` };
}
