/**
 * `npm run bench`: how fast an order crosses the counter on this computer, with 1,000 orders stored. Everything is real: the app in
 * a process of its own, the service in a box, a browser, a printer. Figures, not verdicts.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { cpus } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startBrowser } from '../e2e/venue/screen.ts';
import { openVenue, until, type Venue, WEBHOOK_SECRET } from '../e2e/venue/venue.ts';
import { benchKitchen } from './kitchen.ts';
import { benchLook } from './look/look.ts';
import { benchPapers } from './papers.ts';
import { benchSearch } from './search.ts';
import { benchSmooth } from './smooth.ts';
import { benchStarts, type Figure, residentMegabytes } from './starts.ts';

const START = fileURLToPath(new URL('../../out/node/start.js', import.meta.url));
/** As `npm start` runs it: short-lived objects are swept early, which keeps 25 MB of memory free on a small computer. */
const NODE_OPTIONS = ['--max-semi-space-size=2'];
const STORED = 1_000;
const OPEN = 30;
const STARTS = 10;
const ORDERS = 120;
const PAUSE_MS = 150;

if (process.argv[2] === 'papers') {
  benchPapers();
  process.exit(0);
}
if (process.argv[2] === 'starts') {
  print(await benchStarts());
  process.exit(0);
}
if (process.argv[2] === 'search') {
  print(await benchSearch());
  process.exit(0);
}
if (process.argv[2] === 'look') {
  console.table(await benchLook(process.argv[3] ? { languages: ['en'], pictures: process.argv[3] } : {}));
  process.exit(0);
}
if (process.argv[2] === 'kitchen') {
  print(await benchKitchen());
  process.exit(0);
}
if (process.argv[2] === 'smooth') {
  print(await benchSmooth());
  process.exit(0);
}
const venue = await openVenue({ venue: { accept_within_seconds: 0 } });
console.log(`${cpus().length} cores, Node ${process.version}. Storing ${STORED} orders...`);
await storeOrders(venue);
const receiverPort = await givePort(venue);
await venue.stopApp();

const starts: number[] = [];
const readies: number[] = [];
for (let round = 0; round < STARTS; round += 1) {
  const { child, listening, ready } = await startApp();
  starts.push(listening);
  readies.push(ready);
  await stopApp(child);
}
const { child, counter } = await startApp();
const cards = await timeCards(counter);
const bytes = await timePaper();
const memory = [residentMegabytes(child.pid ?? 0)];
await stopApp(child);
await venue.close();

print([
  { what: 'receiver listens after process start', unit: 'ms', limit: 1_000, values: starts },
  { what: 'counter can be opened after process start', unit: 'ms', limit: Number.NaN, values: readies },
  { what: 'card on screen after its notification was sent', unit: 'ms', limit: 1_000, values: cards },
  { what: 'first byte at the printer after the accept took effect', unit: 'ms', limit: 1_500, values: bytes },
  { what: 'memory of the main process after all this', unit: 'MB', limit: 150, values: memory },
  ...(await benchStarts()),
]);
benchPapers();
process.exit(0);

/** Most of them ended, some still open. */
async function storeOrders(at: Venue): Promise<void> {
  await at.call('settings.savePrinters', { printers: [] });
  for (let done = 0; done < STORED; done += 50) {
    const placed = await Promise.all(Array.from({ length: 50 }, () => at.place('instant')));
    for (const { order_id } of placed) await until('a card', () => at.state().orders[order_id], 30_000);
    if (done + 50 > STORED - OPEN) {
      // Those that stay open were seen: else the last of them would cover the screen.
      for (const { order_id } of placed) await at.call('order.touch', { orderId: order_id });
      continue;
    }
    await Promise.all(placed.map(({ order_id }) => at.call('order.reject', { orderId: order_id, reason: 'bench', code: 'GENERIC' })));
    for (const { order_id } of placed)
      await until('its end', () => at.state().orders[order_id]?.column === 'ended' || !at.state().orders[order_id], 30_000);
  }
}

/** A fixed port, so that it can be knocked at while the process starts; and the printer again. */
async function givePort(at: Venue): Promise<number> {
  const { host, port } = at.printer;
  const kitchen = { id: 'kitchen', name: 'Kitchen', host, port, columns: 48, dots: 576, family: 'epson' as const };
  await at.call('settings.savePrinters', { printers: [{ ...kitchen, documents: ['kitchen-ticket', 'participant-label'] }] });
  return Number(new URL((await at.app().receiverUrl()) ?? '').port);
}

async function startApp(): Promise<{ child: ChildProcess; listening: number; ready: number; counter: string }> {
  const settings = JSON.parse(readFileSync(`${venue.dataDir}/settings.json`, 'utf8'));
  settings.receiver = { ...settings.receiver, port: receiverPort };
  // The orders of the bench are never answered, which no venue does thirty times over: their slips would be what is measured.
  settings.venues = { [venue.venueId]: { unanswered_slip_seconds: null } };
  const { writeFileSync } = await import('node:fs');
  writeFileSync(`${venue.dataDir}/settings.json`, JSON.stringify(settings));
  const began = performance.now();
  const app = spawn(
    process.execPath,
    [...NODE_OPTIONS, START, '--data-dir', venue.dataDir, '--host', 'browser', '--no-open', '--vault', 'file'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const knocked = knock(receiverPort).then(() => performance.now() - began);
  for await (const line of createInterface({ input: app.stdout })) {
    const url = /^Counter: +(\S+)/.exec(line)?.[1];
    if (!url) continue;
    const ready = performance.now() - began;
    app.stdout.resume();
    await venue.control('POST', '/webhooks', { url: `http://127.0.0.1:${receiverPort}/notifications`, secret: WEBHOOK_SECRET });
    return { child: app, listening: await knocked, ready, counter: url };
  }
  throw new Error('The app did not start.');
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
    await pause(2);
  }
}

async function stopApp(app: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => app.once('exit', resolve));
  app.kill('SIGTERM');
  await gone;
}

/** From the moment a notification is sent to the painted frame that shows its card. */
async function timeCards(url: string): Promise<number[]> {
  const browser = await startBrowser();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(url);
  await page.getByRole('article').first().waitFor();
  await page.evaluate(`
    window.seen = {};
    new MutationObserver(() => {
      for (const card of document.querySelectorAll('article')) {
        const id = card.id.replace('order-', '');
        if (!(id in window.seen)) {
          window.seen[id] = 0;
          requestAnimationFrame(() => setTimeout(() => { window.seen[id] = Date.now(); }));
        }
      }
    }).observe(document.body, { childList: true, subtree: true });
  `);
  const sentAt = new Map<string, number>();
  for (let count = 0; count < ORDERS; count += 1) {
    const before = Date.now();
    const { order_id } = await venue.place('takeaway');
    sentAt.set(order_id, before);
    await pause(PAUSE_MS);
  }
  const seen = async () => (await page.evaluate('window.seen')) as Record<string, number>;
  await until('all cards', async () => {
    const all = await seen();
    return [...sentAt.keys()].every((id) => all[id]);
  });
  const all = await seen();
  await browser.close();
  return [...sentAt].map(([id, sent]) => (all[id] ?? 0) - sent);
}

/** From the service's word that the order is in production to the first byte of its ticket. */
async function timePaper(): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < 40; count += 1) {
    const known = venue.printer.papers().length;
    const { order_id } = await venue.place('takeaway');
    await until('the order to be read', async () => (await venue.asked(order_id, 'get order v2')) > 0);
    await venue.control('POST', `/orders/${order_id}/staff-accept`);
    const paper = await until('the ticket', () => venue.printer.papers()[known]);
    const accepted = (await venue.atService(order_id)).history.find(({ event }) => event === 'accepted') as unknown as { at: string };
    times.push(Date.parse(paper.at) - Date.parse(accepted.at));
    await until('the end of the ticket', () => venue.printer.papers()[known]?.cut);
  }
  return times;
}

function print(figures: Figure[]): void {
  console.log(
    `\n${'figure'.padEnd(56)} ${'n'.padStart(4)} ${'median'.padStart(8)} ${'p99'.padStart(8)} ${'max'.padStart(8)} ${'aim'.padStart(8)}`,
  );
  for (const { what, unit, limit, values } of figures) {
    const sorted = [...values].sort((a, b) => a - b);
    const at = (share: number) =>
      (sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN).toFixed(0).padStart(8);
    const aim = Number.isNaN(limit) ? '-' : `< ${limit}`;
    console.log(
      `${`${what} (${unit})`.padEnd(56)} ${String(values.length).padStart(4)} ${at(0.5)} ${at(0.99)} ${at(1)} ${aim.padStart(8)}`,
    );
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
