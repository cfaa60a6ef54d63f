/** Kitchen display pages. */
import { describe, expect, test } from 'vitest';
import { append, type Paged, paginate, type Room, type Spot } from '../../../../renderer/displays/kitchen/pages.ts';
import type { Sized } from '../../../../renderer/layout/deal.ts';
import fc from '../../../setup/property.ts';

const GAP = 8;
const NOWHERE: ReadonlyMap<string, Spot> = new Map();
const anyTickets = fc.uniqueArray(fc.record({ id: fc.string({ minLength: 1, maxLength: 6 }), height: fc.integer({ min: 60, max: 900 }) }), {
  selector: ({ id }) => id,
  maxLength: 40,
});
const anyRoom = fc.record({ columns: fc.integer({ min: 1, max: 6 }), height: fc.integer({ min: 300, max: 1_000 }) });
const size = (id: string, height = 290): Sized => ({ id, height });
const pageOf = (paged: Pick<Paged, 'spots'>, id: string) => paged.spots.get(id)?.page;
const pages = ({ spots, count }: Pick<Paged, 'spots' | 'count'>) =>
  Array.from({ length: count }, (_, page) => [...spots].flatMap(([id, spot]) => (spot.page === page ? [id] : [])));

function columnsOf(cards: readonly Sized[], { spots }: Pick<Paged, 'spots'>): Sized[][] {
  return [...Map.groupBy(cards, ({ id }) => JSON.stringify(spots.get(id))).values()];
}
const heightOf = (column: readonly Sized[]) => column.reduce((sum, { height }) => sum + height + GAP, -GAP);
function expectWhole(cards: readonly Sized[], room: Room, paged: Pick<Paged, 'spots'>): void {
  expect([...paged.spots.keys()].sort()).toEqual(cards.map(({ id }) => id).sort());
  for (const column of columnsOf(cards, paged)) if (column.length > 1) expect(heightOf(column)).toBeLessThanOrEqual(room.height);
}
function expectUrgentFirst(cards: readonly Sized[], paged: Pick<Paged, 'spots'>): void {
  const order = cards.map(({ id }) => pageOf(paged, id) ?? -1);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
}

describe('pages', () => {
  test('hold whole tickets, and none before a more urgent one; a ticket taller than a page has a column alone', () => {
    fc.assert(
      fc.property(anyTickets, anyRoom, (cards, room) => {
        const paged = paginate(cards, room, NOWHERE, 0);
        expectWhole(cards, room, paged);
        expectUrgentFirst(cards, paged);
        expect(pages(paged).every((page) => page.length > 0)).toBe(true);
      }),
    );
  });
  test('stay the same if nothing changes, on whichever page the display is', () => {
    fc.assert(
      fc.property(anyTickets, anyRoom, fc.integer({ min: 0, max: 5 }), (cards, room, at) => {
        const before = paginate(cards, room, NOWHERE, 0);
        const shown = Math.min(at, Math.max(0, before.count - 1));
        expect(paginate(cards, room, before.spots, shown)).toEqual({ ...before, shown });
      }),
    );
  });
  test('keep tickets in their place when others leave; from later pages the most urgent follow', () => {
    fc.assert(
      fc.property(anyTickets, anyRoom, fc.array(fc.boolean()), (cards, room, leaves) => {
        const before = paginate(cards, room, NOWHERE, 0);
        const stay = cards.filter((_, place) => !leaves[place]);
        const after = paginate(stay, room, before.spots, 0);
        expectWhole(stay, room, after);
        expectUrgentFirst(stay, after);
        for (const { id } of stay) if (pageOf(before, id) === 0) expect(after.spots.get(id)).toEqual(before.spots.get(id));
      }),
    );
  });
  test('that are visible give no ticket to earlier ones, and close the gap of an empty one', () => {
    const room = { columns: 1, height: 600 };
    const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((id) => size(id)) as [Sized, Sized, Sized, Sized, Sized];
    const before = paginate([a, b, c, d, e], room, NOWHERE, 0);
    expect(pages(before)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    expect(pages(paginate([b, c, d, e], room, before.spots, 1))).toEqual([['b'], ['c', 'd'], ['e']]);
    expect(pages(paginate([b, c, d, e], room, before.spots, 0))).toEqual([
      ['b', 'c'],
      ['d', 'e'],
    ]);
    const emptied = paginate([c, d, e], room, before.spots, 1);
    expect(pages(emptied)).toEqual([['c', 'd'], ['e']]);
    expect(emptied.shown).toBe(0);
    expect(paginate([a], room, before.spots, 2).shown).toBe(0);
  });
  test('make room for a more urgent ticket by moving on the least urgent', () => {
    const room = { columns: 2, height: 600 };
    const cards = ['a', 'b', 'c', 'd', 'e'].map((id) => size(id));
    const before = paginate(cards, room, NOWHERE, 0);
    const after = paginate([size('first'), ...cards], room, before.spots, 0);
    expect(pages(after)).toEqual([expect.arrayContaining(['a', 'b', 'c', 'first']), expect.arrayContaining(['d', 'e'])]);
    for (const id of ['a', 'b', 'c']) expect(after.spots.get(id)).toEqual(before.spots.get(id));
  });
});

test('while the screen is tapped no ticket moves; a new one joins the last page or opens the next', () => {
  fc.assert(
    fc.property(anyTickets, anyRoom, fc.integer({ min: 60, max: 900 }), (cards, room, height) => {
      const before = paginate(cards, room, NOWHERE, 0);
      const after = append([{ id: 'the new one', height }, ...cards], room, before.spots);
      for (const { id } of cards) expect(after.spots.get(id)).toEqual(before.spots.get(id));
      const last = Math.max(0, before.count - 1);
      expect([last, last + 1]).toContain(pageOf(after, 'the new one'));
      expectWhole([...cards, { id: 'the new one', height }], room, after);
    }),
  );
});
