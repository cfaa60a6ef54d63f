/** Refunds as sent in major units, in currencies with two, zero and three digits. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrderReader } from '../../../main/intake/reading/read-order.ts';
import { isoDigits } from '../../../main/orders/money/money.ts';
import type { Operation } from '../../../main/orders/operations.ts';
import { createOperationKind, giveOperation } from '../../../main/outbox/operations.ts';
import { NO_FOLLOWERS, openRooms, type Rooms } from '../service/rooms.ts';

let rooms: Rooms;
beforeAll(async () => {
  rooms = await openRooms({ invoiced_by: 'service' });
});
afterAll(() => rooms.close());

const OPERATIONS: Operation[] = [
  { operation: 'refund-items', reason: 'QUALITY_ISSUES', refunds: [{ row: 2, count: 1, perUnit: 1_250, comment: null }] },
  { operation: 'refund-basket', amount: 1_250, reason: 'PRICE_DIFFERENCE', vat: 14 },
  { operation: 'deposits-returned', items: [{ description: 'Bottle', count: 1, total: 1_250, vat: 25.5 }] },
];

test.each([
  ['EUR', 12.5],
  ['JPY', 1_250],
  ['KWD', 1.25],
])('1250 minor units of %s are %d', async (currency, sent) => {
  const { store, api, now, venueId, control } = rooms;
  const reader = createOrderReader({ store, api, ...NO_FOLLOWERS, now, monotonic: now, onRead: () => {}, onlyVenueId: () => venueId });
  const kind = createOperationKind({
    store,
    api,
    refundUnit: () => 'major',
    currencyDigits: isoDigits,
    read: (address) => reader.read(address),
    onTaken: () => {},
  });
  const money = (amount: number) => ({ amount, currency });
  const items = [1, 2].map((row_number) => ({
    row_number,
    name: 'Water',
    count: 2,
    options: [],
    item_price: { unit_price: money(4_000), total: money(8_000) },
  }));
  const order = { items, basket_price: { total: money(16_000) }, cash_payment: null };
  const orderId = String((await control('POST', '/orders', { venue_id: venueId, kind: 'takeaway', order })).order_id);
  const address = { venueId, orderId };
  for (const step of [() => api.accept(address, null), () => api.ready(address), () => api.delivered(address), () => reader.read(address)])
    expect(await step()).toMatchObject({ ok: true });
  for (const operation of OPERATIONS) {
    expect(giveOperation(store, { orderId, requestId: 'one', operation, currencyDigits: isoDigits })).toBeNull();
    expect(await rooms.attempt(kind)).toMatchObject({ end: 'done' });
  }
  const { asked } = (await control('GET', `/orders/${orderId}/story`)) as { asked: { operation: string; body: string }[] };
  const amounts = OPERATIONS.map(({ operation }) => {
    const body = JSON.parse(asked.find((one) => one.operation === operation)?.body ?? '{}');
    const [given] = body.item_refunds ?? body.basket_refunds ?? body.items;
    return given.refund_per_unit_incl_vat ?? given.refund_incl_vat ?? given.total_price_incl_vat;
  });
  expect(amounts).toEqual([sent, sent, sent]);
});
