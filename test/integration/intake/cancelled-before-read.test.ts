/** Whether an order rings that a notification calls cancelled before a reading shows it, with a restart in between. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createIngestion } from '../../../main/intake/ingest.ts';
import { applyReading } from '../../../main/intake/reading/apply-reading.ts';
import { parseOrder } from '../../../main/orders/reading/parse-order.ts';
import { openStore, type Store } from '../../../main/store/store.ts';
import { orderBody } from '../../fixtures/orders.ts';
import { type TestTime, testTime } from '../../setup/test-time.ts';
import { NO_FOLLOWERS } from '../service/rooms.ts';

let folder: string;
let time: TestTime;
let store: Store;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillbridge-cancelled-'));
  time = testTime();
  store = openStore(folder, { time, backups: null });
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const id = String(orderBody('takeaway-cash').id);
const notified = (status: string): void =>
  createIngestion(store).notification(Buffer.from(JSON.stringify({ id: status, type: 'order.notification', order: { id, status } })));

function read(status: string): void {
  const body = orderBody('takeaway-cash', { order_status: status });
  const parsed = parseOrder(body);
  if (!parsed.ok) throw new Error(parsed.why);
  applyReading({ store, now: time.wall, ...NO_FOLLOWERS }, parsed.order, body);
}

test.each([
  { claims: ['CREATED'], stops: false },
  { claims: ['CREATED', 'PRODUCTION'], stops: true },
])('notified as $claims, it asks staff to stop: $stops', ({ claims, stops }) => {
  for (const status of claims) notified(status);
  expect(store.claims.get(id)?.alerting).toBe(true);
  store.close();
  store = openStore(folder, { time, backups: null });
  notified('CANCELED');
  read('rejected');
  expect(store.orders.get(id)).toMatchObject({ stage: 'rejected', alerting: stops });
});

test.each([{ before: [] }, { before: ['received'] }])(
  'read as $before and cancelled, it rings once a late reading shows preparation',
  ({ before }) => {
    notified('CREATED');
    before.forEach(read);
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
