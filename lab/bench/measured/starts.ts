/**
 * Time from process start until notifications are received, and until the board is usable; compared with bare Node with the same database.
 */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser } from 'playwright-core';
import { freePort } from '../../../main/demo/venue.ts';
import { startBrowser } from '../../../test/e2e/venue/screen.ts';
import { START } from '../../faults/venue-process.ts';
import { folderWith } from '../load/stored-orders.ts';
import { inTurns } from '../table/rounds.ts';
import { type Row, rowOf } from '../table/row.ts';

interface Began {
  /** ms until the port answers. */
  receives: number;
  board: number;
}

/** The largest size is also compared with none. */
export async function measureStarts(sizes: readonly [0, ...number[]]): Promise<Row[]> {
  const browser = await startBrowser();
  const folders = await Promise.all(sizes.flatMap((size) => [prepared(size), prepared(size)]));
  try {
    const sides = Object.fromEntries(
      sizes.flatMap((size, at) => [
        [`here ${size}`, () => begin(browser, ...ours(folders[2 * at] as Prepared))],
        [`bare ${size}`, () => begin(browser, ...bare(folders[2 * at + 1] as Prepared))],
      ]),
    );
    await inTurns(sides, 1);
    const began = await inTurns(sides);
    const of = (side: string, what: keyof Began): number[] => (began[side] ?? []).map((one) => one[what]);
    const row = (what: keyof Began, words: string, besideWhat: string, size: number): Row => {
      const beside = { what: besideWhat, rounds: of(`bare ${size}`, what) };
      const named = { id: `start-${what}-${size}`, what: `${words}, ${size.toLocaleString('en')} orders stored` };
      return rowOf({ ...named, here: of(`here ${size}`, what), beside, read_by: 'ratio' });
    };
    const alone = (what: keyof Began, words: string, aim: number): Row => ({
      ...row(what, words, 'bare Node, same database', 0),
      id: `start-${what}-ms`,
      read_by: 'here',
      aim,
    });
    const last = sizes.at(-1) ?? 0;
    const growth = `start to a board with ${last.toLocaleString('en')} orders stored`;
    const none = { what: 'with none', rounds: of('here 0', 'board') };
    return [
      ...sizes.map((size) => row('receives', 'start to notifications taken', 'bare Node, same database', size)),
      alone('receives', 'the same on the clock', 300),
      ...sizes.map((size) => row('board', 'start to a board that can be touched', 'the same, and a bare page', size)),
      alone('board', 'the same on the clock', 600),
      rowOf({ id: `start-growth-${last}`, what: growth, here: of(`here ${last}`, 'board'), beside: none, read_by: 'ratio', aim: 1.2 }),
    ];
  } finally {
    await browser.close();
    for (const { dataDir } of folders) rmSync(dataDir, { recursive: true, force: true });
  }
}

type Prepared = Awaited<ReturnType<typeof prepared>>;

/** A folder of an app in use, which shows the board. Its fixed port can be polled. */
async function prepared(size: number) {
  const dataDir = folderWith(size);
  const port = await freePort();
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ receiver: { port }, counter: { port: 0 } }));
  return { dataDir, port };
}

const ours = ({ dataDir, port }: Prepared): [number, string[]] => {
  // Keeps what the app changed at its last start, except the port.
  const file = join(dataDir, 'settings.json');
  const settings = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...settings, receiver: { ...settings.receiver, port } }));
  return [port, ['--max-semi-space-size=2', START, '--data-dir', dataDir, '--host', 'browser', '--no-open', '--vault', 'file']];
};
const bare = ({ dataDir, port }: Prepared): [number, string[]] => [port, ['lab/bench/beside/start.ts', dataDir, String(port)]];

async function begin(browser: Browser, port: number, words: string[]): Promise<Began> {
  const page = await browser.newPage();
  const began = performance.now();
  const app = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const knocked = knock(port).then(() => performance.now() - began);
  for await (const line of createInterface({ input: app.stdout })) {
    const url = /^Counter: +(\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    app.stdout.resume();
    await page.goto(url);
    break;
  }
  await page
    .locator('section', { hasText: /^New/ })
    .or(page.getByRole('region', { name: /^New: / }))
    .first()
    .waitFor();
  const board = performance.now() - began;
  await page.close();
  const gone = new Promise((resolve) => app.once('exit', resolve));
  app.kill('SIGTERM');
  await gone;
  return { receives: await knocked, board };
}

async function knock(port: number): Promise<void> {
  for (;;) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
