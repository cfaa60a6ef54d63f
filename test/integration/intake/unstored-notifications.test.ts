/** Verified notifications that the database couldn't store: none is lost. */
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompactSign } from 'jose';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { mountSmallDisk, whyNoBrokenDisk } from '../../../lab/faults/runs/break-disk.ts';
import { verifyDeliveryEvent } from '../../../main/intake/delivery-event.ts';
import { createIngestion, type Ingestion } from '../../../main/intake/ingest.ts';
import {
  createUnstoredNotifications,
  type UnstoredCounts,
  type UnstoredNotifications,
} from '../../../main/intake/unstored-notifications.ts';
import { StorageTrouble } from '../../../main/store/file/storage-trouble.ts';
import type { Store } from '../../../main/store/store.ts';
import { testFolder, testStore } from '../../setup/parts.ts';
import { type TestTime, testTime } from '../../setup/test-time.ts';

const SECRET = 'the-secret-of-delivery-events';
let dir: string;
let time: TestTime;
let store: Store;
let real: Ingestion;
let failure: Error | null;
let defects: unknown[];
let counts: UnstoredCounts | null;
let taken: string[];
beforeEach(() => {
  dir = testFolder();
  time = testTime();
  store = testStore(dir, { time, backups: null });
  real = createIngestion(store);
  failure = null;
  defects = [];
  counts = null;
  taken = [];
});

const LOCKED = new StorageTrouble('database-locked', null);
const onDefect = (error: unknown): void => void defects.push(error);
const body = (id: string) =>
  Buffer.from(JSON.stringify({ id, type: 'order.notification', order: { id: 'o1', venue_id: 'v1', status: 'CREATED' } }));
const ingestion: Ingestion = {
  together: (ingests) => real.together(ingests),
  refused: () => undefined,
  wronglySigned: () => undefined,
  notification(text) {
    if (failure) throw failure;
    real.notification(text);
    taken.push(JSON.parse(text.toString()).id);
  },
  deliveryEvent(event, text) {
    if (failure) throw failure;
    real.deliveryEvent(event, text);
    taken.push(event.id);
  },
};
function open(over: { ingestion?: Ingestion | null; dataDir?: string } = {}): UnstoredNotifications {
  const onChange = (now: UnstoredCounts): void => {
    counts = now;
  };
  const unstored = createUnstoredNotifications({ dataDir: dir, ingestion, priceUnit: () => () => 1, time, onChange, onDefect, ...over });
  onTestFinished(() => unstored[Symbol.dispose]());
  return unstored;
}
/** Files of notifications left by a run that ended before the database accepted them. */
async function leave(...ids: string[]): Promise<void> {
  const only = open({ ingestion: null });
  for (const id of ids) await only.keep('notification', body(id), () => undefined);
  only[Symbol.dispose]();
}
const give = (unstored: UnstoredNotifications, id: string) =>
  unstored.keep('notification', body(id), () => ingestion.notification(body(id)));
const keep = (unstored: UnstoredNotifications, id: string) => time.advanceWhile(give(unstored, id), 2_000);
const inWaiting = (name = '') => join(dir, 'notifications-waiting', name);
const waiting = () => (existsSync(inWaiting()) ? readdirSync(inWaiting()).sort() : []);
const ids = () =>
  store.inbox
    .newest(100)
    .map(({ id }) => id)
    .sort();

test('no notification is written to a file if the database is free again within a second', async () => {
  const unstored = open();
  failure = LOCKED;
  const kept = give(unstored, 'n1');
  await time.advance(900);
  failure = null;
  await time.advance(200);
  expect(await kept).toBe(true);
  expect(waiting()).toEqual([]);
  expect(counts).toBeNull();
});

const TROUBLES = ['database-locked', 'disk-full', 'disk-failing', 'database-damaged', 'database-gone'] as const;
test.each(TROUBLES.map((code) => new StorageTrouble(code, null)))(
  '$code: a notification is in a file within a second, and in the database soon after that recovers',
  async (trouble) => {
    const unstored = open();
    const idle = time.pending();
    failure = trouble;
    const began = time.monotonic();
    expect(await keep(unstored, 'n1')).toBe(false);
    expect(time.monotonic() - began).toBeLessThanOrEqual(1_100);
    expect(waiting()).toHaveLength(1);
    expect(counts).toEqual({ waiting: 1, defective: 0 });
    failure = null;
    await time.advance(1_000);
    expect(ids()).toEqual(['n1']);
    expect(store.queue.get('read', 'o1')).toMatchObject({ state: 'waiting' });
    // The folder is removed, or the data folder would no longer count as Tillbridge's own.
    expect(readdirSync(dir)).not.toContain('notifications-waiting');
    expect(counts).toEqual({ waiting: 0, defective: 0 });
    expect(time.pending()).toBe(idle);
    expect(defects).toEqual([]);
  },
);

test('earlier notifications are stored first, even if the clock was set back', async () => {
  const unstored = open();
  failure = LOCKED;
  await keep(unstored, 'n1');
  time.setWall(time.wall() - 3_600_000);
  await keep(unstored, 'n2');
  await keep(unstored, 'n2');
  await keep(unstored, 'n3');
  expect(waiting()).toHaveLength(3);
  failure = null;
  expect(await give(unstored, 'n4')).toBe(true);
  expect(taken).toEqual(['n1', 'n2', 'n3', 'n4']);
});

test('a file left by a crash after its notification was stored neither stores it twice nor rings again', async () => {
  const unstored = open();
  failure = LOCKED;
  await keep(unstored, 'n1');
  const folder = join(dir, 'notifications-waiting');
  cpSync(folder, join(dir, 'copy'), { recursive: true });
  failure = null;
  await time.advance(1_000);
  expect(store.claims.silence('o1')).toBe(true);
  cpSync(join(dir, 'copy'), folder, { recursive: true });
  open();
  expect(ids()).toEqual(['n1']);
  expect(store.claims.get('o1')?.alerting).toBe(false);
  expect(waiting()).toEqual([]);
});

test('without a database notifications wait in files, and the next start stores each once', async () => {
  const only = open({ ingestion: null });
  const payload = { type: 'order.received', dispatched_at: '2026-03-14T11:14:07Z', details: { id: 'e1' } };
  const token = await new CompactSign(Buffer.from(JSON.stringify(payload))).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(SECRET));
  const text = Buffer.from(JSON.stringify({ token }));
  const verified = verifyDeliveryEvent(text, [SECRET], () => 1);
  if (!verified.ok) throw new Error(verified.why);
  await only.keep('notification', body('n1'), () => undefined);
  await only.keep('delivery-event', text, () => undefined);
  expect(waiting()).toHaveLength(2);
  open();
  expect(ids()).toEqual([`delivery/${verified.event.id}`, 'n1']);
  open();
  expect(ids()).toHaveLength(2);
});

test('a notification whose storing fails because of a bug is retried, reported and left for the next start', async () => {
  const unstored = open();
  failure = new TypeError('a defect');
  expect(await give(unstored, 'n1')).toBe(false);
  await time.advance(2_000);
  expect(counts).toEqual({ waiting: 0, defective: 1 });
  expect(defects).toHaveLength(4);
  failure = null;
  expect(await keep(unstored, 'n2')).toBe(true);
  await time.advance(2_000);
  expect(ids()).toEqual(['n2']);
  expect(waiting()).toHaveLength(1);
  open();
  expect(ids()).toEqual(['n1', 'n2']);
});

test("an unreadable notification file is reported and kept, and doesn't block the others", async () => {
  await leave('n1');
  writeFileSync(inWaiting('0.json'), '{"kind":"something else"}');
  writeFileSync(inWaiting('1.part'), '{"kind":"notif');
  mkdirSync(inWaiting('2.json'));
  writeFileSync(inWaiting('3.json'), Buffer.alloc(65));
  open();
  expect(ids()).toEqual(['n1']);
  expect(waiting()).toEqual(['0.json', '2.json', '3.json']);
  expect(defects).toHaveLength(3);
  expect(counts).toEqual({ waiting: 0, defective: 3 });
});

test('waiting notifications are stored later if the database is still locked at the next start', async () => {
  await leave('n1', 'n2');
  failure = LOCKED;
  open();
  await time.advance(5_000);
  expect(ids()).toEqual([]);
  failure = null;
  await time.advance(1_000);
  expect(taken).toEqual(['n1', 'n2']);
});

test("if the folder for waiting notifications can't be used, that is reported and the service is asked to retry", async () => {
  writeFileSync(join(dir, 'notifications-waiting'), 'a file');
  const unstored = open();
  expect(defects).toHaveLength(1);
  failure = new StorageTrouble('disk-full', null);
  // Windows says that a folder below a file is missing.
  await expect(give(unstored, 'n1')).rejects.toMatchObject({ code: process.platform === 'win32' ? 'ENOENT' : 'ENOTDIR' });
});

test("a data folder whose disk isn't mounted isn't created by keeping a notification", async () => {
  const gone = join(dir, 'unmounted');
  const unstored = open({ ingestion: null, dataDir: gone });
  await expect(unstored.keep('notification', body('n1'), () => undefined)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(existsSync(gone)).toBe(false);
});

test('with a few kB left on the disk a notification is kept whole, or refused', async ({ skip }) => {
  const why = whyNoBrokenDisk();
  if (why) skip(why);
  const disk = mountSmallDisk(2);
  const aside = open({ ingestion: null, dataDir: disk.dir });
  const long = (id: string) => Buffer.from(JSON.stringify({ ...JSON.parse(body(id).toString()), pad: 'x'.repeat(20_000) }));
  const answered: string[] = [];
  let refused = 0;
  onTestFinished(() => disk.remove());
  for (let pages = 0; pages < 16; pages += 1) {
    const mend = disk.fill(pages * 4_096);
    try {
      await aside.keep('notification', long(`n${pages}`), () => undefined);
      answered.push(`n${pages}`);
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' });
      refused += 1;
    }
    mend();
  }
  expect(refused).toBeGreaterThan(4);
  expect(answered.length).toBeGreaterThan(4);
  open({ dataDir: disk.dir });
  expect(ids()).toEqual(answered.sort());
  expect(defects).toEqual([]);
});
