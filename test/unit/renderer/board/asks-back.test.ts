/** Handing over an order with an unchecked bag asks for confirmation; no other step does. */
import { expect, test } from 'vitest';
import type { ActionName, OrderCard } from '../../../../contract/contract.ts';
import { needsConfirmation } from '../../../../renderer/state/hand-over.ts';
import { card } from './card.ts';

const of = (kind: OrderCard['kind'], checked: number[]) => card({ kind, bags: 2, checked, actions: [] });

test.each<[kind: OrderCard['kind'], handsOver: ActionName]>([
  // An order leaves at "ready" for the service's courier, otherwise at "delivered".
  ['delivery', 'ready'],
  ['self-delivery', 'delivered'],
  ['takeaway', 'delivered'],
  ['other', 'delivered'],
])('%s: a missing bag is asked for at "%s"', (kind, handsOver) => {
  for (const action of ['accept', 'confirm', 'ready', 'delivered'] as const) {
    expect([action, needsConfirmation(of(kind, [0]), action)]).toEqual([action, action === handsOver]);
    expect(needsConfirmation(of(kind, [0, 1]), action)).toBe(false);
  }
  expect(needsConfirmation(of(kind, [0, 1]), 'reject')).toBe(true);
});

test('missing batch numbers are asked for only at the step that needs them', () => {
  const order = card({ bags: 0, checked: [], actions: [{ name: 'ready', label: 'Ready', needsBatches: true }] });
  expect((['ready', 'delivered'] as const).map((action) => needsConfirmation(order, action))).toEqual([true, false]);
});
