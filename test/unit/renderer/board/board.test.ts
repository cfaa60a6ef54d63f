/** The column and position of each order. */
import { describe, expect, it } from 'vitest';
import type { OrderCard } from '../../../../contract/contract.ts';
import { alertingOrders, columnsOf, firstToAnnounce } from '../../../../renderer/state/board.ts';
import { bulkMoves } from '../../../../renderer/state/bulk-moves.ts';
import { card } from './card.ts';

const byId = (...cards: OrderCard[]) => Object.fromEntries(cards.map((one) => [one.id, one]));
const ids = (cards: { id: string }[]) => cards.map(({ id }) => id);
const until = (at: string) => ({ at, of: 'accept' as const, totalSeconds: 180 });

const due = (at: string): Partial<OrderCard> => ({ deadline: until(`2026-11-20T${at}:00Z`) });
const pickup = (at: string | null): Partial<OrderCard> => ({ column: 'preparing', pickupAt: at && `2026-11-20T${at}:00Z` });
const ended = (at: string): Partial<OrderCard> => ({ column: 'ended', endedAt: `2026-11-20T${at}:00Z` });

describe('the board', () => {
  it.each<[what: string, column: OrderCard['column'], cards: Record<string, Partial<OrderCard>>, shown: string[]]>([
    [
      'the order with the least time left is at the top of New',
      'new',
      { later: due('18:03'), decided: {}, first: due('18:01') },
      ['first', 'later', 'decided'],
    ],
    [
      'a new order is added below waiting ones, so no button moves under a finger',
      'new',
      { c: due('18:04'), a: due('18:01'), b: due('18:02') },
      ['a', 'b', 'c'],
    ],
    [
      'the next pickup is at the top of Preparing, an order without a time at its foot',
      'preparing',
      { unknown: pickup(null), 'at-seven': pickup('19:00'), 'at-half-past': pickup('18:30') },
      ['at-half-past', 'at-seven', 'unknown'],
    ],
    ['two orders with the same number both stay on the board', 'new', { x: { number: '12' }, y: { number: '12' } }, ['x', 'y']],
    ['the order that ended last is first in Done today', 'ended', { early: ended('12:00'), late: ended('18:00') }, ['late', 'early']],
  ])('%s', (_, column, cards, shown) => {
    const all = Object.entries(cards).map(([id, more]) => card({ id, ...more }));
    expect(ids(columnsOf(byId(...all))[column])).toEqual(shown);
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
