/** The day's figures on the screen. */
import { expect, test } from 'vitest';
import { type DaysOrder, dayFigures } from '../../main/counter/history/day.ts';
import type { PastOrder } from '../../main/store/history.ts';

const AT = Date.parse('2026-03-14T11:14:00Z');

function taken(orderId: string, amount: number | null): DaysOrder {
  const past = {
    orderId,
    number: orderId,
    kind: 'takeaway',
    stage: 'delivered',
    isPreorder: false,
    items: 1,
    placedAt: AT,
    noticedAt: AT,
    acceptedAt: AT,
    dueAt: null,
    readyAt: null,
    endedAt: AT,
    amount,
    currency: amount === null ? null : 'EUR',
  } as PastOrder;
  return { past, rejectedHere: null, refunded: [], items: [], mishap: null };
}

test('an order whose amount cannot be read is in no sum, and is counted beside it', () => {
  const figures = dayFigures('2026-03-14', [taken('1', 1000), taken('2', null), taken('3', 250)], (at) => new Date(at).toISOString());
  expect(figures.revenue.map(({ text }) => text)).toEqual(['12.50 EUR']);
  expect(figures.unreadAmounts).toBe(1);
});
