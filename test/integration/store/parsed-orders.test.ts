/** Orders are parsed once, however often they are read. */
import { beforeEach, expect, test } from 'vitest';
import type { Order } from '../../../main/orders/order.ts';
import type { OrderRow } from '../../../main/store/rows/order-rows.ts';
import type { Store } from '../../../main/store/store.ts';
import { putOrder } from '../../fixtures/orders.ts';
import { testFolder, testStore } from '../../setup/parts.ts';

let store: Store;
beforeEach(() => {
  store = testStore(testFolder(), { backups: null });
});

/** The service's limit for one order. */
const LONGEST = 1_350_000;

function save(id: string, comment: string, more: Partial<OrderRow> = {}, items: unknown[] = [{ name: 'Soup', count: 1 }]): void {
  const body = { id, venue: { id: 'v' }, order_status: 'received', consumer_comment: comment, items };
  putOrder(store, body, { stage: 'awaiting-acceptance', noticedAt: 1, alerting: true, ...more });
}

const comments = (orders: Order[]) => orders.map(({ consumer }) => consumer.comment);
const open = () => store.orders.open().map(({ order }) => order);

test('open orders of four megabytes each are parsed only once', () => {
  for (let at = 0; at < 6; at += 1) save(`o${at}`, `x${'\u202e'.repeat(LONGEST)}`);
  const first = open();
  // Ended orders of the same length don't evict the open ones.
  for (let at = 0; at < 14; at += 1) {
    save(`e${at}`, `x${'\u202e'.repeat(LONGEST)}`, { stage: 'delivered', endedAt: 1 });
    store.orders.get(`e${at}`);
  }
  open().forEach((order, at) => {
    expect(order).toBe(first[at]);
  });
  first.forEach((order) => {
    expect(store.orders.get(order.id)?.order).toBe(order);
  });
}, 60_000);

/** Nearly four megabytes of JSON, with as many values as are read. */
const MANY_CHOICES = Array.from({ length: 300 }, (_, dish) => ({
  name: `Dish ${dish}`,
  count: 1,
  options: Array.from({ length: 80 }, (_, at) => ({
    name: `With ${dish}`,
    value: `Sauce ${at} ${'of the house, '.repeat(7)}`,
    count: 1,
    price: { amount: at, currency: 'EUR' },
  })),
}));

test('an order with tens of thousands of choices is read whole on request, also among many such orders', () => {
  for (let at = 0; at < 12; at += 1) save(`o${at}`, 'x', {}, MANY_CHOICES);
  expect(open()).toHaveLength(12);
  expect(store.orders.whole('o3')?.items.flatMap(({ options }) => options)).toHaveLength(24_000);
  expect(store.orders.whole('nobody')).toBeNull();
}, 60_000);

test('a long text of an order is cut, and read whole on request', () => {
  for (let at = 0; at < 12; at += 1) save(`o${at}`, `${at}${'x'.repeat(3_000_000)}`);
  expect(open()[0]?.consumer.comment?.length).toBeGreaterThan(5_000);
  expect(store.orders.whole('o3')?.consumer.comment).toHaveLength(3_000_001);
}, 60_000);

test('a changed, ended or erased order is read in its new state, although parsed orders are kept', () => {
  save('o', 'first');
  expect(comments(open())).toEqual(['first']);
  save('o', 'second');
  expect(comments(open())).toEqual(['second']);
  save('o', 'second', { stage: 'delivered', endedAt: 1 });
  expect(open()).toEqual([]);
  expect(store.orders.get('o')?.order.consumer.comment).toBe('second');
  store.write(() => store.orders.erase('o', { id: 'o', venue: { id: 'v' } }));
  expect(store.orders.get('o')?.order.consumer.comment).toBeNull();
});

test('changes of an order that are rolled back are never visible afterwards', () => {
  save('o', 'kept');
  open();
  const undone = (comment: string) => () =>
    store.write(() => {
      save('o', comment);
      expect(comments(open())).toEqual([comment]);
      expect(store.orders.get('o')?.order.consumer.comment).toBe(comment);
      throw new Error('undone');
    });
  expect(undone('undone')).toThrow('undone');
  // Checked in the next transaction first, before a read outside of one.
  store.write(() => expect(comments(open())).toEqual(['kept']));
  expect(undone('undone again')).toThrow('undone');
  expect(comments(open())).toEqual(['kept']);
  expect(open()[0]).toBe(open()[0]);
});
