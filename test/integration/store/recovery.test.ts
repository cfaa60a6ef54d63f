/** How an unusable database is replaced, and what then counts as uncertain. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { restoreFromBackup } from '../../../main/app/restore-backup.ts';
import { type BackupFile, backupsIn } from '../../../main/store/backups/backup-files.ts';
import { backupFolder } from '../../../main/store/backups/files-put-aside.ts';
import { restoreBackup } from '../../../main/store/recovery/recover.ts';
import { NOT_READ } from '../../../main/store/rows/order-rows.ts';
import type { Store, StoreOptions } from '../../../main/store/store.ts';
import { openVenue, until } from '../../e2e/venue/venue.ts';
import { orderBody, putOrder } from '../../fixtures/orders.ts';
import { codesIn } from '../../setup/messages.ts';
import { notOnWindows } from '../../setup/not-on-windows.ts';
import { closing, inDatabase, testFolder, testStore } from '../../setup/parts.ts';
import { type TestTime, testTime } from '../../setup/test-time.ts';
import { notified } from './rows.ts';

const START = Date.parse('2026-11-22T12:00:00Z');

let folder: string;
let store: Store;
let time: TestTime;
beforeEach(() => {
  time = testTime(START);
  folder = testFolder();
  open();
});
afterEach(async () => {
  await close();
});

function open(options: StoreOptions = {}): Store {
  store = testStore(folder, { time, ...options });
  return store;
}
async function close(): Promise<void> {
  await store.backups.stop();
  store.close();
}
const file = () => join(folder, 'tillbridge.sqlite');
const exec = (sql: string, path = file()) => inDatabase(path, (db) => db.exec(sql));
const remove = () => ['', '-wal', '-shm'].forEach((part) => void rmSync(file() + part, { force: true }));
const asides = () => readdirSync(folder).filter((name) => /\.(damaged|replaced)-[^-]*-[^-]*-[^-]*-[^-]*-[^-]*Z$/.test(name));
const backups = () => backupsIn(backupFolder(folder), time.wall());
const ids = () => store.orders.open().map(({ order }) => order.id);

function keep(id: string): void {
  const body = orderBody('takeaway-cash', { id, created_at: '2026-11-22T11:59:00Z' });
  putOrder(store, body, { stage: 'awaiting-acceptance', readAt: time.wall() });
}
const notify = (id: string): void => store.write(() => notified(store, id));
function lossesOf(of: Store): string[] {
  const losses: string[] = [];
  of.onLoss((loss) => losses.push(loss));
  return losses;
}
async function backedUp(...orders: string[]): Promise<void> {
  for (const id of orders) keep(id);
  await store.backups.make();
  await close();
}
function scratch(path: string, from = 4_096): void {
  const bytes = readFileSync(path);
  for (let at = from; at < bytes.length; at += 512) bytes.fill(0xab, at, Math.min(at + 256, bytes.length));
  writeFileSync(path, bytes);
}

test('a first start on an empty folder reports nothing', async () => {
  expect(store.recovery).toBeNull();
  expect(store.recoveries.latest()).toBeNull();
});

test.each([
  ['missing', remove],
  ['missing, with its WAL file left behind', () => rmSync(file())],
  ['empty', () => truncateSync(file(), 0)],
  ['cut short', () => truncateSync(file(), 6_000)],
  ['damaged', () => scratch(file())],
  ['emptied', () => exec('DELETE FROM orders; DELETE FROM notification; DELETE FROM history')],
  [
    'of another program',
    () => {
      remove();
      exec('CREATE TABLE songs (name TEXT)');
    },
  ],
  [
    'a folder',
    () => {
      remove();
      mkdirSync(file());
    },
  ],
])('a database that is %s is restored from its backup, and the old one is kept', async (_, harm) => {
  await backedUp('a', 'b');
  const wasThere = existsSync(file());
  harm();
  const isThere = existsSync(file());
  time.sleep(60_000);
  open();
  expect(ids()).toEqual(['a', 'b']);
  expect(store.recovery).toMatchObject({ orders: 2, backupAt: START, source: backups()[0]?.name });
  expect(wasThere).toBe(true);
  expect(asides()).toHaveLength(isThere ? 1 : 0);
  // Windows has no such modes: there the folder is protected.
  if (process.platform !== 'win32') expect(statSync(file()).mode & 0o077).toBe(0);
  await close();
  open();
  expect(store.recovery).toBeNull();
  expect(ids()).toEqual(['a', 'b']);
});

test("without a backup the app starts with an empty database and reports it; the next start doesn't again", async () => {
  keep('a');
  await close();
  remove();
  open();
  expect(store.recovery).toMatchObject({ why: 'missing', backupAt: null, orders: 0 });
  await close();
  open();
  expect(store.recovery).toBeNull();
  expect(store.recoveries.isUnread()).toBe(true);
});

test('if the newest backup is damaged too, the one before is used', async () => {
  keep('a');
  const { name } = await store.backups.make();
  time.sleep(60_000);
  await backedUp('b');
  scratch(backups()[0]?.path ?? '');
  scratch(file());
  open();
  expect(ids()).toEqual(['a']);
  expect(store.recovery).toMatchObject({ source: name, backupAt: START });
});

test("an installer's restore sets the previous database aside; without that backup, or while Tillbridge runs, it is refused", async () => {
  const restore = (wanted: string) => restoreFromBackup(folder, wanted, time.wall());
  keep('a');
  await store.backups.make();
  expect(() => restore('newest')).toThrow('already running');
  keep('later');
  await close();
  expect(() => restore('2')).toThrow('There\'s no backup "2"');
  expect(asides()).toEqual([]);
  expect(restore('1')).toContain('Restored the backup');
  expect(asides()).toHaveLength(1);
  open();
  expect(ids()).toEqual(['a']);
});

test('a database that is empty because an installer restored an empty backup stays empty', async () => {
  const { name } = await store.backups.make();
  time.sleep(60_000);
  await backedUp('a');
  restoreFromBackup(folder, name, time.wall());
  open();
  expect(store.recovery).toBeNull();
  expect(ids()).toEqual([]);
});

test("a newer Tillbridge's database isn't replaced; one without Tillbridge's tables is", async () => {
  await backedUp('a');
  exec('PRAGMA user_version = 999');
  open();
  expect(ids()).toEqual(['a']);
  expect(store.readOnly).not.toBeNull();
  store.close();
  expect(asides()).toEqual([]);
  exec('DROP TABLE job; DROP TABLE notification');
  open();
  expect(store.recovery?.why).toBe('foreign');
});

test("a backup from before the first release isn't restored, and is kept", async () => {
  await backedUp('a');
  remove();
  const [backup] = backups();
  exec('PRAGMA user_version = 27', backup?.path);
  expect(() => open()).toThrow('is from a pre-release Tillbridge');
  expect(() => restoreBackup(folder, backup as BackupFile, START)).toThrow('is from a pre-release Tillbridge');
  expect(existsSync(file())).toBe(false);
  expect(backups()).toEqual([backup]);
});

test("a backup that can't be read now stops the start, instead of a start with an empty database", async () => {
  await backedUp('a');
  remove();
  const busy = new Database(backups()[0]?.path ?? '');
  busy.exec('BEGIN EXCLUSIVE');
  expect(() => open()).toThrow(/its backups can't be read now/);
  expect(existsSync(file())).toBe(false);
  busy.close();
  open();
  expect(ids()).toEqual(['a']);
});

test('a restore that was killed before it replaced the database is completed at the next start', async () => {
  await backedUp('a');
  remove();
  writeFileSync(`${file()}.restoring`, 'half of it');
  open();
  expect(ids()).toEqual(['a']);
  expect(existsSync(`${file()}.restoring`)).toBe(false);
});

test('notifications that are readable in a damaged database are kept, so their orders are read again', async () => {
  keep('a');
  for (let count = 0; count < 400; count += 1) notify(`old-${count}`);
  await store.backups.make();
  for (let count = 0; count < 400; count += 1) notify(`new-${count}`);
  store.checkpoint();
  await close();
  // Pages in the middle: some new notifications are lost, most aren't.
  const pages = Number(inDatabase(file(), (db) => db.pragma('page_count', { simple: true })));
  const bytes = readFileSync(file());
  bytes.fill(0xab, Math.floor(pages * 0.8) * 4_096, Math.floor(pages * 0.8) * 4_096 + 8_192);
  writeFileSync(file(), bytes);
  open();
  expect(store.recovery?.why).toBe('damaged');
  expect(store.recovery?.salvaged).toBeGreaterThan(50);
  const unknown = store.inbox.aboutUnknown().map(({ orderId }) => orderId);
  expect(unknown.filter((id) => id.startsWith('new-')).length).toBe(store.recovery?.salvaged);
});

test('after a restore, waiting jobs count as possibly done, and open orders as not read', async () => {
  keep('a');
  store.write(() => {
    store.queue.add({ kind: 'delivery', key: 'd', lane: 'd', pool: 'v', payload: {} });
    store.queue.add({ kind: 'operation', key: 'r', lane: 'r', pool: 'v', payload: {} });
  });
  await backedUp();
  remove();
  open();
  for (const [kind, key] of Object.entries({ delivery: 'd', operation: 'r' }))
    expect(store.queue.get(kind, key)?.outcomeUnknown).toBe(true);
  expect(store.orders.get('a')?.readAt).toBe(NOT_READ);
});

test("after a restore, orders placed before it, by the service's clock, count as perhaps printed", async () => {
  await backedUp('a');
  remove();
  time.sleep(3_600_000);
  // This computer is three hours slow, known only after the service's first answer.
  const slowMs = 3 * 3_600_000;
  let answered = false;
  const serviceTimeOf = (monotonicAt: number) => (answered ? monotonicAt + slowMs : null);
  open({ serviceTimeOf });
  const at = (ms: number) => ({ createdAt: new Date(time.wall() + slowMs + ms).toISOString() });
  expect(store.recoveries.mayHavePrinted(at(60_000))).toBe(true);
  answered = true;
  expect(store.recoveries.mayHavePrinted(at(1))).toBe(false);
  expect(store.recoveries.mayHavePrinted(at(-1))).toBe(true);
  // An order from before the backup counts too: its notification may have been late.
  expect(store.recoveries.mayHavePrinted(at(-40 * 24 * 3_600_000))).toBe(true);
  expect(store.recoveries.mayBeCooking(at(-40 * 24 * 3_600_000))).toBe(false);
  expect(store.recoveries.mayHavePrinted({ createdAt: null })).toBe(true);
  store.write(store.recoveries.settle);
  await close();
  const order = at(1);
  time.sleep(400 * 24 * 3_600_000);
  open({ serviceTimeOf: () => null });
  expect(store.recoveries.mayHavePrinted(order)).toBe(false);
});

test('in a database that was never restored no order counts as perhaps printed', () => {
  expect(store.recoveries.mayHavePrinted({ createdAt: '2000-01-01T00:00:00Z' })).toBe(false);
});

test('if the file of the open database is removed, writes are refused within a second', async ({ skip }) => {
  notOnWindows(skip, 'Windows removes no file that is open');
  keep('a');
  const losses = lossesOf(store);
  rmSync(file());
  await time.advance(1_000);
  expect(() => keep('b')).toThrow(/removed while Tillbridge was running/);
  expect(losses).toEqual(['gone']);
  store.rescue();
  await close();
  open({ reopened: true });
  expect(ids()).toEqual(['a']);
  expect(store.recovery).toBeNull();
});

test('files of the open database are checked every second, even without writes', async ({ skip }) => {
  notOnWindows(skip, 'Windows removes no file that is open');
  keep('a');
  await time.advance(1_000);
  const losses = lossesOf(store);
  rmSync(`${file()}-wal`);
  await time.advance(1_000);
  expect(losses).toEqual(['gone']);
});

test('if the file of the open database is truncated, writes are refused and the backup is restored', async () => {
  keep('a');
  await store.backups.make();
  store.checkpoint();
  keep('b');
  await time.advance(1_000);
  const losses = lossesOf(store);
  truncateSync(file(), 0);
  await time.advance(1_000);
  expect(() => keep('c')).toThrow(/is damaged/);
  expect(losses).toEqual(['shrunk']);
  await close();
  open({ reopened: true });
  expect(store.recovery).toMatchObject({ orders: 1 });
  expect(ids()).toContain('a');
});

test('writes are refused within a second after the WAL file is truncated, unless our own checkpoint did it', async () => {
  keep('a');
  store.checkpoint();
  expect(statSync(`${file()}-wal`).size).toBe(0);
  keep('b');
  const losses = lossesOf(store);
  await time.advance(1_000);
  expect(losses).toEqual([]);
  truncateSync(`${file()}-wal`, 0);
  await time.advance(1_000);
  // SQLite would write on, and the next start would find nothing of that.
  expect(() => keep('c')).toThrow('damaged');
  expect(losses).toEqual(['shrunk']);
});

test('after a damaged database is replaced, staff are notified on screen, and orders continue', async () => {
  const venue = closing(await openVenue());
  await venue.stopApp();
  scratch(join(venue.dataDir, 'tillbridge.sqlite'));
  await venue.startApp();
  expect(Object.values(venue.state().notices).flatMap(({ text }) => codesIn(text))).toContain('database.wasDamaged');
  const { order_id: id } = await venue.place('takeaway');
  await until('the card', () => venue.card(id));
});
