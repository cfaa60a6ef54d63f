/** What a touch that came too late for an order is told: the truth about the order, not that it has only just come. */
import { expect, test } from 'vitest';
import type { OrderCard } from '../../../../contract/contract.ts';
import { becameOf, type Known, movedOn } from '../../../../renderer/touch/became.ts';
import { card } from '../board/card.ts';

const known = (orders: OrderCard[], more: Partial<Known> = {}): Known => ({
  held: { state: { orders: Object.fromEntries(orders.map((order) => [order.id, order])) } },
  sending: {},
  refusals: {},
  ...more,
});
const pending = (says: string) => ({ action: 'ready', says, since: '', undoUntil: null });

test('an order that is really new, or as it was, is not called answered', () => {
  expect(movedOn(known([]), known([card()]))).toEqual([]);
  expect(movedOn(known([card()]), known([card({ comment: 'No onions' })]))).toEqual([]);
  expect(becameOf('order-1', known([card()]), false)).toBeNull();
  expect(becameOf('gone', known([]), true)).toBeNull();
});

test('a command on its way is named, from the touch on', () => {
  expect(becameOf('order-1', known([card()], { sending: { 'order-1': 'accept' } }), false)).toBe('Accepting…');
  expect(becameOf('order-1', known([card({ pending: pending('Marking ready…') })]), false)).toBe('Marking ready…');
});

test('what it has just become is named by its card, also where somebody else did it', () => {
  const now = known([card({ status: 'production', column: 'preparing', statusLabel: 'Being prepared' })]);
  expect(movedOn(known([card()]), now)).toEqual(['order-1']);
  expect(movedOn(known([card()]), known([]))).toEqual(['order-1']);
  expect(becameOf('order-1', now, true)).toBe('Being prepared');
});

test('a command that was refused is told with its reason', () => {
  const now = known([card()], { refusals: { 'order-1': { code: 'x', says: 'The service is closed.' } } });
  expect(movedOn(known([card()], { sending: { 'order-1': 'accept' } }), now)).toEqual(['order-1']);
  expect(becameOf('order-1', now, true)).toBe('The service is closed.');
});
