/** `npm run bench -- starts`: from process start to a board that can be touched, with nothing stored and with 100,000 orders; and the main process's memory, idle and after 1,000 orders. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseOrder } from '../../main/orders/reading/parse-order.ts';
import { openStore } from '../../main/store/store.ts';
import { startBrowser } from '../e2e/venue/screen.ts';
import { openVenueProcess, START } from '../faults/venue-process.ts';
import { orderBody } from '../fixtures/orders.ts';

export interface Figure {
  what: string;
  unit: string;
  limit: number;
  values: number[];
}

const ROUNDS = 7;
const MANY = 100_000;
const DAY_MS = 24 * 60 * 60_000;

export async function benchStarts(): Promise<Figure[]> {
  const empty = await timeStarts(0);
  console.log(`Storing ${MANY} orders...`);
  const full = await timeStarts(MANY);
  const { idle, after } = await memoryOf1000();
  return [
    { what: 'board can be touched, 0 orders stored', unit: 'ms', limit: Number.NaN, values: empty },
    { what: `board can be touched, ${MANY} orders stored`, unit: 'ms', limit: Number.NaN, values: full },
    { what: 'memory of the main process, idle', unit: 'MB', limit: Number.NaN, values: [idle] },
    { what: 'memory of the main process after 1,000 orders', unit: 'MB', limit: Number.NaN, values: [after] },
  ];
}

async function timeStarts(orders: number): Promise<number[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-starts-'));
  // A counter in use: with a venue the board is shown, and not the first screen.
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ receiver: { port: 0 }, counter: { port: 0 } }));
  fill(dataDir, orders);
  const browser = await startBrowser();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await browser.newPage();
    const began = performance.now();
    const app = spawn(
      process.execPath,
      ['--max-semi-space-size=2', START, '--data-dir', dataDir, '--host', 'browser', '--no-open', '--vault', 'file'],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    for await (const line of createInterface({ input: app.stdout })) {
      const url = /^Counter: +(\S+)/.exec(line)?.[1];
      if (url === undefined) continue;
      app.stdout.resume();
      await page.goto(url);
      break;
    }
    await page.getByRole('region', { name: /^New: / }).waitFor();
    times.push(performance.now() - began);
    await page.close();
    const gone = new Promise((resolve) => app.once('exit', resolve));
    app.kill('SIGTERM');
    await gone;
  }
  await browser.close();
  rmSync(dataDir, { recursive: true, force: true });
  return times;
}

/** Ended orders of the last weeks, as an installation of some months has them. */
function fill(dataDir: string, orders: number): void {
  const store = openStore(dataDir);
  store.write(() => store.venues.connected('venue-of-the-bench', Date.now()));
  const now = Date.now();
  for (let done = 0; done < orders; done += 1_000) {
    store.write(() => {
      for (let at = done; at < done + 1_000; at += 1) {
        const body = {
          ...orderBody('group'),
          id: at.toString(16).padStart(24, '0'),
          order_number: String(at % 1_000),
          order_status: 'delivered',
        };
        const parsed = parseOrder(body);
        if (!parsed.ok) throw new Error('The order of the bench is none.');
        const endedAt = now - DAY_MS - at * 20_000;
        const row = {
          order: parsed.order,
          stage: 'delivered',
          open: false,
          noticedAt: endedAt,
          readAt: endedAt,
          initialPickupEta: null,
          alerting: false,
          endedAt,
        } as const;
        store.orders.save(row, body);
      }
    });
  }
  store.close();
}

async function memoryOf1000(): Promise<{ idle: number; after: number }> {
  const venue = await openVenueProcess();
  await venue.switchOn();
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  const idle = residentMegabytes(venue.pid());
  for (let placed = 0; placed < 1_000; placed += 20) {
    await Promise.all(Array.from({ length: 20 }, () => venue.place('takeaway')));
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const { missing } = await venue.account(300_000);
  if (missing.length > 0) throw new Error(`Not every order came to its end: ${missing.slice(0, 3).join('; ')}`);
  const after = residentMegabytes(venue.pid());
  await venue.close();
  return { idle, after };
}

export function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
