/** The summary after accepting several orders at once: from what the board shows of each, never from what was requested. */
import { expect, test } from 'vitest';
import type { OrderCard } from '../../../../contract/contract.ts';
import { type FollowedOrder, followed, outcomeOf } from '../../../../renderer/board/several/accepted.ts';
import { card } from './card.ts';

const asked = (number: string, hasAllergies = false): FollowedOrder => ({
  id: number,
  number,
  hasAllergies,
  fate: 'under-way',
  wasPending: false,
});
const PENDING = { action: 'accept', text: 'Accepting…', since: '2026-11-28T10:00:00Z', undoUntil: null };
/** The orders on the board: `null` as they arrived, `pending` with an accept under way, else their column. */
const board = (orders: Record<string, OrderCard['column'] | 'pending' | null>) =>
  Object.fromEntries(
    Object.entries(orders).map(([id, at]) => {
      const changes = at === 'pending' ? { pending: PENDING } : at === null ? {} : { column: at };
      return [id, card({ id, number: id, ...changes })];
    }),
  );

test('once all orders are done, the summary shows their count and the orders with allergies', () => {
  let list: FollowedOrder[] = [asked('610', true), asked('611'), asked('612', true)];
  list = followed(list, board({ 610: null, 611: null, 612: null }), { 610: true, 611: true, 612: true });
  expect(outcomeOf(list)).toBeNull();
  list = followed(list, board({ 610: 'preparing', 611: 'pending', 612: 'scheduled' }));
  expect(outcomeOf(list)).toBeNull();
  list = followed(list, board({ 610: 'preparing', 611: 'preparing', 612: 'ready' }));
  expect(outcomeOf(list)).toEqual({ accepted: 3, withAllergies: ['610', '612'], notAccepted: [] });
});

test('the summary names orders whose accept was refused or undone, or that ended or vanished meanwhile', () => {
  let list: FollowedOrder[] = [asked('610'), asked('611', true), asked('612'), asked('613'), asked('614')];
  const taken = { 610: false, 611: true, 612: true, 613: true, 614: true };
  list = followed(list, board({ 610: null, 611: 'pending', 612: 'pending', 613: null, 614: null }), taken);
  expect(outcomeOf(list)).toBeNull();
  list = followed(list, board({ 610: null, 611: null, 612: 'preparing', 613: 'ended' }));
  expect(outcomeOf(list)).toEqual({ accepted: 1, withAllergies: [], notAccepted: ['610', '611', '613', '614'] });
});

test('an accepted order counts as accepted even if its next command is already in flight', () => {
  const next = card({ id: '610', column: 'preparing', pending: { ...PENDING, action: 'ready' } });
  expect(outcomeOf(followed([asked('610')], { 610: next }))).toEqual({ accepted: 1, withAllergies: [], notAccepted: [] });
});
