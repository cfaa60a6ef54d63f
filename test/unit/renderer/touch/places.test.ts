/** Where cards stand while somebody touches the screen, and afterwards. */
import { describe, expect, it } from 'vitest';
import type { OrderCard } from '../../../../contract/contract.ts';
import { columnsOf } from '../../../../renderer/state/board.ts';
import { type Places, placesAfter } from '../../../../renderer/state/places.ts';
import { card } from '../board/card.ts';

const columns = (...cards: OrderCard[]) => columnsOf(Object.fromEntries(cards.map((one) => [one.id, one])));
const due = (id: string, minute: number, more: Partial<OrderCard> = {}) =>
  card({ id, column: 'preparing', pickupAt: `2026-11-20T18:${String(minute).padStart(2, '0')}:00Z`, ...more });
const stands = (places: Places) => places.preparing.map(({ order, gone }) => (gone ? `(${order.id})` : order.id));
const touched = { keep: true, sort: false };
const left = { keep: false, sort: false };
const idle = { keep: false, sort: true };

describe('the places of cards', () => {
  const first = placesAfter(null, columns(due('a', 10), due('b', 20), due('c', 30)), idle);

  it('are sorted where nobody has touched the screen for long', () => {
    expect(stands(first)).toEqual(['a', 'b', 'c']);
    expect(stands(placesAfter(first, columns(due('a', 40), due('b', 20), due('n', 5)), idle))).toEqual(['n', 'b', 'a']);
  });

  it('are kept under a finger: what leaves leaves a gap, what comes joins at the end, nothing is sorted', () => {
    const now = placesAfter(first, columns(due('a', 40), due('c', 30), due('n', 5)), touched);
    expect(stands(now)).toEqual(['a', '(b)', 'c', 'n']);
    expect(stands(placesAfter(now, columns(due('a', 40), due('b', 20), due('c', 30), due('n', 5)), touched))).toEqual(['a', 'b', 'c', 'n']);
  });

  it('close their gaps afterwards, in the same order', () => {
    const now = placesAfter(first, columns(due('c', 1), due('n', 5)), touched);
    expect(stands(placesAfter(now, columns(due('c', 1), due('n', 5)), left))).toEqual(['c', 'n']);
  });

  it('show an order in its new column while its old place is still kept', () => {
    const now = placesAfter(first, columns(due('a', 10), due('b', 20, { column: 'ready' }), due('c', 30)), touched);
    expect(stands(now)).toEqual(['a', '(b)', 'c']);
    expect(now.ready.map(({ order, gone }) => [order.id, gone])).toEqual([['b', false]]);
  });
});
