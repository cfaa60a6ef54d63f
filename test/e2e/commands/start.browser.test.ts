/** `npm start` without Electron: the app opens in the browser, and explains why. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { t } from '../../setup/messages.ts';
import { startBrowser } from '../venue/screen.ts';
import { until } from '../venue/venue.ts';

const START = fileURLToPath(new URL('../../../out/node/start.js', import.meta.url));
/** Installed copies of Electron are ignored, and none can be downloaded. */
const WITHOUT_ELECTRON = { ELECTRON_OVERRIDE_DIST_PATH: '/nowhere', ELECTRON_MIRROR: 'http://127.0.0.1:1/', DISPLAY: ':99' };

let dataDir: string;
let child: ChildProcess | null = null;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-start-'));
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ receiver: { port: 0 }, counter: { port: 0 } }));
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

const startedWith = (word: string) =>
  readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0').includes(word);
    } catch {
      return false;
    }
  });

function start(...args: string[]): { output: () => string; ended: Promise<number | null> } {
  const started = spawn(process.execPath, [START, '--data-dir', dataDir, '--vault', 'file', '--no-open', ...args], {
    env: { ...process.env, ...WITHOUT_ELECTRON },
  });
  child = started;
  let output = '';
  for (const stream of [started.stdout, started.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return { output: () => output, ended: new Promise((resolve) => started.once('exit', resolve)) };
}

test('without Electron, `npm start` shows the download, why it failed, and opens the app in the browser', async () => {
  const { output } = start();
  await until('the counter', () => /^Counter: +http/m.test(output()), 30_000);
  expect(output()).toMatch(/^Downloading Electron [\d.]+ \(about 120 MB, once\): 0 s$/m);
  expect(output()).toContain("Tillbridge: Couldn't download Electron");
  expect(output()).toContain('Tillbridge opens in the browser instead');
  // The suggested command names the data folder, since the demo starts this command with its own.
  expect(output()).toContain(`For another browser, run: npm start -- --no-open --data-dir ${dataDir}\n`);
  const address = /^Counter: +(\S+)/m.exec(output())?.[1] ?? '';
  const browser = await startBrowser();
  const page = await browser.newPage();
  await page.goto(address);
  await page.getByRole('button', { name: t('setup.connect') }).waitFor();
  await browser.close();
});

test('if Electron is requested explicitly and missing, the start ends and says what to do', async () => {
  const { output, ended } = start('--host', 'electron');
  expect(await ended).toBe(1);
  expect(output()).toContain('Check the connection and start again, or use --host browser.');
});

test.each([
  ['a file has its name', 'taken'],
  ['a file stands above it', 'taken/below'],
])(
  "a data folder that can't be created, since %s, ends the start with a message and exit code 1",
  async (_, name) => {
    writeFileSync(join(dataDir, 'taken'), 'a letter');
    const folder = join(dataDir, name);
    const { output, ended } = start('--host', 'browser', '--data-dir', folder);
    expect(await ended).toBe(1);
    expect(output()).toMatch(/^Tillbridge: Can't create the data folder .*: .*\nUse another folder with --data-dir/);
    expect(output()).not.toContain('    at ');
    expect(startedWith(folder)).toEqual([]);
    expect(readFileSync(join(dataDir, 'taken'), 'utf8')).toBe('a letter');
  },
  60_000,
);
