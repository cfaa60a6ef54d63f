/** A notification about a courier (section 6.1) is saved with the order and has the order read again. */
import { expect, test } from 'vitest';
import { orderBody } from '../../fixtures/orders.ts';
import { notifyOf, readInto } from '../../setup/intake.ts';
import { testFolder, testStore } from '../../setup/parts.ts';
import { testTime } from '../../setup/test-time.ts';

test("the courier's approach and pickup are saved with the order", () => {
  const time = testTime();
  const store = testStore(testFolder(), { time, backups: null });
  const { id } = readInto(store, time.wall, orderBody('group', { order_status: 'ready' }));
  const notified = (type: string, more: object): void =>
    notifyOf(store, type, { id }, { type, created_at: '2026-03-14T11:40:00.123456Z', ...more });
  notified('courier.notification', { courier_details: { courier_pickup_eta: '2026-03-14T11:45:00Z' } });
  expect(store.orders.localState(id).courier).toEqual({ state: 'approaching', at: '2026-03-14T11:45:00Z' });
  notified('pickup_completed.notification', { details: { is_pickup_completed: true } });
  expect(store.orders.localState(id).courier).toEqual({ state: 'picked-up', at: '2026-03-14T11:40:00.123456Z' });
  expect(store.queue.get('read', id)?.state).toBe('waiting');
});
