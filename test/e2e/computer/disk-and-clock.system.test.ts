/** What staff see if this computer is in trouble: its disk, its clock, or a second copy of the app. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { mountSmallDisk, type SmallDisk, whyNoBrokenDisk } from '../../../lab/faults/runs/break-disk.ts';
import { anotherClock } from '../../../lab/faults/runs/clock.ts';
import { openVenueProcess, START, type VenueProcess } from '../../../lab/faults/venue-process.ts';
import { freePort } from '../../../main/demo/venue.ts';
import { t } from '../../setup/messages.ts';
import { startBrowser } from '../venue/screen.ts';
import { until } from '../venue/venue.ts';

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
});

const open: { close(): unknown }[] = [];
afterEach(async () => {
  await page.close();
  for (const one of open.splice(0).reverse()) await one.close();
});

const noDisk = whyNoBrokenDisk();
const onBrokenDisk = (name: string, run: () => Promise<void>) =>
  test.skipIf(noDisk !== null)(noDisk ? `${name} (${noDisk})` : name, run, 60_000);

function smallDisk(): SmallDisk {
  const disk = mountSmallDisk(48);
  open.push({ close: disk.remove });
  return disk;
}

async function venueOn(dataDir?: string): Promise<VenueProcess> {
  const app = await openVenueProcess({
    robot: false,
    ...(dataDir ? { dataDir } : {}),
    sandbox: { notificationRetryMs: 5_000 },
    settings: { counter: { port: await freePort() } },
  });
  open.push(app);
  return app;
}

const card = (number: string) => page.getByRole('article', { name: `Order ${number}`, exact: true });

interface Copy {
  output(): string;
  ended: Promise<number | null>;
}
function startCopy(...args: string[]): Copy {
  const child = spawn(process.execPath, [START, '--host', 'browser', '--no-open', '--vault', 'file', ...args], { stdio: 'pipe' });
  open.push({ close: () => child.kill('SIGKILL') });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (text += part.toString()));
  return { output: () => text, ended: new Promise((resolve) => child.once('exit', resolve)) };
}

onBrokenDisk('a full disk is reported on screen; once there is space, orders arrive and the warning disappears', async () => {
  const disk = smallDisk();
  const app = await venueOn(join(disk.dir, 'data'));
  await app.switchOn();
  await page.goto(app.counterUrl());
  await app.place('takeaway');
  await card('10001').waitFor();
  const makeSpace = disk.fill();
  const warning = page.getByRole('region', { name: 'Messages' }).getByText("This computer's disk is full");
  let placed = 1;
  await until('the warning', async () => {
    placed += 1;
    await app.place('takeaway');
    return (await warning.count()) > 0;
  });
  await card('10001').getByRole('button', { name: 'Accept', exact: false }).first().click();
  await page.getByText('Nothing was done').first().waitFor();
  makeSpace();
  await warning.first().waitFor({ state: 'detached' });
  for (let number = 1; number <= placed; number += 1) await card(String(10_000 + number)).waitFor();
});

onBrokenDisk("a data folder that can't be written is reported at the app's address; the app starts once it can be", async () => {
  const disk = smallDisk();
  const app = await venueOn(join(disk.dir, 'data'));
  await app.switchOn();
  await page.goto(app.counterUrl());
  await page.getByRole('region', { name: /^New: / }).waitFor();
  const url = page.url();
  await app.switchOff();
  const allowWriting = disk.lock();
  const started = app.switchOn();
  await until('the page', async () => (await page.goto(url).catch(() => null))?.status() === 503);
  expect(await page.getByRole('alert').textContent()).toContain("Tillbridge can't write to its data folder");
  allowWriting();
  // A page loaded while Tillbridge couldn't run has lost its sign-in key, so it must be paired again.
  await page.getByRole('heading', { name: t('pair.title') }).waitFor();
  await started;
  await page.goto(app.counterUrl());
  await page.getByRole('region', { name: /^New: / }).waitFor();
});

test("an older Tillbridge shows a newer one's orders read-only, and leaves notifications to the newer one", async () => {
  const app = await venueOn();
  await app.switchOn();
  await page.goto(app.counterUrl());
  await app.place('takeaway');
  await card('10001').waitFor();
  await app.switchOff();
  const file = join(app.venue.dataDir, 'tillbridge.sqlite');
  const asVersion = (version: number): number => {
    const db = new Database(file);
    const before = Number(db.pragma('user_version', { simple: true }));
    db.pragma(`user_version = ${version}`);
    db.close();
    return before;
  };
  const version = asVersion(99);
  await app.switchOn();
  await page.goto(app.counterUrl());
  await page.getByText("This computer's database is from a newer Tillbridge").first().waitFor();
  await card('10001')
    .getByRole('button', { name: /^Accept/ })
    .click();
  await page.getByText('Nothing was done').first().waitFor();
  const { order_id: id } = await app.venue.place('takeaway');
  const notified = async () =>
    (await app.venue.log()).some((entry) => entry.kind === 'notification' && entry.order_id === id && entry.outcome === '200');
  await until('the notification to be taken in', notified);
  const sent = (await app.venue.log()).filter((entry) => entry.kind === 'request' && entry.order_id !== undefined).length;
  await app.switchOff();
  expect((await app.venue.log()).filter((entry) => entry.kind === 'request' && entry.order_id !== undefined).length).toBe(sent);
  expect(asVersion(version)).toBe(99);
  const db = new Database(file, { readonly: true });
  expect(db.prepare('SELECT count(*) FROM notification WHERE order_id = ?').pluck().get(id)).toBe(0);
  db.close();
  void app.switchOn();
  await until('the order', async () => (await app.venue.asked(id, 'get order v2')) > 0, 60_000);
}, 180_000);

test("a newer Tillbridge's database that can't be read is reported and unchanged; notifications wait for that version", async () => {
  const app = await venueOn();
  const file = join(app.venue.dataDir, 'tillbridge.sqlite');
  const db = new Database(file);
  const version = db.pragma('user_version', { simple: true });
  db.pragma('user_version = 99');
  db.exec('ALTER TABLE orders RENAME COLUMN stage TO phase');
  db.close();
  void app.switchOn();
  const { port } = JSON.parse(readFileSync(join(app.venue.dataDir, 'settings.json'), 'utf8')).counter;
  await until('the page', async () => (await page.goto(`http://127.0.0.1:${port}/`).catch(() => null))?.status() === 503);
  expect(await page.getByRole('alert').textContent()).toContain('newer Tillbridge (version 99');
  const again = new Database(file, { readonly: true });
  expect(again.pragma('user_version', { simple: true })).toBe(99);
  expect(version).not.toBe(99);
  again.close();

  await page.getByText('Order webhooks are received and kept meanwhile').waitFor();
  const { order_id: id } = await app.venue.place('takeaway');
  const notified = async () =>
    (await app.venue.log()).some((entry) => entry.kind === 'notification' && entry.order_id === id && entry.outcome === '200');
  await until('the notification to be taken in', notified);
  const newer = new Database(file);
  expect(newer.prepare('SELECT count(*) FROM notification WHERE order_id = ?').pluck().get(id)).toBe(0);
  newer.exec('ALTER TABLE orders RENAME COLUMN phase TO stage');
  newer.pragma(`user_version = ${version}`);
  newer.close();
  await until('the order', async () => (await app.venue.asked(id, 'get order v2')) > 0, 60_000);
}, 120_000);

test('a computer clock three hours slow is reported on screen, and the countdown is still right', async () => {
  const app = await venueOn();
  const clock = anotherClock(app.venue.dataDir);
  clock.set('-3h');
  await app.switchOn([], clock.env);
  await page.goto(app.counterUrl());
  await app.place('takeaway');
  await card('10001').waitFor();
  await page.getByText("This computer's clock is 3 h slow").waitFor();
  await page.clock.install({ time: Date.now() - 3 * 3_600_000 });
  await page.reload();
  const left = async () => Number(/\d+/.exec((await card('10001').getByRole('timer').getAttribute('aria-label')) ?? '')?.[0]);
  await until('the countdown', async () => (await left()) > 0 && (await left()) <= 180);
});

test('a second start on the same data folder gives the address of the running app, and ends', async () => {
  const app = await venueOn();
  await app.switchOn();
  const second = startCopy('--data-dir', app.venue.dataDir);
  expect(await second.ended).toBe(0);
  expect(second.output()).toContain('Tillbridge is already running');
  const address = /^Counter: +(\S+)/m.exec(second.output())?.[1] ?? '';
  expect(new URL(address).origin).toBe(new URL(app.counterUrl()).origin);
  await page.goto(address);
  await page.getByRole('region', { name: /^New: / }).waitFor();
});

test('of two simultaneous starts on an empty data folder, one keeps running', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-twice-'));
  open.push({ close: () => rmSync(dataDir, { recursive: true, force: true }) });
  const copies = [startCopy('--data-dir', dataDir), startCopy('--data-dir', dataDir)];
  await until('one to end', () => copies.some((copy) => copy.output().includes('already running')));
  await until('the other to run', () => copies.some((copy) => copy.output().includes('Receiver:')));
});
