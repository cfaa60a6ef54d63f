/** Which order takes the whole screen, and when. */
import { expect, test } from 'vitest';
import type { OrderCard } from '../../preload/contract.ts';
import { unansweredOrder } from '../../renderer/board/unanswered-order.ts';
import { card } from './card.ts';

const NOW = Date.parse('2026-03-14T11:30:00Z');
const waiting = (id: string, left: number, more: Partial<OrderCard> = {}): OrderCard =>
  card({
    id,
    alerting: true,
    actions: [{ name: 'accept', label: 'Accept' }],
    deadline: { at: new Date(NOW + left * 1_000).toISOString(), of: 'accept', totalSeconds: 180 },
    ...more,
  });
const shown = (orders: OrderCard[], seen: Record<string, true> = {}, hushed: Record<string, true> = {}) =>
  unansweredOrder(Object.fromEntries(orders.map((order) => [order.id, order])), hushed, seen, NOW)?.id ?? null;

test('an untouched order from half of its time on, the most pressing first', () => {
  expect(shown([waiting('a', 91)])).toBeNull();
  expect(shown([waiting('a', 90)])).toBe('a');
  expect(shown([waiting('a', 90), waiting('b', 40)])).toBe('b');
});

test('a touched order only in its last sixth, and not again once it was looked at there', () => {
  expect(shown([waiting('a', 60, { alerting: false })])).toBeNull();
  expect(shown([waiting('a', 60)], {}, { a: true })).toBeNull();
  expect(shown([waiting('a', 30, { alerting: false })])).toBe('a');
  expect(shown([waiting('a', 30, { alerting: false })], { a: true })).toBeNull();
});

test('never one that is on its way, decided elsewhere, or past its time', () => {
  expect(shown([waiting('a', 20, { pending: { action: 'accept', says: 'Accepting...', undoUntil: null, since: '' } })])).toBeNull();
  expect(shown([waiting('a', 20, { actions: [] })])).toBeNull();
  expect(shown([waiting('a', 0)])).toBeNull();
  expect(shown([waiting('a', 20, { deadline: null })])).toBeNull();
});
