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
const order = (id: string, over: Partial<OrderCard>) => card({ id, number: id, ...over });
const board = (...orders: OrderCard[]) => Object.fromEntries(orders.map((one) => [one.id, one]));

test('once all orders are done, the summary shows their count and the orders with allergies', () => {
  let list: FollowedOrder[] = [asked('610', true), asked('611'), asked('612', true)];
  list = followed(list, board(order('610', {}), order('611', {}), order('612', {})), { 610: true, 611: true, 612: true });
  expect(outcomeOf(list)).toBeNull();
  list = followed(
    list,
    board(order('610', { column: 'preparing' }), order('611', { pending: PENDING }), order('612', { column: 'scheduled' })),
  );
  expect(outcomeOf(list)).toBeNull();
  list = followed(
    list,
    board(order('610', { column: 'preparing' }), order('611', { column: 'preparing' }), order('612', { column: 'ready' })),
  );
  expect(outcomeOf(list)).toEqual({ accepted: 3, withAllergies: ['610', '612'], notAccepted: [] });
});

test('the summary names orders whose accept was refused or undone, or that ended or vanished meanwhile', () => {
  let list: FollowedOrder[] = [asked('610'), asked('611', true), asked('612'), asked('613'), asked('614')];
  list = followed(
    list,
    board(order('610', {}), order('611', { pending: PENDING }), order('612', { pending: PENDING }), order('613', {}), order('614', {})),
    { 610: false, 611: true, 612: true, 613: true, 614: true },
  );
  expect(outcomeOf(list)).toBeNull();
  list = followed(
    list,
    board(order('610', {}), order('611', {}), order('612', { column: 'preparing' }), order('613', { column: 'ended' })),
  );
  expect(outcomeOf(list)).toEqual({ accepted: 1, withAllergies: [], notAccepted: ['610', '611', '613', '614'] });
});

test('an accepted order counts as accepted even if its next command is already in flight', () => {
  const list = followed([asked('610')], board(order('610', { column: 'preparing', pending: { ...PENDING, action: 'ready' } })));
  expect(outcomeOf(list)).toEqual({ accepted: 1, withAllergies: [], notAccepted: [] });
});
