/** The day's figures on the screen. */
import { expect, test } from 'vitest';
import { type DaysOrder, dayCsv, dayFigures } from '../../../main/history/day.ts';
import type { PastOrder } from '../../../main/store/search/history.ts';

const AT = Date.parse('2026-03-14T11:14:00Z');

function taken(orderId: string, amount: number | null): DaysOrder {
  const past = {
    orderId,
    number: orderId,
    venueId: 'v',
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
  return { past, rejectedHere: null, isCancelled: false, refunded: [], items: [], mishap: null };
}

test('an order whose amount cannot be read is in no sum, and is counted beside it', () => {
  const figures = dayFigures('2026-03-14', [taken('1', 1000), taken('2', null), taken('3', 250)], (at) => new Date(at).toISOString());
  expect(figures.revenue.map(({ text }) => text)).toEqual(['12.50 EUR']);
  expect(figures.unreadAmounts).toBe(1);
});

test('cancelled orders are counted and written down apart from those that were rejected', () => {
  const ended = (id: string, over: Partial<DaysOrder>): DaysOrder => {
    const { past, ...rest } = taken(id, 1000);
    return { ...rest, past: { ...past, stage: 'rejected' }, ...over };
  };
  const orders = [ended('1', { isCancelled: true }), ended('2', { rejectedHere: 'GENERIC' }), ended('3', {})];
  const figures = dayFigures('2026-03-14', orders, (at) => new Date(at).toISOString());
  expect(figures).toMatchObject({ rejected: 2, cancelled: 1 });
  expect(figures.rejectsBy.map(({ key, count }) => [key, count])).toEqual([
    ['GENERIC', 1],
    ['elsewhere', 1],
  ]);
  const rows = dayCsv(orders, () => '')
    .trim()
    .split(/\r?\n/);
  expect(rows[1]).toContain('cancelled');
  expect(rows[1]).not.toMatch(/elsewhere|rejected/);
  expect(rows[3]).toMatch(/rejected.*elsewhere/);
});
