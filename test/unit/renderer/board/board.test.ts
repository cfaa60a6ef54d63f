/** The column and position of each order. */
import { describe, expect, it } from 'vitest';
import type { OrderCard } from '../../../../contract/contract.ts';
import { alertingOrders, columnsOf, firstToAnnounce } from '../../../../renderer/state/board.ts';
import { bulkMoves } from '../../../../renderer/state/bulk-moves.ts';
import { card } from './card.ts';

const byId = (...cards: OrderCard[]) => Object.fromEntries(cards.map((one) => [one.id, one]));
const ids = (cards: OrderCard[]) => cards.map(({ id }) => id);
const until = (at: string) => ({ at, of: 'accept' as const, totalSeconds: 180 });

describe('the board', () => {
  it('the order with the least time left is at the top of New', () => {
    const columns = columnsOf(
      byId(
        card({ id: 'later', deadline: until('2026-11-20T18:03:00Z') }),
        card({ id: 'decided' }),
        card({ id: 'first', deadline: until('2026-11-20T18:01:00Z') }),
      ),
    );
    expect(ids(columns.new)).toEqual(['first', 'later', 'decided']);
  });

  it('a new order is added below waiting ones, so no button moves under a finger', () => {
    const waiting = [
      card({ id: 'a', deadline: until('2026-11-20T18:01:00Z') }),
      card({ id: 'b', deadline: until('2026-11-20T18:02:00Z') }),
    ];
    const before = ids(columnsOf(byId(...waiting)).new);
    const after = ids(columnsOf(byId(card({ id: 'c', deadline: until('2026-11-20T18:04:00Z') }), ...waiting)).new);
    expect(after.slice(0, before.length)).toEqual(before);
  });

  it('the next pickup is at the top of Preparing, an order without a time at its foot', () => {
    const columns = columnsOf(
      byId(
        card({ id: 'unknown', column: 'preparing' }),
        card({ id: 'at-seven', column: 'preparing', pickupAt: '2026-11-20T19:00:00Z' }),
        card({ id: 'at-half-past', column: 'preparing', pickupAt: '2026-11-20T18:30:00Z' }),
      ),
    );
    expect(ids(columns.preparing)).toEqual(['at-half-past', 'at-seven', 'unknown']);
  });

  it('two orders with the same number both stay on the board', () => {
    expect(ids(columnsOf(byId(card({ id: 'x', number: '12' }), card({ id: 'y', number: '12' }))).new)).toEqual(['x', 'y']);
  });

  it('the order that ended last is first in Done today', () => {
    const columns = columnsOf(
      byId(
        card({ id: 'early', column: 'ended', endedAt: '2026-11-20T12:00:00Z' }),
        card({ id: 'late', column: 'ended', endedAt: '2026-11-20T18:00:00Z' }),
      ),
    );
    expect(ids(columns.ended)).toEqual(['late', 'early']);
  });

  it('a pre-order reminder is announced only if no new or cancelled order is to be announced', () => {
    const reminders = ['early', 'later'].map((id) => card({ id, column: 'scheduled', alerting: true }));
    expect(ids(firstToAnnounce([...reminders, card({ id: 'new' })]))).toEqual(['new']);
    expect(ids(firstToAnnounce(reminders))).toEqual(['early']);
    const cancelled = card({ id: 'cancelled', column: 'scheduled', trouble: [{ code: 'contradicted', text: 'Cancelled' }] });
    expect(ids(firstToAnnounce([...reminders, cancelled]))).toEqual(['cancelled']);
  });

  it('bulk accept needs several acceptable orders: no pre-orders, none unread', () => {
    const orders = (...names: ('accept' | 'confirm' | null)[]) =>
      names.map((name) => card({ actions: name === null ? [] : [{ name, label: name }] }));
    expect(bulkMoves('accept', orders('confirm', 'confirm', null))).toBe(false);
    expect(bulkMoves('accept', orders('accept', 'confirm'))).toBe(false);
    expect(bulkMoves('accept', orders('accept', 'confirm', 'accept'))).toBe(true);
  });

  it('unanswered orders ring in any column, except an order just tapped on this screen', () => {
    const orders = byId(
      card({ id: 'quiet' }),
      card({ id: 'rings', alerting: true }),
      card({ id: 'pre-order', column: 'scheduled', alerting: true, deadline: until('2026-11-20T18:10:00Z') }),
      card({ id: 'just-touched', alerting: true }),
    );
    expect(ids(alertingOrders(orders, { 'just-touched': true }))).toEqual(['pre-order', 'rings']);
  });
});
