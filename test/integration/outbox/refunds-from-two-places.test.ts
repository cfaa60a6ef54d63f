/** Refunds of one order from two screens: when two are the same, and how much is left to refund. */
import { beforeEach, expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { isoDigits } from '../../../main/orders/money/money.ts';
import type { Operation } from '../../../main/orders/operations.ts';
import { enqueueOperation, reviewOperation } from '../../../main/outbox/operations.ts';
import type { Kind } from '../../../main/store/worker.ts';
import { openRooms, type Rooms } from '../service/rooms.ts';
import { deliveredOrder, operationsOf } from './delivered-order.ts';

let rooms: Rooms;
let operations: Kind;
let orderId: string;

beforeEach(async () => {
  rooms = await openRooms({ invoiced_by: 'service' });
  operations = operationsOf(rooms);
  // The customer paid 20 euros.
  orderId = await deliveredOrder(rooms, 'EUR', 400, { fees: { total: { amount: 400, currency: 'EUR' }, parts: [] } });
});

const given = (operation: Operation, requestId: string) => ({ orderId, requestId, operation, currencyDigits: isoDigits });
const give = (operation: Operation) => expect(enqueueOperation(rooms.store, given(operation, 'first'), 'Ben')).toBeNull();
const refusalOf = (operation: Operation) => reviewOperation(rooms.store, given(operation, 'second'));

const row = (at: number, count: number, perUnit: number) => ({ row: at, count, perUnit, comment: null as string | null });
const items = (...refunds: ReturnType<typeof row>[]) => ({ operation: 'refund-items', reason: 'QUALITY_ISSUES', refunds }) as const;
const basket = (amount: number, reason = 'PRICE_DIFFERENCE', vat = 14) => ({ operation: 'refund-basket' as const, amount, reason, vat });
const deposit = (description: string, count: number, total: number, vat = 25.5) => ({ description, count, total, vat });
const deposits = (...returned: ReturnType<typeof deposit>[]) => ({ operation: 'deposits-returned' as const, items: returned });

const ROWS = items(row(1, 1, 50), row(2, 2, 30));
const TURNED = [...ROWS.refunds].reverse().map((one) => ({ ...one, comment: 'Too warm' }));
const BOTTLES = deposits(deposit('Bottle', 2, 40), deposit('Crate', 1, 150));
const BOTTLE = deposits(deposit('Bottle', 1, 40));
const SAME: [what: string, first: Operation, second: Operation][] = [
  ['the rows in another order, for another reason', ROWS, { ...items(...TURNED), reason: 'PRICE_DIFFERENCE' }],
  ['the amount for another reason and with another VAT', basket(100), basket(100, 'Late', 0)],
  ['the deposits in another order, with another VAT', BOTTLES, deposits(deposit('Crate ', 1, 150, 14), deposit('Bottle', 2, 40, 14))],
];
const OTHER: [what: string, first: Operation, second: Operation][] = [
  ['another count of a row', ROWS, items(row(1, 2, 50), row(2, 2, 30))],
  ['another amount for a row', ROWS, items(row(1, 1, 50), row(2, 2, 31))],
  ['counts and amounts swapped between two rows', ROWS, items(row(1, 2, 30), row(2, 1, 50))],
  ['only one of the rows', ROWS, items(row(1, 1, 50))],
  ['another amount', basket(100), basket(101)],
  ['the same amount for a row instead of the basket', basket(50), items(row(1, 1, 50))],
  ['other deposits', BOTTLE, deposits(deposit('Can', 1, 40))],
  ['another count of deposits', BOTTLE, deposits(deposit('Bottle', 2, 40))],
];

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
  ['is about to pay back', 0, [LEFT_100, null]],
  ['has paid back', 1, [LEFT_100, null]],
])("what another refund %s can't be refunded a second time", async (_, attempts, expected) => {
  give(basket(1_900));
  for (let done = 0; done < attempts; done += 1) expect(await rooms.attempt(operations)).toMatchObject({ end: 'done' });
  const textOf = (amount: number) => {
    const refusal = refusalOf(items(row(1, 1, amount)));
    return refusal && english(refusal.text);
  };
  expect([textOf(101), textOf(100)]).toEqual(expected);
});
