/** A notification about a courier (section 6.1) is saved with the order and has the order read again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createIngestion } from '../../../main/intake/ingest.ts';
import { applyReading } from '../../../main/intake/reading/apply-reading.ts';
import { parseOrder } from '../../../main/orders/reading/parse-order.ts';
import { openStore } from '../../../main/store/store.ts';
import { orderBody } from '../../fixtures/orders.ts';
import { testTime } from '../../setup/test-time.ts';
import { NO_FOLLOWERS } from '../service/rooms.ts';

test("the courier's approach and pickup are saved with the order", () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-courier-'));
  const time = testTime();
  const store = openStore(folder, { time, backups: null });
  onTestFinished(() => {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const body = orderBody('group', { order_status: 'ready' });
  const parsed = parseOrder(body);
  if (!parsed.ok) throw new Error(parsed.why);
  const { id } = parsed.order;
  applyReading({ store, now: time.wall, ...NO_FOLLOWERS }, parsed.order, body);
  const notified = (type: string, more: object): void =>
    createIngestion(store).notification(
      Buffer.from(JSON.stringify({ id: type, type, order: { id }, created_at: '2026-03-14T11:40:00.123456Z', ...more })),
    );
  notified('courier.notification', { courier_details: { courier_pickup_eta: '2026-03-14T11:45:00Z' } });
  expect(store.orders.beside(id).courier).toEqual({ state: 'approaching', at: '2026-03-14T11:45:00Z' });
  notified('pickup_completed.notification', { details: { is_pickup_completed: true } });
  expect(store.orders.beside(id).courier).toEqual({ state: 'picked-up', at: '2026-03-14T11:40:00.123456Z' });
  expect(store.queue.get('read', id)?.state).toBe('waiting');
});
