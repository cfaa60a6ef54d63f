/** Refunds as sent in major units, in currencies with two, zero and three digits. */
import { expect, test } from 'vitest';
import { isoDigits } from '../../../main/orders/money/money.ts';
import type { Operation } from '../../../main/orders/operations.ts';
import { enqueueOperation } from '../../../main/outbox/operations.ts';
import { openRooms } from '../service/rooms.ts';
import { deliveredOrder, operationsOf } from './delivered-order.ts';

const OPERATIONS: Operation[] = [
  { operation: 'refund-items', reason: 'QUALITY_ISSUES', refunds: [{ row: 2, count: 1, perUnit: 1_250, comment: null }] },
  { operation: 'refund-basket', amount: 1_250, reason: 'PRICE_DIFFERENCE', vat: 14 },
  { operation: 'deposits-returned', items: [{ description: 'Bottle', count: 1, total: 1_250, vat: 25.5 }] },
];

test.each([
  ['EUR', 12.5],
  ['JPY', 1_250],
  ['KWD', 1.25],
])('a refund of 1250 minor units of %s is sent as %d', async (currency, sent) => {
  const rooms = await openRooms({ invoiced_by: 'service' });
  const { store, control } = rooms;
  const kind = operationsOf(rooms, 'major');
  const orderId = await deliveredOrder(rooms, currency, 4_000);
  for (const operation of OPERATIONS) {
    expect(enqueueOperation(store, { orderId, requestId: 'one', operation, currencyDigits: isoDigits })).toBeNull();
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
