import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { NO_PROGRESS } from '../../../main/orders/couriers/delivery-progress.ts';
import { erasePersons, keepErasing } from '../../../main/store/erase-persons.ts';
import type { OrderRow } from '../../../main/store/rows/order-rows.ts';
import type { Store } from '../../../main/store/store.ts';
import { delivery, PROMISE } from '../../fixtures/couriers.ts';
import { type Body, orderBody, putOrder } from '../../fixtures/orders.ts';
import { inDatabase, onDefect, testFolder, testStore } from '../../setup/parts.ts';
import { testTime } from '../../setup/test-time.ts';

const DAY = 24 * 3_600_000;
const NOW = Date.parse('2026-11-21T12:00:00Z');
const PERSON = {
  consumer_name: 'Zxqname Zxqsurname',
  consumer_phone_number: '+358777666555',
  consumer_comment: 'Zxqcomment door code 9988',
  company_name: 'Zxqcompany',
};

let folder: string;
let store: Store;
beforeEach(() => {
  folder = testFolder();
  store = testStore(folder, { time: testTime(NOW) });
});

const keep = (body: Body, endedAt: number | null, text?: string) => putOrder(store, body, { readAt: 0, endedAt }, text).id;
const onDisk = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('');

test('after thirty days no database file has personal data, and totals are kept', () => {
  const id = keep(orderBody('group', { ...PERSON, id: 'old' }), NOW - 31 * DAY);
  const address = keep(orderBody('self-delivery-preorder', { id: 'older' }), NOW - 40 * DAY);
  // Staff who worked on it are persons too.
  store.write(() => store.journal.append('old', { kind: 'command', action: 'accept', minutes: 0 }, 'Zxqstaff'));
  const names = ['Zxqstaff', 'Zxqname', '+358777666555', 'Zxqcomment', 'Zxqcompany', 'Mikael S', 'Koekatu'];
  for (const name of names) expect(onDisk(), name).toContain(name);
  expect(erasePersons(store, NOW - 30 * DAY).orders).toBe(2);
  for (const name of names) expect(onDisk(), name).not.toContain(name);
  expect(store.orders.get(id)?.order).toMatchObject({
    number: '417',
    basketTotal: { amount: 5080, currency: 'EUR' },
    consumer: { name: null },
  });
  expect(store.orders.get(id)?.order.items).toHaveLength(4);
  expect(store.orders.get(address)?.order.delivery.address).toBeNull();
  expect(erasePersons(store, NOW - 30 * DAY).orders).toBe(0);
});

test('the text that staff wrote to a customer is erased; the decision is kept', () => {
  const id = keep(orderBody('group', { id: 'rejected' }), NOW - 31 * DAY);
  const command = { action: 'reject', reason: 'Dear Zxqname, the oven is broken', code: 'GENERIC' };
  store.write(() => {
    store.queue.add({ kind: 'command', key: `${id}/reject`, lane: id, pool: 'v', orderId: id, payload: { venueId: 'v', command } });
  });
  erasePersons(store, NOW - 30 * DAY);
  expect(onDisk()).not.toContain('Zxqname');
  expect(store.queue.ofOrder(id)[0]?.payload).toEqual({ venueId: 'v', command: { ...command, reason: '' } });
});

test('orders that ended yesterday or are open keep their names', () => {
  const fresh = keep(orderBody('group', { ...PERSON, id: 'fresh' }), NOW - DAY);
  const open = keep(orderBody('takeaway-cash', { ...PERSON, id: 'open' }), null);
  expect(erasePersons(store, NOW - 30 * DAY).orders).toBe(0);
  for (const id of [fresh, open]) expect(store.orders.get(id)?.order.consumer.name).toBe(PERSON.consumer_name);
});

test('an old order that is read again is erased again', () => {
  const id = keep(orderBody('group', { ...PERSON, id: 'again' }), NOW - 31 * DAY);
  erasePersons(store, NOW - 30 * DAY);
  keep(orderBody('group', { ...PERSON, id: 'again' }), NOW - 31 * DAY);
  expect(erasePersons(store, NOW - 30 * DAY).orders).toBe(1);
  expect(store.orders.get(id)?.order.consumer.name).toBeNull();
});

test("a courier's cost is kept; recipient, address and references are erased", () => {
  const promise = {
    ...PROMISE,
    price: { amount: 690, currency: 'EUR' },
    pickupMinutes: 20,
    dropoffMinutes: 35,
    pickup: { lat: 60.17, lon: 24.94 },
    dropoff: { lat: 61.987654, lon: 25.123456 },
    formattedAddress: 'Zxqstreet 5',
  };
  const request = { recipient: { name: 'Zxqname', phone_number: '+358777666555' }, tip: { amount: 200, currency: 'EUR' } };
  const progress = { ...NO_PROGRESS, place: { lat: 61.987654, lon: 25.123456 }, pinCode: '9988776' };
  const trackingUrl = 'https://tracking.example.test/zxqtracking';
  store.write(() => store.deliveries.add(delivery(NOW - 31 * DAY, { request, promise, reference: 'r', progress, trackingUrl })));
  const reported = ['Zxqname', '+358777666555', 'Zxqstreet', '61.987654', 'zxqtracking', '9988776'];
  for (const word of reported) expect(onDisk(), word).toContain(word);
  erasePersons(store, NOW - 30 * DAY);
  for (const word of reported) expect(onDisk(), word).not.toContain(word);
  expect(store.deliveries.get('d')).toMatchObject({
    promise: { price: { amount: 690 } },
    request: { tip: { amount: 200 } },
    reference: 'r',
  });
});

describe('an order that is nested too deeply to be written as JSON', () => {
  const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
  /** JSON as the service may send it: parsable, but too deep to write. */
  function keepDeep(id: string, more: Body, levels = 5_000): void {
    const text = JSON.stringify(orderBody('group', { ...PERSON, id, ...more })).replaceAll('"DEEP"', nested(levels));
    keep(JSON.parse(text), NOW - 40 * DAY, text);
  }
  const person = { id: 'p1', name: 'Zxqguest', notes: 'DEEP' };

  test.each([
    ['its delivery', { delivery: { type: 'takeaway', note: 'DEEP' } }],
    ['its delivery’s address', { delivery: { type: 'takeaway', location: { street_address: 'Zxqstreet', more: 'DEEP' } } }],
    [
      'an item of a group order',
      { items: [{ name: 'soup', count: 1, note: 'DEEP' }], group_participants: [{ id: 'p1', name: 'Zxqguest' }] },
    ],
    ['a participant', { group_participants: [person] }],
    ['an item’s participant', { items: [{ name: 'soup', count: 1, participant: 'DEEP' }], group_participants: [person] }],
    ['an unknown key', { news: 'DEEP' }],
  ])("in %s is erased, and doesn't keep later orders from being erased", (_, more) => {
    for (const levels of [600, 5_000, 50_000]) keepDeep(`deep-${levels}`, more, levels);
    keep(orderBody('group', { ...PERSON, id: 'later' }), NOW - 31 * DAY);
    expect(erasePersons(store, NOW - 30 * DAY)).toMatchObject({ orders: 4, failed: [] });
    for (const name of ['Zxqname', '+358777666555', 'Zxqcomment', 'Zxqcompany', 'Zxqguest', 'Zxqstreet'])
      expect(onDisk(), name).not.toContain(name);
    expect(store.orders.get('later')?.order.items).toHaveLength(4);
    expect(erasePersons(store, NOW - 30 * DAY).orders).toBe(0);
  });

  test("an order whose JSON is damaged is erased whole, and doesn't remove other orders from the board", () => {
    for (const [id, text] of Object.entries({ torn: '{"consumer_name":"Zxqname",', 'a-list': '["Zxqname"]', 'a-word': '"Zxqname"' }))
      keep(orderBody('takeaway-cash', { id }), NOW - 40 * DAY, text);
    keep(orderBody('takeaway-cash', { id: 'open-and-torn' }), null, '{"consumer_name":');
    const open = keep(orderBody('takeaway-cash', { ...PERSON, id: 'open' }), null);
    expect(store.orders.open().map(({ order }) => [order.id, order.consumer.name])).toEqual([
      ['open-and-torn', null],
      [open, PERSON.consumer_name],
    ]);
    expect(erasePersons(store, NOW - 30 * DAY)).toMatchObject({ orders: 3, failed: [] });
    store.write(() => store.orders.save({ ...(store.orders.get(open) as OrderRow), open: false, endedAt: NOW - 40 * DAY }, {}));
    erasePersons(store, NOW - 30 * DAY);
    expect(onDisk()).not.toContain('Zxqname');
  });

  test("a courier whose row is damaged is erased, and doesn't keep others from being erased", () => {
    const promise = { ...PROMISE, price: { amount: 690, currency: 'EUR' }, dropoff: { lat: 1, lon: 2 } };
    const row = delivery(NOW - 31 * DAY, { promise, reference: 'r', request: { recipient: { name: 'Zxqname' } } });
    store.write(() => {
      for (const id of ['a', 'b']) store.deliveries.add({ ...row, id });
    });
    const damage = `UPDATE delivery SET wish = '{"recipient":{"name":"Zxqname"' WHERE id = 'a'; UPDATE delivery SET progress = 'null' WHERE id = 'b'`;
    inDatabase(join(folder, 'tillbridge.sqlite'), (db) => db.exec(damage));
    expect(erasePersons(store, NOW - 30 * DAY)).toMatchObject({ others: 2, failed: [] });
    expect(onDisk()).not.toContain('Zxqname');
  });
});

test("one order that can't be erased is reported; the others and the backups are erased", async () => {
  const ids = ['first', 'second', 'third'];
  for (const id of ids) keep(orderBody('group', { ...PERSON, id }), NOW - 40 * DAY);
  const unlucky: Store = {
    ...store,
    orders: {
      ...store.orders,
      erase(id, raw) {
        if (id === 'first') throw new RangeError('Maximum call stack size exceeded');
        store.orders.erase(id, raw);
      },
    },
    backups: { ...store.backups, erase: async () => void reported.push('backups') },
  };
  const reported: unknown[] = [];
  const time = testTime(NOW);
  time.service.learn(new Date(NOW).toUTCString(), NOW, NOW);
  const stop = keepErasing({
    store: unlucky,
    time,
    keepDays: () => 30,
    onDisputed: () => undefined,
    onErased: (failed) => reported.push(failed),
    onDefect: (error) => reported.push(error),
  });
  await time.advance(10_000);
  stop();
  expect(ids.map((id) => store.orders.get(id)?.order.consumer.name)).toEqual([PERSON.consumer_name, null, null]);
  expect(reported).toEqual([expect.objectContaining({ message: 'not erased: order first' }), 1, 'backups']);
});

test('one answer of the service dated 60 days ahead erases nothing, and is reported until a right one comes', async () => {
  keep(orderBody('group', { ...PERSON, id: 'young' }), NOW - 3 * DAY);
  keep(orderBody('group', { ...PERSON, consumer_name: 'Oldname', id: 'old' }), NOW - 40 * DAY);
  const time = testTime(NOW);
  const { learn } = time.service;
  const name = (id: string) => store.orders.get(id)?.order.consumer.name;
  let waits = false;
  const stop = keepErasing({
    store,
    time,
    keepDays: () => 30,
    onDisputed: (isDisputed) => {
      waits = isDisputed;
    },
    onErased: () => undefined,
    onDefect,
  });
  async function look(): Promise<boolean> {
    await time.advance(10_000);
    return waits;
  }
  expect(await look(), 'before any answer').toBe(false);
  learn(new Date(time.wall() + 60 * DAY).toUTCString(), time.monotonic(), time.monotonic());
  expect(await look(), 'one wrong answer').toBe(true);
  expect([name('young'), name('old')]).toEqual([PERSON.consumer_name, 'Oldname']);
  learn(new Date(time.wall()).toUTCString(), time.monotonic(), time.monotonic());
  expect(await look(), 'a right answer').toBe(false);
  expect([name('young'), name('old')]).toEqual([PERSON.consumer_name, null]);
  stop();
  expect(time.pending()).toBe(0);
});
