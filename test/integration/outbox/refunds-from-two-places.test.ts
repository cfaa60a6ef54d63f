/** Refunds of one order from two screens: when two are the same, and how much is left to refund. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { createOrderReader } from '../../../main/intake/reading/read-order.ts';
import { isoDigits } from '../../../main/orders/money/money.ts';
import type { Operation } from '../../../main/orders/operations.ts';
import { createOperationKind, giveOperation, reviewOperation } from '../../../main/outbox/operations.ts';
import type { Kind } from '../../../main/store/worker.ts';
import { NO_FOLLOWERS, openRooms, type Rooms } from '../service/rooms.ts';

let rooms: Rooms;
let operations: Kind;
let orderId: string;

beforeAll(async () => {
  rooms = await openRooms({ invoiced_by: 'service' });
});
afterAll(() => rooms.close());

beforeEach(async () => {
  const { store, api, now, venueId, control } = rooms;
  const reader = createOrderReader({ store, api, ...NO_FOLLOWERS, now, monotonic: now, onRead: () => {}, onlyVenueId: () => venueId });
  operations = createOperationKind({
    store,
    api,
    refundUnit: () => 'minor',
    currencyDigits: isoDigits,
    read: reader.read,
    onTaken: () => {},
  });
  orderId = String((await control('POST', '/orders', { venue_id: venueId, kind: 'takeaway', order: PAID_2000 })).order_id);
  const address = { venueId, orderId };
  for (const step of [() => api.accept(address, null), () => api.ready(address), () => api.delivered(address), () => reader.read(address)])
    expect(await step()).toMatchObject({ ok: true });
});

const given = (operation: Operation, requestId: string) => ({ orderId, requestId, operation, currencyDigits: isoDigits });
const give = (operation: Operation) => expect(giveOperation(rooms.store, given(operation, 'first'), 'Ben')).toBeNull();
const refusalOf = (operation: Operation) => reviewOperation(rooms.store, given(operation, 'second'));

const items = (
  refunds: [row: number, count: number, perUnit: number][],
  reason: 'QUALITY_ISSUES' | 'PRICE_DIFFERENCE' = 'QUALITY_ISSUES',
) => ({
  operation: 'refund-items' as const,
  reason,
  refunds: refunds.map(([row, count, perUnit]) => ({ row, count, perUnit, comment: reason === 'QUALITY_ISSUES' ? null : 'Too warm' })),
});
const basket = (amount: number, reason = 'PRICE_DIFFERENCE', vat = 14) => ({ operation: 'refund-basket' as const, amount, reason, vat });
const deposits = (returned: [description: string, count: number, total: number][], vat = 25.5) => ({
  operation: 'deposits-returned' as const,
  items: returned.map(([description, count, total]) => ({ description, count, total, vat })),
});

const ROWS = items([
  [1, 1, 50],
  [2, 2, 30],
]);
const BOTTLES = deposits([
  ['Bottle', 2, 40],
  ['Crate', 1, 150],
]);
const SAME: [what: string, first: Operation, second: Operation][] = [
  ['the rows in another order, for another reason', ROWS, items([...ROWS.refunds].reverse().map(asRow), 'PRICE_DIFFERENCE')],
  ['the amount for another reason and with another VAT', basket(100), basket(100, 'Late', 0)],
  [
    'the deposits in another order, with another VAT',
    BOTTLES,
    deposits(
      [
        ['Crate ', 1, 150],
        ['Bottle', 2, 40],
      ],
      14,
    ),
  ],
];
const OTHER: [what: string, first: Operation, second: Operation][] = [
  [
    'another count of a row',
    ROWS,
    items([
      [1, 2, 50],
      [2, 2, 30],
    ]),
  ],
  [
    'another amount for a row',
    ROWS,
    items([
      [1, 1, 50],
      [2, 2, 31],
    ]),
  ],
  [
    'counts and amounts that were changed round',
    ROWS,
    items([
      [1, 2, 30],
      [2, 1, 50],
    ]),
  ],
  ['one row of them', ROWS, items([[1, 1, 50]])],
  ['another amount', basket(100), basket(101)],
  ['the same amount for a row', basket(50), items([[1, 1, 50]])],
  ['other deposits', deposits([['Bottle', 1, 40]]), deposits([['Can', 1, 40]])],
  ['another count of deposits', deposits([['Bottle', 1, 40]]), deposits([['Bottle', 2, 40]])],
];

function asRow({ row, count, perUnit }: { row: number; count: number; perUnit: number }): [number, number, number] {
  return [row, count, perUnit];
}

test.each(SAME)('%s is the same refund: it is sent once, and the second person sees by whom', (_, first, second) => {
  give(first);
  const refusal = refusalOf(second);
  expect([refusal?.code, english(refusal?.text ?? '')]).toEqual(['already-given', 'Ben is already giving this refund.']);
});

test.each(OTHER)('%s is another refund', (_, first, second) => {
  give(first);
  expect(refusalOf(second)).toBeNull();
});

const LEFT_100 = "You can refund at most 1.00 EUR: that's what's left of the payment.";
test.each([
  ['on its way', 0, [LEFT_100, null]],
  ['taken', 1, [LEFT_100, null]],
])('%s is no longer available to the second refund', async (_, attempts, expected) => {
  give(basket(1_900));
  for (let done = 0; done < attempts; done += 1) expect(await rooms.attempt(operations)).toMatchObject({ end: 'done' });
  const textOf = (amount: number) => {
    const refusal = refusalOf(items([[1, 1, amount]]));
    return refusal && english(refusal.text);
  };
  expect([textOf(101), textOf(100)]).toEqual(expected);
});

const EUR = (amount: number) => ({ amount, currency: 'EUR' });
const PAID_2000 = {
  items: [1, 2].map((row_number) => ({
    row_number,
    name: 'Water',
    count: 2,
    options: [],
    item_price: { unit_price: EUR(400), total: EUR(800) },
  })),
  basket_price: { total: EUR(1_600) },
  fees: { total: EUR(400), parts: [] },
  cash_payment: null,
};
