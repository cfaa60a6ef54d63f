/** Positions of cards while staff use the screen, and afterwards. */
import { describe, expect, it } from 'vitest';
import type { OrderCard } from '../../../../contract/contract.ts';
import { columnsOf } from '../../../../renderer/state/board.ts';
import { hasGoneOrder, type Places, placesAfter } from '../../../../renderer/state/places.ts';
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

  it("are sorted if staff haven't used the screen for long", () => {
    expect(stands(first)).toEqual(['a', 'b', 'c']);
    expect(stands(placesAfter(first, columns(due('a', 40), due('b', 20), due('n', 5)), idle))).toEqual(['n', 'b', 'a']);
  });

  it('are kept under a finger: removed cards leave a gap, added ones are last', () => {
    const now = placesAfter(first, columns(due('a', 40), due('c', 30), due('n', 5)), touched);
    expect(stands(now)).toEqual(['a', '(b)', 'c', 'n']);
    expect(stands(placesAfter(now, columns(due('a', 40), due('b', 20), due('c', 30), due('n', 5)), touched))).toEqual(['a', 'b', 'c', 'n']);
  });

  it('have no gaps once the finger has left, in the same order', () => {
    const now = placesAfter(first, columns(due('a', 10), due('c', 30), due('n', 31)), touched);
    expect(stands(placesAfter(now, columns(due('a', 10), due('c', 30), due('n', 31)), left))).toEqual(['a', 'c', 'n']);
    expect(stands(placesAfter(now, columns(due('a', 10), due('c', 32), due('n', 31)), left))).toEqual(['a', 'c', 'n']);
  });

  it('are sorted by time once the finger has left, if an order is due much sooner', () => {
    const now = placesAfter(first, columns(due('a', 10), due('c', 30), due('n', 5)), touched);
    expect(stands(now)).toEqual(['a', '(b)', 'c', 'n']);
    expect(stands(placesAfter(now, columns(due('a', 10), due('c', 30), due('n', 5)), left))).toEqual(['n', 'a', 'c']);
    expect(stands(placesAfter(first, columns(due('a', 40), due('b', 20), due('c', 30)), left))).toEqual(['b', 'c', 'a']);
  });

  it('are sorted by the time left to answer for new orders, if the difference is large', () => {
    const asked = (id: string, second: number) =>
      card({ id, deadline: { at: `2026-11-20T18:00:${String(second).padStart(2, '0')}Z`, of: 'accept', totalSeconds: 180 } });
    const news = (...ids: [string, number][]) => columns(...ids.map(([id, second]) => asked(id, second)));
    const now = placesAfter(null, news(['a', 20], ['b', 30]), idle);
    expect(placesAfter(now, news(['a', 20], ['b', 30], ['c', 25]), left).new.map(({ order }) => order.id)).toEqual(['a', 'b', 'c']);
    expect(placesAfter(now, news(['a', 20], ['b', 30], ['c', 5]), left).new.map(({ order }) => order.id)).toEqual(['c', 'a', 'b']);
  });

  it('report an order that left, until its gap is shown', () => {
    const here = [due('a', 10), due('c', 30)];
    expect(hasGoneOrder(first.preparing, columns(...here).preparing)).toBe(true);
    expect(hasGoneOrder(placesAfter(first, columns(...here), touched).preparing, columns(...here).preparing)).toBe(false);
    expect(hasGoneOrder(first.preparing, columns(...here, due('b', 50), due('n', 1)).preparing)).toBe(false);
  });

  it("keep an order's old place while it's shown in its new column", () => {
    const now = placesAfter(first, columns(due('a', 10), due('b', 20, { column: 'ready' }), due('c', 30)), touched);
    expect(stands(now)).toEqual(['a', '(b)', 'c']);
    expect(now.ready.map(({ order, gone }) => [order.id, gone])).toEqual([['b', false]]);
  });
});
