import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NO_PROGRESS } from '../../main/orders/delivery-progress.ts';
import { parseOrder } from '../../main/orders/parse-order.ts';
import { erasePersons } from '../../main/store/erase-persons.ts';
import { openStore, type Store } from '../../main/store/store.ts';
import { type Body, orderBody } from '../fixtures/orders.ts';

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
  folder = mkdtempSync(join(tmpdir(), 'tillbridge-erase-'));
  store = openStore(folder, { now: () => NOW });
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

function keep(body: Body, endedAt: number | null): string {
  const parsed = parseOrder(body);
  if (!parsed.ok) throw new Error(parsed.why);
  const { order } = parsed;
  const row = { order, noticedAt: 0, readAt: 0, initialPickupEta: null, alerting: false, endedAt };
  store.write(() => store.orders.save({ ...row, stage: endedAt === null ? 'preparing' : 'delivered', open: endedAt === null }, body));
  return order.id;
}
const onDisk = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('');

test('after thirty days nothing about the person is in any file of the database, and the totals are', () => {
  const id = keep({ ...orderBody('group'), ...PERSON, id: 'old' }, NOW - 31 * DAY);
  const address = keep({ ...orderBody('self-delivery-preorder'), id: 'older' }, NOW - 40 * DAY);
  const names = ['Zxqname', '+358777666555', 'Zxqcomment', 'Zxqcompany', 'Mikael S', 'Koekatu'];
  for (const name of names) expect(onDisk(), name).toContain(name);
  expect(erasePersons(store, NOW - 30 * DAY)).toBe(2);
  for (const name of names) expect(onDisk(), name).not.toContain(name);
  expect(store.orders.get(id)?.order).toMatchObject({
    number: '417',
    basketTotal: { amount: 5080, currency: 'EUR' },
    consumer: { name: null },
  });
  expect(store.orders.get(id)?.order.items).toHaveLength(4);
  expect(store.orders.get(address)?.order.delivery.address).toBeNull();
  expect(erasePersons(store, NOW - 30 * DAY)).toBe(0);
});

test('what staff wrote to the person goes with the rest, and what they decided stays', () => {
  const id = keep({ ...orderBody('group'), id: 'rejected' }, NOW - 31 * DAY);
  const command = { action: 'reject', reason: 'Dear Zxqname, the oven is broken', code: 'GENERIC' };
  store.write(() => {
    store.queue.add({
      kind: 'command',
      key: `${id}/reject`,
      lane: `order/${id}`,
      pool: 'v',
      orderId: id,
      payload: { venueId: 'v', command },
    });
  });
  erasePersons(store, NOW - 30 * DAY);
  expect(onDisk()).not.toContain('Zxqname');
  expect(store.queue.ofOrder(id)[0]?.payload).toEqual({ venueId: 'v', command: { ...command, reason: '' } });
});

test('an order that ended yesterday and one that is still open keep their names', () => {
  const fresh = keep({ ...orderBody('group'), ...PERSON, id: 'fresh' }, NOW - DAY);
  const open = keep({ ...orderBody('takeaway-cash'), ...PERSON, id: 'open' }, null);
  expect(erasePersons(store, NOW - 30 * DAY)).toBe(0);
  for (const id of [fresh, open]) expect(store.orders.get(id)?.order.consumer.name).toBe(PERSON.consumer_name);
});

test('an old order that is read again is erased again', () => {
  const id = keep({ ...orderBody('group'), ...PERSON, id: 'again' }, NOW - 31 * DAY);
  erasePersons(store, NOW - 30 * DAY);
  keep({ ...orderBody('group'), ...PERSON, id: 'again' }, NOW - 31 * DAY);
  expect(erasePersons(store, NOW - 30 * DAY)).toBe(1);
  expect(store.orders.get(id)?.order.consumer.name).toBeNull();
});

test('of a courier what he cost stays, and who got it, where, and what would lead there goes', () => {
  const promise = {
    id: 'p',
    isBinding: true,
    validUntil: null,
    price: { amount: 690, currency: 'EUR' },
    pickupMinutes: 20,
    dropoffMinutes: 35,
    scheduledTime: null,
    pickup: { lat: 60.17, lon: 24.94 },
    dropoff: { lat: 61.987654, lon: 25.123456 },
    formattedAddress: 'Zxqstreet 5',
  };
  const wish = { recipient: { name: 'Zxqname', phone_number: '+358777666555' }, tip: { amount: 200, currency: 'EUR' } };
  const progress = { ...NO_PROGRESS, place: { lat: 61.987654, lon: 25.123456 }, pinCode: '9988776' };
  const row = { id: 'd', venueId: 'v', wish, promise, reference: 'r', progress, error: null, createdAt: NOW - 31 * DAY };
  store.write(() => store.deliveries.add({ ...row, trackingUrl: 'https://tracking.example.test/zxqtracking' }));
  const told = ['Zxqname', '+358777666555', 'Zxqstreet', '61.987654', 'zxqtracking', '9988776'];
  for (const word of told) expect(onDisk(), word).toContain(word);
  erasePersons(store, NOW - 30 * DAY);
  for (const word of told) expect(onDisk(), word).not.toContain(word);
  expect(store.deliveries.get('d')).toMatchObject({ promise: { price: { amount: 690 } }, wish: { tip: { amount: 200 } }, reference: 'r' });
});
