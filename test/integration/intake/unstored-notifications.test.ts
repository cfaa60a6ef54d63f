/** Genuine notifications that a broken database could not take: none is lost, each is taken in once, and a full disk is still told. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompactSign } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifyDeliveryEvent } from '../../../main/intake/delivery-event.ts';
import { createIngestion, type Ingestion } from '../../../main/intake/ingest.ts';
import { ingestUnstored, withFileFallback } from '../../../main/intake/unstored-notifications.ts';
import { StorageTrouble } from '../../../main/store/file/storage-trouble.ts';
import { openStore, type Store } from '../../../main/store/store.ts';
import { systemTime } from '../../../main/time/system-time.ts';
import { mountSmallDisk, whyNoBrokenDisk } from '../../faults/runs/break-disk.ts';

const SECRET = 'the-secret-of-delivery-events';
let dir: string;
let store: Store;
let defects: unknown[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tillbridge-aside-'));
  store = openStore(dir);
  defects = [];
});
afterEach(() => {
  store.close();
  rmSync(dir, { recursive: true, force: true });
});

const onDefect = (error: unknown): void => void defects.push(error);
const body = (id: string) =>
  Buffer.from(JSON.stringify({ id, type: 'order.notification', order: { id: 'o1', venue_id: 'v1', status: 'CREATED' } }));
const failing = (error: unknown): Ingestion => {
  const fail = () => {
    throw error;
  };
  return { notification: fail, deliveryEvent: fail, together: fail, refused: () => undefined, wronglySigned: () => undefined };
};
const waiting = () => (existsSync(join(dir, 'notifications-waiting')) ? readdirSync(join(dir, 'notifications-waiting')) : []);
const ingest = () => ingestUnstored(dir, { ingestion: createIngestion(store), priceUnit: () => 1, onDefect });
const ids = () =>
  store.inbox
    .newest(100)
    .map(({ id }) => id)
    .sort();

test('without a database, or with one that fails, they wait in files, and the next start takes each of them in once', async () => {
  withFileFallback(dir, null, { time: systemTime, onDefect }).notification(body('n1'));
  const broken = withFileFallback(dir, failing(new TypeError('a defect')), { time: systemTime, onDefect });
  broken.notification(body('n2'));
  broken.notification(body('n2'));
  const payload = { type: 'order.received', dispatched_at: '2026-03-14T11:14:07Z', details: { id: 'e1' } };
  const token = await new CompactSign(Buffer.from(JSON.stringify(payload))).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(SECRET));
  const text = Buffer.from(JSON.stringify({ token }));
  const verified = await verifyDeliveryEvent(text, [SECRET], () => 1);
  if (!verified.ok) throw new Error(verified.why);
  broken.deliveryEvent(verified.event, text);
  expect(waiting()).toHaveLength(4);
  expect(defects).toHaveLength(3);

  ingest();
  expect(ids()).toEqual([`delivery/${verified.event.id}`, 'n1', 'n2']);
  expect(store.queue.get('read', 'o1')).toMatchObject({ state: 'waiting' });
  // Nothing is left of it, or the folder would no longer count as one of Tillbridge's own.
  expect(readdirSync(dir)).not.toContain('notifications-waiting');
  ingest();
  expect(ids()).toHaveLength(3);
});

test('of several that come together each is kept: the one that a defect keeps out in a file, and nothing of it in the database', () => {
  const into = createIngestion(store);
  const halfWay: Ingestion = {
    ...into,
    notification(text) {
      into.notification(text);
      if (text.includes('"n2"')) throw new TypeError('a defect, after it was written');
    },
  };
  const ingestion = withFileFallback(dir, halfWay, { time: systemTime, onDefect });
  const ingests = ['n1', 'n2', 'n3'].map((id) => () => ingestion.notification(body(id)));
  expect(() => ingestion.together(ingests)).toThrow(TypeError);
  expect(ids()).toEqual([]);
  expect(waiting()).toEqual([]);
  ingestion.together([ingests[0], ingests[2]] as (() => void)[]);
  expect(ids()).toEqual(['n1', 'n3']);
});

test('a disk that takes nothing is told to the service, so that it sends again', () => {
  const full = withFileFallback(dir, failing(new StorageTrouble('disk-full', new Error('ENOSPC'))), { time: systemTime, onDefect });
  expect(() => full.notification(body('n1'))).toThrow(StorageTrouble);
  expect(readdirSync(dir)).not.toContain('notifications-waiting');
});

test('a damaged database is a reason to keep them in files', () => {
  withFileFallback(dir, failing(new StorageTrouble('database-damaged', new Error('SQLITE_CORRUPT'))), {
    time: systemTime,
    onDefect,
  }).notification(body('n1'));
  expect(waiting()).toHaveLength(1);
});

test('one file that cannot be taken in is told and stays, and keeps none of the others out', () => {
  withFileFallback(dir, null, { time: systemTime, onDefect }).notification(body('n1'));
  writeFileSync(join(dir, 'notifications-waiting', '0.json'), '{"kind":"something else"}');
  writeFileSync(join(dir, 'notifications-waiting', '1.part'), '{"kind":"notif');
  mkdirSync(join(dir, 'notifications-waiting', '2.json'));
  ingest();
  expect(ids()).toEqual(['n1']);
  expect(waiting().sort()).toEqual(['0.json', '2.json']);
  expect(defects).toHaveLength(2);
});

test('what is no folder, or cannot be looked into, is told, and the start goes on', () => {
  writeFileSync(join(dir, 'notifications-waiting'), 'a file');
  ingest();
  expect(defects).toHaveLength(1);
});

test('with a few kB left on the disk a notification is kept whole, or the service is told that it is not', ({ skip }) => {
  const why = whyNoBrokenDisk();
  if (why) skip(why);
  const disk = mountSmallDisk(2);
  const aside = withFileFallback(disk.dir, null, { time: systemTime, onDefect });
  const long = (id: string) => Buffer.from(JSON.stringify({ ...JSON.parse(body(id).toString()), pad: 'x'.repeat(20_000) }));
  const answered: string[] = [];
  let refused = 0;
  try {
    for (let pages = 0; pages < 16; pages += 1) {
      const mend = disk.fill(pages * 4_096);
      try {
        aside.notification(long(`n${pages}`));
        answered.push(`n${pages}`);
      } catch (error) {
        expect(error).toMatchObject({ code: 'ENOSPC' });
        refused += 1;
      }
      mend();
    }
    // Tried with too little space and with enough.
    expect(refused).toBeGreaterThan(4);
    expect(answered.length).toBeGreaterThan(4);
    ingestUnstored(disk.dir, { ingestion: createIngestion(store), priceUnit: () => 1, onDefect });
    expect(ids()).toEqual(answered.sort());
    expect(defects).toEqual([]);
  } finally {
    disk.remove();
  }
});
