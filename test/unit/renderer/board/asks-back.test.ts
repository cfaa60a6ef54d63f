/** When one touch on a card is not enough: a bag that is not checked off is asked for at the hand-over, and at no other step. */
import { expect, test } from 'vitest';
import type { ActionName, OrderCard } from '../../../../contract/contract.ts';
import { asksBack } from '../../../../renderer/state/hand-over.ts';
import { card } from './card.ts';

const of = (kind: OrderCard['kind'], checked: number[]) => card({ kind, bags: 2, checked, actions: [] });

test.each<[kind: OrderCard['kind'], handsOver: ActionName]>([
  // A courier of the service takes it when it is ready; everyone else is handed it by the last step.
  ['delivery', 'ready'],
  ['self-delivery', 'delivered'],
  ['takeaway', 'delivered'],
  ['other', 'delivered'],
])('%s: a bag that is missing is asked for at "%s"', (kind, handsOver) => {
  for (const action of ['accept', 'confirm', 'ready', 'delivered'] as const) {
    expect([action, asksBack(of(kind, [0]), action)]).toEqual([action, action === handsOver]);
    expect(asksBack(of(kind, [0, 1]), action)).toBe(false);
  }
  expect(asksBack(of(kind, [0, 1]), 'reject')).toBe(true);
});

test('what needs batches is asked for at its own step alone', () => {
  const order = card({ bags: 0, checked: [], actions: [{ name: 'ready', label: 'Ready', needsBatches: true }] });
  expect((['ready', 'delivered'] as const).map((action) => asksBack(order, action))).toEqual([true, false]);
});
