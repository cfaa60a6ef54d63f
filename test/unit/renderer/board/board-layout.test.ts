/** How the board shares its width: orders own the screen, and no card moves without need. */
import { describe, expect, test } from 'vitest';
import { CARD_MIN, GAP, type Layout, laneOf, layoutFor, RAIL } from '../../../../renderer/board/layout.ts';
import fc from '../../../setup/property.ts';

const need = (orders: number, height = orders * 200) => ({ orders, height });
const rush = { new: need(11), preparing: need(28), side: 7 };
const shared = (width: number, height: number, needs = rush, before: Layout | null = null) => layoutFor({ width, height }, needs, before);

describe('in a rush', () => {
  test.each([
    [1920, 1032, { new: 2, preparing: 3 }, 'lane'],
    [1280, 752, { new: 2, preparing: 2 }, 'rail'],
    [1024, 720, { new: 1, preparing: 2 }, 'rail'],
    [768, 976, { new: 1, preparing: 1 }, 'rail'],
  ] as const)('a board of %i x %i shows %j columns of cards, and the rest as a %s', (width, height, lanes, side) => {
    expect(shared(width, height)).toMatchObject({ kind: 'columns', lanes, side });
  });

  test.each([
    [1264, 4],
    [1008, 3],
    [752, 2],
  ])('cards fill a room of %i up to the rail: what is left over would be lost to orders', (width, lanes) => {
    const layout = shared(width, 752);
    if (layout.kind === 'tabs') throw new Error('There are no columns.');
    const used = lanes * layout.card + (lanes - 2) * GAP + 2 * 16 + RAIL;
    expect(width - used).toBeGreaterThanOrEqual(0);
    expect(width - used).toBeLessThanOrEqual(2);
  });

  test('a phone, or a page enlarged to twice its size, shows one column at a time', () => {
    expect(shared(390, 700).kind).toBe('tabs');
    expect(shared(640, 400).kind).toBe('tabs');
  });
});

test('a column without orders is a rail, and what is ready has its cards as soon as there is room', () => {
  expect(shared(1280, 752, { new: need(0), preparing: need(2), side: 3 })).toMatchObject({
    kind: 'columns',
    lanes: { new: 0, preparing: 2 },
    side: 'lane',
  });
});

test('on a tablet on end one order here and one there leave no room for a third column: it is folded into the rail', () => {
  expect(shared(768, 976, { new: need(1), preparing: need(1), side: 3 })).toMatchObject({ lanes: { new: 1, preparing: 1 }, side: 'rail' });
  expect(shared(768, 976, { new: need(0), preparing: need(1), side: 3 })).toMatchObject({ side: 'rail' });
});

test('two orders stand beside each other, in columns of cards as wide as in a rush', () => {
  const calm = shared(1920, 1032, { new: need(1), preparing: need(1), side: 0 });
  expect(calm).toEqual(shared(1920, 1032));
  expect(shared(1920, 1032, { new: need(2), preparing: need(0), side: 0 })).toMatchObject({ lanes: { new: 2, preparing: 0 } });
});

test.each([768, 1024, 1280, 1440, 1920])(
  'on a board of %i no card gets wider or narrower while the first orders come one by one',
  (width) => {
    const widths = new Set<number>();
    let layout: Layout | null = null;
    for (let orders = 1; orders <= 4; orders += 1) {
      layout = shared(width, 752, { new: need(Math.ceil(orders / 2)), preparing: need(Math.floor(orders / 2)), side: 0 }, layout);
      if (layout.kind === 'columns') widths.add(layout.card);
    }
    expect(widths.size).toBe(1);
    expect(Math.min(...widths)).toBeGreaterThanOrEqual(CARD_MIN);
  },
);

test('what new orders need beyond their share they get where nothing is cooked on it, and keep until it is needed', () => {
  const many = shared(1920, 1032, { new: need(14), preparing: need(2), side: 0 });
  expect(many).toMatchObject({ lanes: { new: 3, preparing: 2 } });
  expect(shared(1920, 1032, { new: need(2), preparing: need(2), side: 0 }, many)).toBe(many);
  expect(shared(1920, 1032, { new: need(2), preparing: need(14), side: 0 }, many)).toMatchObject({ lanes: { new: 2, preparing: 3 } });
});

test('a board that is crowded, then hardly is, does not fold and unfold what is ready', () => {
  const crowded = shared(1280, 752, { new: need(3), preparing: need(8), side: 2 });
  expect(crowded).toMatchObject({ side: 'rail' });
  expect(shared(1280, 752, { new: need(3), preparing: need(6), side: 2 }, crowded)).toMatchObject({ side: 'rail' });
  expect(shared(1280, 752, { new: need(2), preparing: need(3), side: 2 }, crowded)).toMatchObject({ side: 'lane' });
});

test('an order that leaves a column gives none of its columns of cards away', () => {
  const before = shared(1920, 1032);
  expect(shared(1920, 1032, { new: need(4), preparing: need(20), side: 7 }, before)).toBe(before);
});

const needs = fc.record({
  new: fc.nat(60).map((orders) => need(orders)),
  preparing: fc.nat(60).map((orders) => need(orders)),
  side: fc.nat(30),
});

test('no card is narrower than it can be read, whatever is on the board', () => {
  fc.assert(
    fc.property(fc.integer({ min: 680, max: 4_000 }), needs, (width, there) => {
      const layout = shared(width, 700, there);
      if (layout.kind === 'tabs') return;
      const { lanes, side } = layout;
      const zones = [lanes.new, lanes.preparing];
      const rails = zones.filter((count) => count === 0).length + (side === 'rail' ? 1 : 0);
      const cards = zones.reduce((sum, count) => sum + count, 0) + (side === 'lane' ? 1 : 0);
      // Two gaps between the three parts, and the board's own edge.
      expect(cards * (CARD_MIN + GAP) - GAP * (3 - rails) + rails * RAIL + 2 * 16 + 16).toBeLessThanOrEqual(
        Math.max(width, 2 * CARD_MIN + RAIL + 48),
      );
      expect([lanes.new > 0, lanes.preparing > 0]).toEqual([there.new.orders > 0, there.preparing.orders > 0]);
    }),
  );
});

const cards = fc.uniqueArray(fc.record({ id: fc.string({ minLength: 1 }), height: fc.integer({ min: 60, max: 700 }) }), {
  selector: ({ id }) => id,
  maxLength: 50,
});

test('a card stays in its column of cards when others come and go', () => {
  fc.assert(
    fc.property(cards, fc.integer({ min: 1, max: 8 }), fc.array(fc.boolean()), (all, lanes, go) => {
      const before = laneOf(all, lanes, new Map());
      const stay = all.filter((_, place) => !go[place]);
      const after = laneOf([...stay, { id: 'the new one ', height: 200 }], lanes, before);
      for (const { id } of stay) expect(after.get(id)).toBe(before.get(id));
    }),
  );
});

test('the next card goes where most room is left', () => {
  fc.assert(
    fc.property(cards, fc.integer({ min: 2, max: 6 }), (all, lanes) => {
      const before = laneOf(all, lanes, new Map());
      const filled = (lane: number) => all.reduce((sum, { id, height }) => sum + (before.get(id) === lane ? height + GAP : 0), 0);
      const chosen = laneOf([...all, { id: 'the new one ', height: 200 }], lanes, before).get('the new one ') ?? -1;
      expect(filled(chosen)).toBe(Math.min(...Array.from({ length: lanes }, (_, lane) => filled(lane))));
    }),
  );
});
