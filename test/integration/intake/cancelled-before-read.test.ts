/** Whether an order rings that a notification reports cancelled before a reading shows it, also after a restart. */
import { beforeEach, expect, test } from 'vitest';
import type { Store } from '../../../main/store/store.ts';
import { orderBody } from '../../fixtures/orders.ts';
import { notifyOf, readInto } from '../../setup/intake.ts';
import { testFolder, testStore } from '../../setup/parts.ts';
import { type TestTime, testTime } from '../../setup/test-time.ts';

let folder: string;
let time: TestTime;
let store: Store;

beforeEach(() => {
  folder = testFolder();
  time = testTime();
  store = testStore(folder, { time, backups: null });
});

const id = String(orderBody('takeaway-cash').id);
const notified = (status: string): void => notifyOf(store, status, { id, status });
const read = (status: string) => readInto(store, time.wall, orderBody('takeaway-cash', { order_status: status }));

test.each([
  { claims: ['CREATED'], stops: false },
  { claims: ['CREATED', 'PRODUCTION'], stops: true },
])('an order known only from notifications of $claims, then read as rejected, rings to stop: $stops', ({ claims, stops }) => {
  for (const status of claims) notified(status);
  expect(store.claims.get(id)?.alerting).toBe(true);
  store.close();
  store = testStore(folder, { time, backups: null });
  notified('CANCELED');
  read('rejected');
  expect(store.orders.get(id)).toMatchObject({ stage: 'rejected', alerting: stops });
});

test.each([{ before: [] }, { before: ['received'] }])(
  'an order read as $before and reported cancelled rings when a late reading shows it in preparation',
  ({ before }) => {
    notified('CREATED');
    for (const status of before) read(status);
    notified('CANCELED');
    read('production');
    expect(store.orders.get(id)).toMatchObject({ stage: 'preparing', alerting: true });
    store.write(() => store.orders.silence(id));
    read('production');
    expect(store.orders.get(id)?.alerting).toBe(false);
    read('rejected');
    expect(store.orders.get(id)).toMatchObject({ stage: 'rejected', alerting: true });
  },
);
