/** The search in History on a real database file, and that erased persons can't be found. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { message } from '../../../contract/message.ts';
import { erasePersons } from '../../../main/store/erase-persons.ts';
import type { Store } from '../../../main/store/store.ts';
import { orderBody, putOrder } from '../../fixtures/orders.ts';
import { inDatabase, testFolder, testStore } from '../../setup/parts.ts';
import { testTime } from '../../setup/test-time.ts';

let dataDir: string;
let store: Store;
beforeEach(() => {
  dataDir = testFolder();
  store = testStore(dataDir);
});

const NOON = new Date(2026, 10, 21, 12).getTime();

function save(id: string, change: Record<string, unknown>, stage: 'preparing' | 'ready' | 'delivered' = 'delivered'): void {
  const body = orderBody('takeaway-cash', { id, created_at: new Date(NOON).toISOString(), ...change });
  const endedAt = stage === 'delivered' ? NOON + 60_000 : null;
  putOrder(store, body, { stage, noticedAt: NOON, readAt: NOON, endedAt });
}
const item = (name: string) => ({ name, count: 1, item_price: null });
const file = () => join(dataDir, 'tillbridge.sqlite');
const inFile = () => readFileSync(file(), 'latin1').toLowerCase();
const found = (typed: string) =>
  store.history
    .search(typed, 50)
    .map(({ orderId }) => orderId)
    .sort();

test('an order is found by the beginnings of its words, in any order and script, with or without accents', () => {
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

test("an order is found by the customer's name and note until the person is erased, also from the file", () => {
  const consumer_name = 'Zebulonia Quickfinger';
  save('a', { order_number: '51', consumer_name, consumer_comment: 'Please ring twice,\nthe Rhododendron is by the door' });
  save('b', { order_number: '52', consumer_comment: null });
  for (const typed of ['zebulonia', 'rhodo', 'ring 51']) expect(found(typed), typed).toEqual(['a']);
  erasePersons(store, NOON + 3_600_000);
  for (const typed of ['zebulonia', 'rhodo']) expect(found(typed), typed).toEqual([]);
  expect(found('51')).toEqual(['a']);
  store.checkpoint();
  expect(inFile()).not.toMatch(/rhododendron|zebulonia/);
});

test('an order that was only notified is found by its ID, until its first reading replaces that line', () => {
  const id = '4f2a91c7-6d1e-4b0a-9c53-0a1b2c3d4e5f';
  const claim = { orderId: id, venueId: null, createdAt: new Date(NOON).toISOString(), rings: true };
  store.write(() => store.claims.record({ ...claim, status: 'CREATED' }));
  store.write(() => store.claims.record({ ...claim, venueId: 'v', status: 'CANCELED' }));
  expect(found('')).toEqual([id]);
  expect(found('4f2a')).toEqual([]);
  for (let tries = 0; tries < 2; tries += 1) store.write(() => store.claims.couldNotRead(id, message('service.noAnswer')));
  for (const typed of [id, '4f2a…', '4F2A', '6d1e 4f2a91c7']) expect(found(typed)).toEqual([id]);
  expect(store.history.get(id)).toMatchObject({ number: '4f2a…', venueId: 'v', claim: 'CANCELED', stage: 'rejected', amount: null });
  // The notification is forgotten after the days of keeping, the order's line isn't.
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

test('the search recognizes amounts and days as people write them', () => {
  const price = (amount: number, currency = 'EUR') => ({ basket_price: { total: { amount, currency } } });
  save('a', { order_number: '1', ...price(5_080), created_at: new Date(2026, 10, 21, 12).toISOString() });
  save('b', { order_number: '2', ...price(5_190), created_at: new Date(2026, 9, 3, 12).toISOString() });
  for (const typed of ['50.80', '50,80', '50,8']) expect(found(typed), typed).toEqual(['a']);
  const created_at = new Date(2026, 8, 1, 12).toISOString();
  save('c', { order_number: '3', ...price(12_345, 'KWD'), created_at });
  save('d', { order_number: '4', ...price(123_400), created_at });
  for (const typed of ['12.345', '12,345']) expect(found(typed), typed).toEqual(['c']);
  for (const typed of ['1234.00', '1,234.00', '1.234,00']) expect(found(typed), typed).toEqual(['d']);
  for (const typed of ['2026-11-21', '2026/11/21', '21.11.2026', '21/11/2026', '2026-11']) expect(found(typed), typed).toEqual(['a']);
  expect(found('2026-10-03')).toEqual(['b']);
});

test('the search accepts any typed text', () => {
  save('a', { order_number: '7' });
  for (const typed of ['"', '*', '7*', 'a AND b', "'; DROP TABLE history;--", '(', '7 OR 8', '\u0000', '🍕', 'x'.repeat(200)])
    expect(() => found(typed), typed).not.toThrow();
});

test("the next start records how long the app was off; a printer's trouble counts only until the app ended", () => {
  const time = testTime(NOON);
  store.close();
  store = testStore(dataDir, { time });
  store.write(() => store.outages.begin('printer', 'Kitchen', 'The printer is out of paper.'));
  time.sleep(20_000);
  store.write(() => store.outages.alive());
  store.close();
  time.sleep(10 * 60_000);
  store = testStore(dataDir, { time });
  expect(store.outages.during('v', NOON, time.wall()).map(({ kind, from, until }) => [kind, from - NOON, (until ?? 0) - NOON])).toEqual([
    ['printer', 0, 20_000],
    ['off', 20_000, 620_000],
  ]);
});

test('time without a ringing station is evidence only for orders of its venue', () => {
  store.write(() => {
    for (const subject of ['', ...Array.from({ length: 60 }, (_, at) => `other-${at}`), 'v']) store.outages.begin('unwatched', subject, '');
  });
  expect(store.outages.during('v', NOON, Number.MAX_SAFE_INTEGER).map(({ subject }) => subject)).toEqual(['', 'v']);
});

test("a kitchen's load counts only orders of its own venue that were placed shortly before", () => {
  for (const [id, minutes] of Object.entries({ a: 0, b: 10, late: 30 }))
    save(id, { created_at: new Date(NOON + minutes * 60_000).toISOString() }, 'preparing');
  const more = `UPDATE history SET accepted_at = placed_at + 1000;
    INSERT INTO history (order_id, venue_id, number, stage, kind, placed_at, noticed_at, accepted_at, items, preorder, words)
      SELECT 'other', 'another-venue', number, stage, kind, placed_at, noticed_at, accepted_at, items, preorder, '' FROM history WHERE order_id = 'b'`;
  inDatabase(file(), (db) => db.exec(more));
  const venueId = store.orders.get('a')?.order.venueId ?? '';
  expect(store.history.alongside(venueId, NOON + 20 * 60_000)).toBe(2);
  save('a', {}, 'ready');
  expect(store.history.alongside(venueId, NOON + 7 * 3_600_000)).toBe(0);
  expect(store.history.alongside('another-venue', NOON + 20 * 60_000)).toBe(1);
});
