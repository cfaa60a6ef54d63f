/** One value of the database is damaged in a form that SQLite accepts: the app starts and no other row is lost. */

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { Settings } from '../../../contract/settings/settings.ts';
import { allWorded } from '../../../contract/words.ts';
import { createReportBook } from '../../../main/history/report-book.ts';
import { timelineOf } from '../../../main/history/timeline.ts';
import { readDamaged } from '../../../main/intake/reading/read-damaged.ts';
import { queueOrderReading, readingOf } from '../../../main/intake/reading/read-order.ts';
import { diagnostics } from '../../../main/monitor/diagnostics.ts';
import { NO_PROGRESS } from '../../../main/orders/couriers/delivery-progress.ts';
import { isoDigits } from '../../../main/orders/money/money.ts';
import type { Stage } from '../../../main/orders/stage.ts';
import { giveDelivery } from '../../../main/outbox/deliveries.ts';
import { erasePersons } from '../../../main/store/erase-persons.ts';
import { openStore, type Store, type StoreOptions } from '../../../main/store/store.ts';
import { orderDetail } from '../../../main/view/card/detail.ts';
import { createFeed, type Feed } from '../../../main/view/feed.ts';
import { boardOf, RULES } from '../../fixtures/board.ts';
import { PROMISE } from '../../fixtures/couriers.ts';
import { orderBody, orderOf, putOrder } from '../../fixtures/orders.ts';
import { inDatabase, testFolder, testStore } from '../../setup/parts.ts';
import { testTime } from '../../setup/test-time.ts';
import { notified } from './rows.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const TODAY = new Date(NOW - new Date(NOW).getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
const DAY = 24 * 3_600_000;
const FILE = 'tillbridge.sqlite';
const OPEN = ['open-1', 'open-2', 'open-3'];
const ENDED = ['ended-1', 'ringing'];
const DELIVERIES = ['courier-1', 'courier-2'];
const SHOWN = [...OPEN, ...ENDED, ...DELIVERIES];

let base: string;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'tillbridge-damaged-rows-'));
  const store = open(base);
  store.write(() => fill(store));
  store.close();
  const recovered = `INSERT INTO recovery (line, at, service_at, why, aside, source, backup_at, orders, notifications, last_print, seen)
    VALUES (1, ${NOW - DAY}, ${NOW - DAY}, 'asked', NULL, 'a backup', ${NOW - DAY}, 3, 3, 0, 1)`;
  inDatabase(join(base, FILE), (db) => {
    db.exec(recovered);
    db.pragma('journal_mode = DELETE');
  });
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const open = (folder: string) => openStore(folder, { time: testTime(NOW), backups: null });
const bodyOf = (id: string, more = {}) =>
  orderBody('takeaway-cash', { id, created_at: '2026-11-22T11:59:00Z', order_status: 'production', ...more });

function fill(store: Store): void {
  const save = (id: string, stage: Stage, over: { open: boolean; alerting: boolean; endedAt: number | null }): void => {
    putOrder(store, bodyOf(id), { stage, noticedAt: NOW - 60_000, readAt: NOW - 1, ...over });
    store.orders.setCourier(id, { state: 'approaching', at: null });
    store.orders.check(id, 0, true);
    store.journal.append(id, { kind: 'stage', before: null, after: stage, status: 'production' });
    const paper = { document: 'kitchen-ticket', part: 0, printerId: 'kitchen', printer: 'Kitchen', mark: 'original' } as const;
    store.ledger.add({ orderId: id, ...paper, outcome: 'sent', by: 'service' });
    store.ledger.see(id, 'kitchen-ticket', null, null);
  };
  for (const id of OPEN) save(id, 'preparing', { open: true, alerting: false, endedAt: null });
  save('ended-1', 'delivered', { open: false, alerting: false, endedAt: NOW - 1_000 });
  save('ringing', 'rejected', { open: false, alerting: true, endedAt: NOW - 1_000 });
  store.venues.connected(store.orders.get('open-1')?.order.venueId ?? '', NOW - DAY);
  for (const id of [...OPEN, 'unread']) notified(store, id);
  store.claims.record({ orderId: 'unread', venueId: 'v', status: 'CREATED', createdAt: '2026-11-22T11:59:00Z', rings: true });
  store.claims.couldNotRead('unread', "The service didn't answer.");
  for (const [number, id] of [...OPEN, ...ENDED].entries()) queueOrderReading(store, { orderId: id, venueId: 'v' }, NOW - number);
  for (const id of ['done', 'failed', 'leased', 'waiting'])
    store.queue.add({ kind: 'work', key: id, lane: `lane/${id}`, pool: 'p', payload: { id } });
  for (const end of ['done', 'failed', 'leased']) {
    const job = store.queue.claim({ work: 60_000 });
    if (job && end === 'done') store.queue.complete(job, { result: { ticket: true } });
    if (job && end === 'failed') store.queue.fail(job, { error: 'It failed.' });
  }
  store.tallies.count('signature-wrong', 'a detail');
  store.outages.begin('service', '', 'No contact.');
  store.outages.alive();
  store.access.keep({ pinSet: true, debtMs: 10, retryAfterMs: 10 });
  store.staff.keepThrottle('ana', { debtMs: 10, retryAfterMs: 10 });
  store.staff.noteChange('Ana', 'settings.savePos');
  store.verifications.keep('order-api', 'https://orders.example.test');
  store.menu.copies.keep('v', 'one', [{ name: 'whole/0000', body: Buffer.from('{}') }]);
  store.menu.copies.switchTo('v', 'one', NOW);
  store.menu.keepUpload('v', Buffer.from('{}'));
  store.menu.keepStatus('v', NOW, '{}');
  store.menu.tillStock.gave('v', 'external_id:POS-1', { count: 3, delivery: 'file stock.csv', at: NOW });
  const wanted = { venueId: 'v', endpoint: 'items', subject: 'external_id:a', wants: { price: 1 }, by: 'Ana' } as const;
  store.menu.setWanted({ ...wanted, ends: { at: NOW, with: {} } });
  store.relay.keep('https://relay.example.test', 'v', 17);
  store.menu.pace.began('v', 'items', NOW);
  store.menu.note('v', 'Sold out', 'Ana');
  store.menu.offSale.begin({ venueId: 'v', kind: 'paused', subject: '', name: '', from: NOW, until: null });
  const places = { scheduledTime: '2026-11-22T13:00:00.000Z', dropoff: { lat: 60, lon: 25 }, formattedAddress: 'Road 1' };
  for (const id of DELIVERIES) {
    giveDelivery(store, { id, venueId: 'v', request: wish(id) as never, promise: { ...PROMISE, ...places }, now: NOW - 1_000 });
    const row = store.deliveries.get(id);
    const progress = { ...NO_PROGRESS, state: 'ordered', newsAt: '2026-11-22T11:59:00Z' } as const;
    if (row) store.deliveries.save({ ...row, reference: `r-${id}`, progress });
  }
}

function wish(id: string) {
  const recipient = { name: 'Ada', phone_number: '+358401234567', email: null };
  const parcels = [{ count: 1, description: 'Bag', identifier: null, dimensions: null, price: null, tags: [], idCheckRequired: false }];
  const more = { tip: null, cash: null, handshake: null, asked: {}, isNoContact: false };
  return { promiseId: 'p', orderNumber: `no ${id}`, recipient, parcels, ...more };
}

const GARBAGE = ['x{', '', '7', '{"state":5,"recipient":9,"price":3,"parcels":7,"dropoffEta":1}', '\u0000\ufffd'];
const BEYOND = [9e15, -9e15, 9223372036854775807n, -9223372036854775808n, -1, 7];
const REFUSED_BY_SQLITE = [Buffer.from([0, 255, 1]), 'text where a number is'];
/** `TILLBRIDGE_EVERY_WAY=1` tries each way on each column of first and last row, which takes minutes. */
const EVERY_WAY = process.env.TILLBRIDGE_EVERY_WAY === '1';
let turn = 0;

function waysFor({ type, table, column }: Cell): unknown[] {
  const ways = type === 'INTEGER' ? BEYOND : GARBAGE;
  if (EVERY_WAY) return [...ways, null, ...REFUSED_BY_SQLITE];
  turn += 1;
  const other = ways[1 + (turn % (ways.length - 1))];
  return table === 'orders' && column === 'id' ? ['', 'x{'] : turn % 4 === 0 ? [ways[0], null] : [turn % 2 === 0 ? ways[0] : other];
}

interface Cell {
  table: string;
  column: string;
  type: string;
  row: number;
}

function cells(): Cell[] {
  const found = (db: Database.Database): Cell[] => {
    const tables = db.prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`).pluck().all();
    return tables.flatMap((table) => {
      const isHidden = /^history_words/.test(table);
      const columns = db.pragma(`table_info(${table})`) as { name: string; type: string }[];
      // Some index tables are WITHOUT ROWID: each is damaged as a whole below.
      if (isHidden) return [];
      const rows = db.prepare<[], number>(`SELECT min(rowid) FROM ${table} UNION SELECT max(rowid) FROM ${table}`).pluck().all();
      expect(rows[0], `${table} has a row to damage`).not.toBeNull();
      return columns.flatMap(({ name, type }, at) =>
        rows.filter((_, other) => EVERY_WAY || other === at % rows.length).map((row) => ({ table, column: name, type, row })),
      );
    });
  };
  return inDatabase(join(base, FILE), found, { readonly: true });
}

/** Starts the app's parts on a damaged copy; `look` gets what staff see. */
async function start(damage: (db: Database.Database) => void, look: (seen: { store: Store; feed: Feed }) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-damaged-row-'));
  let store: Store | undefined;
  try {
    copyFileSync(join(base, FILE), join(folder, FILE));
    inDatabase(join(folder, FILE), (db) => {
      db.pragma('synchronous = OFF');
      damage(db);
    });
    store = open(folder);
    const feed = createFeed();
    const time = testTime(NOW);
    const clock = time.service;
    const settings = v.parse(Settings, {});
    using _board = boardOf({ store, feed, time, settings });
    readDamaged(store, NOW);
    // Drawing yields: on a slow computer each order takes its own turn.
    for (let turns = 0; turns < 10 * SHOWN.length; turns += 1) await nextTurn();
    look({ store, feed });
    for (const id of [...OPEN, ...ENDED]) {
      await orderDetail(store, id, clock.iso, isoDigits);
      const order = store.orders.get(id)?.order;
      if (order) timelineOf(store, order, clock.iso, null, isoDigits);
    }
    diagnostics({ store, feed, clock, currencyDigits: isoDigits });
    const book = createReportBook({ store, clock, settings: { get: () => settings } as never, deadlineRules: () => RULES });
    await book.report({ firstDay: TODAY, lastDay: TODAY });
    store.history.search('', 100);
    store.recoveries.mayHavePrinted({ createdAt: null });
    expect(worksOff(store)).toBeGreaterThan(0);
    readAgain(store);
    erasePersons(store, NOW + DAY);
  } finally {
    store?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function copied(damage: string, options: StoreOptions = { backups: null }): Store {
  const folder = testFolder();
  copyFileSync(join(base, FILE), join(folder, FILE));
  inDatabase(join(folder, FILE), (db) => db.unsafeMode(true).exec(damage));
  return testStore(folder, { time: testTime(NOW), ...options });
}

/** Claims and finishes every claimable job once: none repeats. */
function worksOff(store: Store): number {
  let done = 0;
  for (const kind of ['work', 'read', 'delivery'])
    for (let job = store.queue.claim({ [kind]: 60_000 }); job; job = store.queue.claim({ [kind]: 60_000 })) {
      expect(store.queue.complete(job), `the end of ${kind} ${job.key} is kept`).toBe(true);
      done += 1;
      if (done > 100) throw new Error('the same job comes again and again');
    }
  return done;
}

/** Reads every order again with another comment, so the stored rows become whole. */
function readAgain(store: Store): void {
  for (const id of [...OPEN, ...ENDED]) {
    const row = store.orders.get(id);
    if (!row) continue;
    const body = bodyOf(id, { consumer_comment: 'another word' });
    putOrder(store, body, { ...row, order: orderOf(body), readAt: NOW });
    expect(store.orders.get(id)?.readAt).toBe(NOW);
  }
  expect(store.history.search('another', 100).length).toBeGreaterThanOrEqual(4);
}

function everythingElseIsThere({ feed, store }: { feed: Feed; store: Store }, { table, column, row }: Cell): void {
  const orders = feed.ids('orders');
  const hit = table === 'orders' ? [...OPEN, ...ENDED][row - 1] : undefined;
  for (const id of [...OPEN, ...ENDED]) if (id !== hit) expect(orders).toContain(id);
  for (const id of DELIVERIES) if (table !== 'delivery' || DELIVERIES[row - 1] !== id) expect(feed.ids('deliveries')).toContain(id);
  // The damaged order still has a card, unless the damage removes its open or ended state.
  const expected = OPEN.length + ENDED.length;
  if (table === 'orders' && (column === 'open' || column === 'ended_at')) return;
  expect(store.orders.open().length + store.orders.endedSince(0, 100).length).toBe(expected);
  if (hit?.startsWith('open')) expect(orders.length).toBeGreaterThanOrEqual(expected);
  expect(feed.ids('deliveries')).toHaveLength(DELIVERIES.length);
}

function whereOf(error: unknown): string {
  const lines = (error instanceof Error ? (error.stack ?? '') : String(error)).split('\n');
  return [lines[0], ...lines.filter((line) => /\/(main|test)\//.test(line)).slice(0, 3)]
    .map((line) => line?.trim().slice(0, 160))
    .join(' | ');
}

/** False if SQLite rejects the value: then no such damage can exist. */
function damaged(db: Database.Database, { table, column, row }: Cell, value: unknown): boolean {
  try {
    return db.prepare(`UPDATE ${table} SET ${column} = ? WHERE rowid = ?`).run(value, row).changes === 1;
  } catch {
    return false;
  }
}

describe('a damaged value in any column of any table', () => {
  test("doesn't keep the app or any other order or courier from working", { timeout: 600_000 }, async () => {
    const failed: string[] = [];
    let tried = 0;
    for (const cell of cells()) {
      for (const value of waysFor(cell)) {
        let isSound = true;
        try {
          await start(
            (db) => {
              isSound = damaged(db, cell, value);
              if (!isSound) throw new Error('refused');
            },
            (seen) => everythingElseIsThere(seen, cell),
          );
          tried += 1;
        } catch (error) {
          if (isSound) failed.push(`${cell.table}.${cell.column} row ${cell.row} = ${String(value)}: ${whereOf(error)}`);
        }
      }
    }
    expect(failed).toEqual([]);
    expect(tried).toBeGreaterThan(150);
  });

  test.each([
    `UPDATE history_words_data SET block = x'00ff00ff' WHERE id > 10`,
    `UPDATE history_words_data SET block = x'00ff00ff'`,
    `DELETE FROM history_words_data`,
    `DELETE FROM history_words_idx`,
    `DELETE FROM history_words_docsize`,
    `UPDATE history_words_docsize SET sz = x'ffffffff'`,
    `UPDATE history SET words = 'x{'`,
  ])("a damaged search index is rebuilt and doesn't make the database count as damaged (%s)", async (sql) => {
    await start(
      (db) => void db.unsafeMode(true).exec(sql),
      ({ store }) => {
        expect(store.recovery).toBeNull();
        expect(store.history.search('x', 100)).toBeInstanceOf(Array);
      },
    );
  });
});

test('a search index without its format row counts as damage: the database is restored from a backup', async () => {
  expect(copied('DELETE FROM history_words_config').recovery?.why).toBe('damaged');
});

describe('a damaged order', () => {
  const damage = (sql: string) => (db: Database.Database) => void db.exec(sql);

  test.each([
    ['stage', `'x{'`],
    ['noticed_at', '9000000000000000'],
    ['courier', `'x{'`],
    ['checked', `'x{'`],
    ['initial_pickup_eta', `'x{'`],
  ])('in its %s stays on the board, is marked as damaged, and is whole again after a reading', async (column, value) => {
    await start(damage(`UPDATE orders SET ${column} = ${value} WHERE id = 'open-1'`), ({ store, feed }) => {
      const card = feed.get('orders', 'open-1');
      expect(card?.column).toBe('preparing');
      expect(allWorded(english, card?.trouble[0])).toMatchObject({ code: 'not-read', text: expect.stringMatching(/damaged or too old/) });
      expect(feed.get('orders', 'open-2')?.trouble).toEqual([]);
      readAgain(store);
      expect(feed.get('orders', 'open-1')?.trouble).toEqual([]);
    });
  });

  test('with a lost ID hides no other order, and is shown without an ID', async () => {
    await start(damage(`UPDATE orders SET id = '' WHERE id = 'open-1'`), ({ feed }) => {
      expect(feed.ids('orders')).toEqual(expect.arrayContaining(['unknown', 'open-2', 'open-3']));
    });
  });

  test('that has ended is read again from the service', async () => {
    await start(damage(`UPDATE orders SET stage = 'x{' WHERE id = 'ended-1'; DELETE FROM job WHERE kind = 'read'`), ({ store }) => {
      expect(readingOf(store, 'ended-1')?.state).toBe('waiting');
      expect(readingOf(store, 'open-1')).toBeNull();
      queueOrderReading(store, { orderId: 'open-1', venueId: 'v' });
    });
  });
});

describe('a damaged job', () => {
  test("of an unknown kind doesn't block its lane", async () => {
    await start(
      (db) =>
        void db.exec(
          `UPDATE job SET kind = 'x{', lane = 'lane/leased' WHERE key = 'done' OR key = 'failed'; UPDATE job SET state = 'waiting' WHERE kind = 'x{'`,
        ),
      ({ store }) => {
        expect(store.queue.claim({ work: 60_000 })?.key).toBe('waiting');
        expect(store.write(() => store.queue.parkOtherThan(['work', 'read', 'delivery'], 'It cannot be read.'))).toBe(2);
        expect(store.queue.claim({ work: 60_000 })?.key).toBe('leased');
        expect(store.queue.list('failed', 10).map(({ error }) => error)).toContain('It cannot be read.');
      },
    );
  });
});

describe('a damaged courier', () => {
  test.each(['wish', 'promise', 'progress'])("in its %s is shown on the courier desk as damaged, and isn't ordered", (column) => {
    const folder = testFolder();
    const store = testStore(folder, { time: testTime(NOW), backups: null });
    giveDelivery(store, { id: 'c', venueId: 'v', request: wish('c') as never, promise: PROMISE, now: NOW });
    store.write(() => undefined);
    inDatabase(join(folder, FILE), (db) => db.exec(`UPDATE delivery SET ${column} = 'x{'`));
    const row = allWorded(english, store.deliveries.get('c'));
    expect(row).toMatchObject({ progress: { state: 'uncertain' }, error: expect.stringMatching(/damaged/) });
    expect(store.deliveries.recent(NOW - 1)).toHaveLength(1);
  });

  test('in its promise stops neither backups nor the erasure of other couriers', async () => {
    const store = copied(`UPDATE delivery SET promise = 'x' || substr(promise, 2)`, {});
    expect(store.recovery).toBeNull();
    expect(store.deliveries.recent(NOW - DAY)).toHaveLength(DELIVERIES.length);
    expect(await store.backups.make()).toMatchObject({ orders: OPEN.length + ENDED.length });
    expect(erasePersons(store, NOW + DAY).failed).toEqual([]);
  });
});
