/** The search in History on a real database file, and that erased persons can't be found. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { message } from '../../../contract/message.ts';
import { parseOrder } from '../../../main/orders/reading/parse-order.ts';
import { erasePersons } from '../../../main/store/erase-persons.ts';
import { openStore, type Store } from '../../../main/store/store.ts';
import { orderBody } from '../../fixtures/orders.ts';
import { testTime } from '../../setup/test-time.ts';

let dataDir: string;
let store: Store;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-history-'));
  store = openStore(dataDir);
});
afterEach(() => {
  store.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const NOON = new Date(2026, 10, 21, 12).getTime();

function save(id: string, change: Record<string, unknown>, stage: 'preparing' | 'ready' | 'delivered' = 'delivered'): void {
  const body = { ...orderBody('takeaway-cash'), id, created_at: new Date(NOON).toISOString(), ...change };
  const parsed = parseOrder(body);
  if (!parsed.ok) throw new Error(parsed.why);
  const row = {
    order: parsed.order,
    stage,
    open: stage !== 'delivered',
    noticedAt: NOON,
    readAt: NOON,
    initialPickupEta: null,
    alerting: false,
    endedAt: stage === 'delivered' ? NOON + 60_000 : null,
  };
  store.write(() => store.orders.save(row, body));
}
const item = (name: string) => ({ name, count: 1, item_price: null });
const found = (typed: string) =>
  store.history
    .search(typed, 50)
    .map(({ orderId }) => orderId)
    .sort();

test('an order is found by word beginnings, in any order, accents and script', () => {
  save('a', { order_number: '4711', consumer_name: 'Väinö Ångström', items: [item('Crème brûlée')] });
  save('b', { order_number: '4712', consumer_name: 'Ελένη', items: [item('寿司セット')] });
  save('c', { order_number: '99', consumer_name: 'דוד', items: [item('Pizza funghi')] });
  expect(found('47')).toEqual(['a', 'b']);
  expect(found('vaino')).toEqual(['a']);
  expect(found('brul ang 4711')).toEqual(['a']);
  expect(found('ελε')).toEqual(['b']);
  expect(found('セット')).toEqual(['b']);
  expect(found('寿司')).toEqual(['b']);
  expect(found('דו')).toEqual(['c']);
  expect(found('piz 4711')).toEqual([]);
  expect(found('')).toEqual(['a', 'b', 'c']);
});

test("an order is found by the customer's note until the person is erased", () => {
  save('a', { order_number: '51', consumer_comment: 'Please ring twice,\nthe Rhododendron is by the door' });
  save('b', { order_number: '52', consumer_comment: null });
  expect(found('rhodo')).toEqual(['a']);
  expect(found('ring 51')).toEqual(['a']);
  erasePersons(store, NOON + 3_600_000);
  expect(found('rhodo')).toEqual([]);
  expect(found('51')).toEqual(['a']);
  store.checkpoint();
  expect(readFileSync(join(dataDir, 'tillbridge.sqlite')).toString('latin1').toLowerCase()).not.toContain('rhododendron');
});

test('an unread order has a line by ID and day; its first reading replaces it', () => {
  const id = '4f2a91c7-6d1e-4b0a-9c53-0a1b2c3d4e5f';
  const claim = { orderId: id, venueId: null, createdAt: new Date(NOON).toISOString(), rings: true };
  store.write(() => store.claims.record({ ...claim, status: 'CREATED' }));
  store.write(() => store.claims.record({ ...claim, venueId: 'v', status: 'CANCELED' }));
  expect(found('')).toEqual([id]);
  expect(found('4f2a')).toEqual([]);
  for (let tries = 0; tries < 2; tries += 1) store.write(() => store.claims.couldNotRead(id, message('service.noAnswer')));
  for (const typed of [id, '4f2a…', '4F2A', '6d1e 4f2a91c7']) expect(found(typed)).toEqual([id]);
  expect(store.history.get(id)).toMatchObject({ number: '4f2a…', venueId: 'v', claim: 'CANCELED', stage: 'rejected', amount: null });
  // The claim is forgotten after the days of keeping, the order isn't.
  store.write(() => store.claims.forgetBefore(Number.MAX_SAFE_INTEGER));
  expect(found('4f2a')).toEqual([id]);

  save(id, { order_number: '4711' }, 'preparing');
  expect(found('')).toEqual([id]);
  expect(found('4711')).toEqual([id]);
  expect(found('4f2a')).toEqual([]);
  expect(store.history.get(id)).toMatchObject({ number: '4711', claim: null, stage: 'preparing', placedAt: NOON, kind: 'takeaway' });
  store.write(() => store.claims.record({ ...claim, status: 'CANCELED' }));
  expect(store.history.get(id)).toMatchObject({ number: '4711', claim: null, stage: 'preparing' });
});

test('amounts and days are recognized as people write them', () => {
  const price = (amount: number) => ({ basket_price: { total: { amount, currency: 'EUR' } } });
  save('a', { order_number: '1', ...price(5_080), created_at: new Date(2026, 10, 21, 12).toISOString() });
  save('b', { order_number: '2', ...price(5_190), created_at: new Date(2026, 9, 3, 12).toISOString() });
  for (const typed of ['50.80', '50,80', '50,8']) expect(found(typed), typed).toEqual(['a']);
  save('c', {
    order_number: '3',
    basket_price: { total: { amount: 12_345, currency: 'KWD' } },
    created_at: new Date(2026, 8, 1, 12).toISOString(),
  });
  save('d', {
    order_number: '4',
    basket_price: { total: { amount: 123_400, currency: 'EUR' } },
    created_at: new Date(2026, 8, 1, 12).toISOString(),
  });
  for (const typed of ['12.345', '12,345']) expect(found(typed), typed).toEqual(['c']);
  for (const typed of ['1234.00', '1,234.00', '1.234,00']) expect(found(typed), typed).toEqual(['d']);
  for (const typed of ['2026-11-21', '2026/11/21', '21.11.2026', '21/11/2026', '2026-11']) expect(found(typed), typed).toEqual(['a']);
  expect(found('2026-10-03')).toEqual(['b']);
});

test('any typed text is accepted', () => {
  save('a', { order_number: '7' });
  for (const typed of ['"', '*', '7*', 'a AND b', "'; DROP TABLE history;--", '(', '7 OR 8', '\u0000', '🍕', 'x'.repeat(200)])
    expect(() => found(typed), typed).not.toThrow();
});

test("an erased name can't be found, and is nowhere in the database file", () => {
  save('a', { order_number: '12', consumer_name: 'Zebulonia Quickfinger' });
  expect(found('zebulonia')).toEqual(['a']);
  erasePersons(store, NOON + 3_600_000);
  expect(found('zebulonia')).toEqual([]);
  expect(found('12')).toEqual(['a']);
  store.checkpoint();
  expect(readFileSync(join(dataDir, 'tillbridge.sqlite')).toString('latin1').toLowerCase()).not.toContain('zebulonia');
});

test('downtime is known after the next start, and no period is taken as longer than known', () => {
  const time = testTime(NOON);
  store.close();
  store = openStore(dataDir, { time });
  store.write(() => store.outages.begin('printer', 'Kitchen', 'The printer is out of paper.'));
  time.sleep(20_000);
  store.write(() => store.outages.alive());
  store.close();
  time.sleep(10 * 60_000);
  store = openStore(dataDir, { time });
  expect(store.outages.during(NOON, time.wall()).map(({ kind, from, until }) => [kind, from - NOON, (until ?? 0) - NOON])).toEqual([
    ['printer', 0, 20_000],
    ['off', 20_000, 620_000],
  ]);
});

test("a kitchen's load counts only its own venue, among orders placed shortly before", () => {
  for (const [id, minutes] of [
    ['a', 0],
    ['b', 10],
    ['late', 30],
  ] as const)
    save(id, { created_at: new Date(NOON + minutes * 60_000).toISOString() }, 'preparing');
  const db = new Database(join(dataDir, 'tillbridge.sqlite'));
  db.exec(`UPDATE history SET accepted_at = placed_at + 1000;
    INSERT INTO history (order_id, venue_id, number, stage, kind, placed_at, noticed_at, accepted_at, items, preorder, words)
      SELECT 'other', 'another-venue', number, stage, kind, placed_at, noticed_at, accepted_at, items, preorder, '' FROM history WHERE order_id = 'b'`);
  db.close();
  const venueId = store.orders.get('a')?.order.venueId ?? '';
  expect(store.history.alongside(venueId, NOON + 20 * 60_000)).toBe(2);
  save('a', {}, 'ready');
  expect(store.history.alongside(venueId, NOON + 7 * 3_600_000)).toBe(0);
  expect(store.history.alongside('another-venue', NOON + 20 * 60_000)).toBe(1);
});
