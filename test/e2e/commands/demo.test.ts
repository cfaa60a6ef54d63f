/** README's first command: the demo, run as a person runs it. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { testFolder } from '../../setup/parts.ts';
import { until } from '../venue/venue.ts';

const DEMO = fileURLToPath(new URL('../../../main/demo/start.ts', import.meta.url));

let temporary: string;
beforeEach(() => {
  temporary = testFolder();
});

interface Run {
  pid: number;
  output: () => string;
  ended: Promise<number | null>;
}

/** Starts the demo in its own process group, as a terminal does, without opening a browser. */
function start(...args: string[]): Run {
  return startWith({}, ...args);
}

function startWith(more: NodeJS.ProcessEnv, ...args: string[]): Run {
  const child = spawn(process.execPath, [DEMO, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, TMPDIR: temporary, DISPLAY: undefined, WAYLAND_DISPLAY: undefined, ...more },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (part: string) => {
      text += part;
    });
  }
  return { pid: child.pid ?? 0, output: () => text, ended: new Promise((resolve) => child.once('close', resolve)) };
}

test('a robot takes twelve orders of every kind to their end, with nothing lost or repeated', async () => {
  const run = start('--headless', '--orders', '12', '--every', '0.1', '--json');
  expect(await run.ended, run.output()).toBe(0);
  const account = JSON.parse(run.output().trim().split('\n').at(-1) ?? '');
  expect(account).toMatchObject({ received: 12, confirmed: 1, lost: 0, doubled: 0 });
  expect(account.accepted + account.confirmed + account.rejected).toBe(12);
  expect(account.ready).toBe(12 - account.rejected);
  expect(account.delivered).toBe(12 - account.rejected);
  expect(account.ticketsPrinted).toBe(12 - account.rejected);
  expect(account.sentToPos).toBe(12 - account.rejected);
  expect(account.labelsPrinted).toBe(6);
}, 120_000);

test('with a relay, the service posts only to the relay, the app gets all, and nothing waits there at the end', async () => {
  const run = start('--relay', '--headless', '--orders', '6', '--every', '0.1', '--json');
  expect(await run.ended, run.output()).toBe(0);
  const account = JSON.parse(run.output().trim().split('\n').at(-1) ?? '');
  expect(account).toMatchObject({ received: 6, lost: 0, doubled: 0, waitingAtRelay: 0 });
  // Each order causes at least two notifications: its arrival and its change of state.
  expect(account.takenByRelay).toBeGreaterThan(12);
  expect(readdirSync(temporary)).toEqual([]);
}, 120_000);

test('menu changes, a pause and new hours all reach the service', async () => {
  const run = start('--menu', '--headless', '--orders', '2', '--json');
  expect(await run.ended, run.output()).toBe(0);
  const lines = run.output().trim().split('\n');
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ received: 2, lost: 0, doubled: 0, menuChanges: 4, menuEqual: 4 });
  expect(lines.slice(-5, -1)).toEqual([
    expect.stringMatching(/is sold out: sent update menu items 202; .* an order for it: ITEM_HIDDEN; equal$/),
    expect.stringMatching(/^paused for 30 minutes: sent set venue online 204; .* an order: VENUE_OFFLINE; equal$/),
    'open again: sent set venue online 204; the service: online, takes orders; equal',
    'opening hours 11:00-21:30 (7): sent update opening times 202; the service: 11:00-21:30 (7); equal',
  ]);
}, 240_000);

test('at most four orders wait for staff, a line explains it, and the next arrives when one moves on', async () => {
  const run = start('--host', 'browser', '--every', '0');
  const placed = () => run.output().split('placed by a customer').length - 1;
  await until('the pause', () => run.output().includes('No further order comes before one of these 4 has gone on.'), 30_000);
  const [, numbers = ''] = /Your turn: Accept or Reject ([\d, ]+)\. No further/.exec(run.output()) ?? [];
  expect(numbers.split(', ')).toHaveLength(4);
  const [folder = ''] = readdirSync(temporary);
  expect(JSON.parse(readFileSync(join(temporary, folder, 'settings-of-the-demo.json'), 'utf8')).work.undo_seconds).toBe(5);
  await until('four on the terminal', () => placed() === 4);
  const control = /The service in a box: (\S+)/.exec(run.output())?.[1];
  const { orders } = (await (await fetch(`${control}/orders`)).json()) as { orders: { order_id: string; order_number: string }[] };
  expect(orders).toHaveLength(4);
  const [first] = orders;
  const merchantApp = (what: string) => fetch(`${control}/orders/${first?.order_id}/${what}`, { method: 'POST' });
  await merchantApp('staff-accept');
  await until('what is next', () => run.output().includes(`Ready, once it is cooked: ${first?.order_number}. No further`));
  expect(placed()).toBe(4);
  await merchantApp('staff-ready');
  await until('the fifth', () => placed() === 5);
  process.kill(-run.pid, 'SIGINT');
  expect(await run.ended, run.output()).toBe(0);
});

test('Ctrl-C stops the demo and leaves no process or folder', async () => {
  const run = start('--host', 'browser', '--every', '0.2', '--menu');
  await until('an order on the terminal', () => run.output().includes('placed by a customer'));
  expect(run.output()).toContain('Try Menu: mark an item as sold out');
  expect(readdirSync(temporary)).toHaveLength(1);
  process.kill(-run.pid, 'SIGINT');
  expect(await run.ended, run.output()).toBe(0);
  expect(() => process.kill(-run.pid, 0)).toThrow();
  expect(readdirSync(temporary)).toHaveLength(0);
});

/** Writes a module into a new folder; each process of the demo loads it first. */
function defect(module: (folder: string) => string): { folder: string; env: NodeJS.ProcessEnv } {
  const folder = testFolder();
  const file = join(folder, 'defect.mjs');
  writeFileSync(file, module(folder));
  return { folder, env: { NODE_OPTIONS: `--import ${pathToFileURL(file)}` } };
}

test('a demo that fails to start leaves no folder', async () => {
  const { env } = defect(
    () => `import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const write = fs.writeFileSync;
    fs.writeFileSync = (file, ...rest) => {
      if (String(file).endsWith('settings-of-the-demo.json')) throw new Error('ENOSPC: no space left on device.');
      return write(file, ...rest);
    };
    syncBuiltinESMExports();`,
  );
  const run = startWith(env, '--headless', '--relay');
  expect(await run.ended).toBe(1);
  expect(run.output()).toContain('The demo ended: ENOSPC: no space left on device.');
  expect(readdirSync(temporary)).toEqual([]);
});

test('if the app crashes, the demo ends and leaves no app running', async () => {
  const { folder, env } = defect(
    (place) => `import child from 'node:child_process';
    import { existsSync, writeFileSync } from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const again = ${JSON.stringify(join(place, 'again'))};
    const spawn = child.spawn;
    child.spawn = (file, args, options) => {
      if (!options?.detached) return spawn(file, args, options);
      writeFileSync(again, args.join(' '));
      return spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    };
    syncBuiltinESMExports();
    setInterval(() => {
      if (existsSync(${JSON.stringify(join(place, 'now'))}) && process.listenerCount('uncaughtException') > 0) throw new Error('a defect');
    }, 50).unref();`,
  );
  const run = startWith(env, '--headless', '--every', '0.2', '--orders', '999');
  await until('an order on the terminal', () => run.output().includes('placed by a customer'), 30_000);
  writeFileSync(join(folder, 'now'), '');
  expect(await run.ended, run.output()).toBe(1);
  expect(run.output()).toContain('Tillbridge crashed, so the demo ends.');
  expect(existsSync(join(folder, 'again'))).toBe(false);
  expect(() => process.kill(-run.pid, 0)).toThrow();
  expect(readdirSync(temporary)).toEqual([]);
});

test('an unknown option of the demo is reported', async () => {
  const run = start('--order', '12');
  expect(await run.ended).not.toBe(0);
  expect(run.output()).toContain("Unknown option '--order'");
});
