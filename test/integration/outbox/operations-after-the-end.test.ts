/** Waiting operations of an order that is cancelled meanwhile. */
import { expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { allWorded } from '../../../contract/words.ts';
import { isoDigits } from '../../../main/orders/money/money.ts';
import { enqueueOperation } from '../../../main/outbox/operations.ts';
import { openRooms } from '../service/rooms.ts';
import { operationsOf } from './delivered-order.ts';

test("a waiting arrival time isn't sent once the order is cancelled", async () => {
  const rooms = await openRooms();
  const { store, api, venueId, control } = rooms;
  const placed = await control('POST', '/orders', { venue_id: venueId, kind: 'self-delivery' });
  const orderId = String(placed.order_id);
  const reader = rooms.reader();
  const operations = operationsOf(rooms);
  const address = { venueId, orderId };
  expect((await reader.read(address)).ok).toBe(true);
  expect((await api.acceptSelfDelivery(address, null)).ok).toBe(true);
  expect((await reader.read(address)).ok).toBe(true);
  await control('POST', '/faults', { match: 'PUT /orders/*/delivery/eta', status: 503, times: 1 });
  expect(
    enqueueOperation(store, { orderId, requestId: 'one', operation: { operation: 'eta', minutes: 20 }, currencyDigits: isoDigits }),
  ).toBeNull();
  expect((await rooms.attempt(operations)).end).toBe('retry');
  await control('POST', `/orders/${orderId}/cancel`, { by: 'consumer' });
  expect((await reader.read(address)).ok).toBe(true);
  rooms.pass(2_000);
  expect(allWorded(english, await rooms.attempt(operations))).toMatchObject({
    end: 'failed',
    error: "The ETA didn't work. The order is rejected.",
  });
  const { asked } = await control('GET', `/orders/${orderId}/story`);
  expect((asked as { operation: string }[]).filter(({ operation }) => operation === 'delivery/eta')).toHaveLength(1);
});
