/** The board's layout: no order is hidden while there is room, new orders come first, and cards move only if needed. */
import { describe, expect, test } from 'vitest';
import { NEW, PREPARING, READY, type RushOrder, SCHEDULED } from '../../../../lab/bench/look/rush.ts';
import { FOOT, type Sized } from '../../../../renderer/layout/deal.ts';
import {
  type BoardSize,
  CARD_MIN,
  type Cards,
  HEAD,
  joined,
  type Layout,
  layoutFor,
  RAIL,
  ZONES,
  type Zone,
} from '../../../../renderer/layout/layout.ts';
import fc from '../../../setup/property.ts';

const BAR = 48;
const GAP = 8;
/** CSS px at the usual size. `fit`: lanes beside the rail; 1 on a phone, which has tabs. */
const SCREENS = [
  { name: '390x844', room: { width: 390, height: 844 - 2 * BAR }, fit: 1 },
  { name: '768x1024', room: { width: 768, height: 1024 - BAR }, fit: 2 },
  { name: '1024x768', room: { width: 1024, height: 768 - BAR }, fit: 3 },
  { name: '1280x800', room: { width: 1280, height: 800 - BAR }, fit: 4 },
  { name: '1920x1080', room: { width: 1920, height: 1080 - BAR }, fit: 6 },
  // Text grows with this screen, so it fits as many cards as 1920x1080.
  { name: '2560x1440', room: { width: 1920, height: 1080 - BAR }, fit: 6 },
] as const;
type Name = (typeof SCREENS)[number]['name'];
const screen = (name: Name) => SCREENS.find((one) => one.name === name) ?? SCREENS[0];
const edgeOf = ({ height }: BoardSize, fit: number) => height - (fit === 1 ? 2 : 1) * HEAD - FOOT;

/** IDs of a lane's fully visible cards. A card as high as its lane must start at the top. */
function whole(column: readonly string[], height: (id: string) => number, edge: number): string[] {
  let end = -GAP;
  return column.filter((id) => {
    end += GAP + Math.min(height(id), edge);
    return end <= edge;
  });
}

/** Pre-orders below ready orders have only the height that those and a heading leave. */
function ownEdge(layout: Layout, { ready }: Cards, zone: Zone, edge: number): number {
  const isBelow = layout.kind === 'columns' && layout.shared && zone === 'scheduled';
  return isBelow ? edge - HEAD - ready.reduce((sum, { height }) => sum + height + GAP, 0) : edge;
}

interface Seen {
  used: number;
  /** IDs per lane; those fully visible; those cut or folded. */
  columns: Record<Zone, string[][]>;
  whole: Record<Zone, string[]>;
  out: Record<Zone, string[]>;
}

function look(layout: Layout, cards: Cards, edge: number): Seen {
  const heightOf = (zone: Zone) => (id: string) => cards[zone].find((card) => card.id === id)?.height ?? Number.NaN;
  const each = <T>(of: (zone: Zone) => T) => Object.fromEntries(ZONES.map((zone) => [zone, of(zone)])) as Record<Zone, T>;
  const found = each((zone) => layout.columns[zone].flatMap((column) => whole(column, heightOf(zone), ownEdge(layout, cards, zone, edge))));
  const out = each((zone) => cards[zone].map(({ id }) => id).filter((id) => !found[zone].includes(id)));
  const used = layout.kind === 'tabs' ? 1 : ZONES.reduce((sum, zone) => sum + layout.lanes[zone], 0) - (layout.shared ? 1 : 0);
  return { used, columns: layout.columns, whole: found, out };
}

function expectRule(layout: Layout, cards: Cards, { room, fit }: { room: BoardSize; fit: number }): void {
  const edge = edgeOf(room, fit);
  const { used, columns, whole: seen, out } = look(layout, cards, edge);
  const edgeIn = (zone: Zone) => ownEdge(layout, cards, zone, edge);
  const height = (zone: Zone, id: string) => Math.min(edgeIn(zone), cards[zone].find((card) => card.id === id)?.height ?? Number.NaN);
  const total = (zone: Zone, ids: readonly string[]) => ids.reduce((sum, id) => sum + height(zone, id) + GAP, 0);
  const lanes = (zone: Zone) => (layout.kind === 'tabs' ? layout.lanes : layout.lanes[zone]);
  for (const zone of ZONES) {
    const standing = columns[zone].flat();
    expect([...standing].sort()).toEqual(lanes(zone) === 0 ? [] : cards[zone].map(({ id }) => id).sort());
    if (zone === 'new' || zone === 'preparing') expect(lanes(zone) > 0 || cards[zone].length === 0, `${zone} has a column`).toBe(true);
    for (const column of columns[zone]) {
      const standing = column.filter((id) => seen[zone].includes(id));
      const rest = edgeIn(zone) - total(zone, standing);
      for (const id of out[zone]) expect(height(zone, id), `${zone} ${id} would fit`).toBeGreaterThan(rest);
    }
  }
  if (layout.kind === 'tabs') return;
  if (lanes('ready') === 1 && lanes('scheduled') === 0 && out.ready.length === 0)
    for (const { height: scheduled } of cards.scheduled)
      expect(scheduled, 'below what is ready').toBeGreaterThan(edge - HEAD - total('ready', columns.ready.flat()));
  expect(used).toBeLessThanOrEqual(fit);
  for (const zone of ZONES) {
    if (out[zone].length === 0) continue;
    expect(used, `a column of cards is free for ${zone}`).toBe(fit);
    for (const other of ZONES) {
      if (other === zone || lanes(other) < 2) continue;
      // A zone whose cards surely fit into one lane fewer must leave that lane to others.
      const tallest = Math.max(...cards[other].map(({ id }) => height(other, id) + GAP));
      const spare = lanes(other) - 1;
      expect(total(other, columns[other].flat()) + spare * tallest, `${other} could give ${zone} a column of cards`).toBeGreaterThan(
        spare * edge,
      );
    }
  }
  if (out.new.length > 0 && fit < 5) expect(lanes('ready') + lanes('scheduled'), 'new orders come first').toBe(0);
  if (out.new.length > 0) expect(lanes('new')).toBeGreaterThanOrEqual(lanes('preparing'));
}

const typical = (order: RushOrder, zone: Zone): number => {
  if (zone === 'ready' || zone === 'scheduled') return order.dishes.length > 2 ? 110 : 90;
  const people = new Set(order.dishes.map(([, , , person]) => person)).size > 1 && zone === 'preparing';
  const options = order.dishes.filter(([, , option]) => option).length;
  return (zone === 'new' ? 146 : 120) + 26 * order.dishes.length + 20 * options + (order.note ? 50 : 0) + (people ? 30 : 0);
};
const cardsOf = (orders: readonly RushOrder[], zone: Zone) => orders.map((order) => ({ id: order.number, height: typical(order, zone) }));
const RUSH: Cards = {
  new: cardsOf(NEW, 'new'),
  preparing: cardsOf(PREPARING, 'preparing'),
  ready: cardsOf(READY, 'ready'),
  scheduled: cardsOf(SCHEDULED, 'scheduled'),
};
const NONE: Cards = { new: [], preparing: [], ready: [], scheduled: [] };
const some = (counts: Partial<Record<Zone, number>>): Cards => {
  const of = (zone: Zone) => {
    const count = counts[zone] ?? 0;
    return Array.from({ length: count }, (_, at) => {
      const like = RUSH[zone][at % RUSH[zone].length];
      return { id: `${zone} ${at}`, height: like?.height ?? 0 };
    });
  };
  return { new: of('new'), preparing: of('preparing'), ready: of('ready'), scheduled: of('scheduled') };
};
const high = (zone: Zone, ...heights: number[]): readonly Sized[] => heights.map((height, at) => ({ id: `${zone} ${at}`, height }));
const outOf = (layout: Layout, cards: Cards, { room, fit }: { room: BoardSize; fit: number }) => look(layout, cards, edgeOf(room, fit)).out;

describe('no order is hidden while there is room', () => {
  /** As in the demo: with a note, few dishes, two options, two more, and a group with an allergy. */
  const FIVE = high('new', 298, 236, 260, 245, 402);

  test.each<[what: string, name: Name, cards: Cards, used: number, areAllSeen: boolean]>([
    ['five new orders are fully visible on a wide screen', '1920x1080', { ...NONE, new: FIVE }, 2, true],
    ['five new orders are fully visible, among them a group with an allergy', '1280x800', { ...NONE, new: FIVE }, 3, true],
    [
      'four new orders are fully visible beside one that is being prepared',
      '1280x800',
      { ...NONE, new: FIVE.slice(1), preparing: high('preparing', 210) },
      4,
      true,
    ],
    ['nineteen orders being prepared have all four lanes', '1280x800', some({ preparing: 19 }), 4, false],
    [
      'five orders being prepared are fully visible',
      '1280x800',
      { ...NONE, preparing: high('preparing', 320, 210, 260, 240, 350) },
      3,
      true,
    ],
    [
      'twelve new orders have all lanes but the one that two orders being prepared need',
      '1024x768',
      some({ new: 12, preparing: 2 }),
      3,
      false,
    ],
    ['twelve new orders have the whole screen', '1280x800', some({ new: 12 }), 4, false],
    [
      'fifteen new orders and thirteen being prepared leave nothing to empty columns',
      '1920x1080',
      some({ new: 15, preparing: 13 }),
      6,
      false,
    ],
    ['five new orders are fully visible in both lanes of a tablet', '768x1024', { ...NONE, new: FIVE }, 2, true],
  ])('%s, %s', (_, name, cards, used, areAllSeen) => {
    const on = screen(name);
    const layout = layoutFor(on.room, cards, null);
    expectRule(layout, cards, on);
    const seen = look(layout, cards, edgeOf(on.room, on.fit));
    expect(seen.used).toBe(used);
    if (areAllSeen) expect(seen.out).toMatchObject({ new: [], preparing: [] });
  });

  test('an order moves up into a lane freed by answers', () => {
    const on = screen('1280x800');
    const before = layoutFor(on.room, { ...NONE, new: FIVE }, null);
    for (const left of [FIVE.slice(2), FIVE.slice(3), FIVE.slice(4)]) {
      const cards = { ...NONE, new: left };
      const layout = layoutFor(on.room, cards, before);
      expectRule(layout, cards, on);
      expect(outOf(layout, cards, on).new).toEqual([]);
      expect(layout.columns.new.every((column) => column.length > 0)).toBe(true);
    }
  });

  const heights = fc.oneof(fc.integer({ min: 60, max: 460 }), fc.integer({ min: 60, max: 1_200 }));
  const zone = (name: Zone, maxLength: number) =>
    fc.array(heights, { maxLength }).map((all) => all.map((height, at) => ({ id: `${name} ${at}`, height })));
  const cards = fc.record({
    new: zone('new', 60),
    preparing: zone('preparing', 60),
    ready: zone('ready', 20),
    scheduled: zone('scheduled', 20),
  });
  const goes = fc.func(fc.boolean());

  test('with any orders, on any screen', () => {
    fc.assert(fc.property(fc.constantFrom(...SCREENS), cards, (on, there) => expectRule(layoutFor(on.room, there, null), there, on)));
  });

  test('after any earlier layout, and with orders added while a finger was down', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SCREENS), cards, goes, goes, (on, all, isEarly, leaves) => {
        const early = only(all, isEarly);
        const before = layoutFor(on.room, early, null);
        const touched = joined(on.room, all, before);
        const after = only(all, (id) => !leaves(id));
        const layout = layoutFor(on.room, after, touched);
        expectRule(layout, after, on);
        expect(layoutFor(on.room, after, layout)).toEqual(layout);
      }),
    );
  });

  test('no card moves while staff use the screen', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SCREENS), cards, goes, (on, all, isEarly) => {
        const before = layoutFor(on.room, only(all, isEarly), null);
        const touched = joined(on.room, all, before);
        for (const name of ZONES) {
          for (const [lane, ids] of before.columns[name].entries()) expect(touched.columns[name][lane]?.slice(0, ids.length)).toEqual(ids);
          if (before.columns[name].length > 0) expect(touched.columns[name].flat().sort()).toEqual(all[name].map(({ id }) => id).sort());
        }
      }),
    );
  });

  const only = (all: Cards, stays: (id: string) => boolean): Cards => {
    const of = (name: Zone) => all[name].filter(({ id }) => stays(id));
    return { new: of('new'), preparing: of('preparing'), ready: of('ready'), scheduled: of('scheduled') };
  };
});

describe('in a rush', () => {
  test.each([
    ['1920x1080', 27],
    ['1280x800', 10],
    ['1024x768', 7],
    ['768x1024', 7],
  ] as const)('a screen of %s shows at least %i orders in full', (name, aim) => {
    const { room, fit } = screen(name);
    const layout = layoutFor(room, RUSH, null);
    // Each order was tapped, so no strip covers the foot.
    const seen = look(layout, RUSH, edgeOf(room, fit) + FOOT);
    expect(Object.values(seen.whole).flat().length).toBeGreaterThanOrEqual(aim);
    expectRule(layout, RUSH, { room, fit });
  });

  test.each([
    ['1920x1080', { new: 2, preparing: 2 }, []],
    ['1280x800', { new: 2, preparing: 2 }, []],
    ['1024x768', { new: 2, preparing: 2 }, []],
    ['1920x1080', { new: 5, preparing: 5, ready: 1, scheduled: 1 }, []],
    ['1280x800', { new: 3, preparing: 5, ready: 2, scheduled: 2 }, ['ready', 'scheduled']],
  ] as const)('a screen of %s with %j hides orders only by folding these columns into the rail: %j', (name, counts, folded) => {
    const cards = some(counts);
    const out = outOf(layoutFor(screen(name).room, cards, null), cards, screen(name));
    expect(ZONES.filter((one) => out[one].length > 0)).toEqual(folded);
  });
});

describe('the columns of the board', () => {
  const lanes = (name: Name, counts: Partial<Record<Zone, number>>) => {
    const layout = layoutFor(screen(name).room, some(counts), null);
    return layout.kind === 'tabs' ? null : { ...layout.lanes, shared: layout.shared };
  };

  test('take width only if they have orders', () => {
    expect(lanes('1280x800', { new: 1 })).toMatchObject({ new: 1, preparing: 0, ready: 0, scheduled: 0 });
    expect(lanes('1280x800', {})).toMatchObject({ new: 0, preparing: 0, ready: 0, scheduled: 0 });
    const each = { new: 1, preparing: 1, ready: 1, scheduled: 1 };
    expect(lanes('1280x800', each)).toMatchObject(each);
  });

  test('give new orders the spare width, but leave a third to orders being prepared', () => {
    expect(lanes('1280x800', { new: 30, preparing: 30, ready: 3 })).toMatchObject({ new: 3, preparing: 1, ready: 0 });
    expect(lanes('1920x1080', { new: 30, preparing: 30, ready: 3, scheduled: 2 })).toMatchObject({ new: 3, preparing: 2, shared: true });
    expect(lanes('1920x1080', { new: 30, preparing: 1 })).toMatchObject({ new: 5, preparing: 1 });
    expect(lanes('1280x800', { new: 1, preparing: 30 })).toMatchObject({ new: 1, preparing: 3 });
  });

  test('fold ready orders into the rail only if the screen is too narrow for them', () => {
    expect(lanes('768x1024', { new: 1, preparing: 1, ready: 3 })).toMatchObject({ ready: 0 });
    expect(lanes('768x1024', { preparing: 1, ready: 3 })).toMatchObject({ preparing: 1, ready: 1 });
    expect(lanes('1280x800', { new: 2, preparing: 5, ready: 2, scheduled: 1 })).toMatchObject({ ready: 1, scheduled: 1, shared: true });
  });

  test.each(SCREENS.filter(({ fit }) => fit > 1))('give all cards one width on $name, with any orders', ({ room, fit }) => {
    const widths = new Set(
      [{}, { new: 1 }, { new: 4, preparing: 2 }, { new: 11, preparing: 28, ready: 4, scheduled: 3 }, { ready: 2 }].map((counts) => {
        const layout = layoutFor(room, some(counts), null);
        return layout.kind === 'tabs' ? 0 : layout.card;
      }),
    );
    expect(widths.size).toBe(1);
    const [card = 0] = widths;
    expect(card).toBeGreaterThanOrEqual(CARD_MIN);
    // Width that no lane uses would be lost.
    const used = fit * card + (fit - 1) * GAP + (Math.min(4, fit) - 1) * GAP + RAIL + 16 + 16;
    expect(room.width - used).toBeGreaterThanOrEqual(0);
    expect(room.width - used).toBeLessThanOrEqual(2);
  });

  test('show one at a time on a phone, or on a page enlarged to twice its size', () => {
    expect(layoutFor({ width: 390, height: 700 }, RUSH, null).kind).toBe('tabs');
    expect(layoutFor({ width: 640, height: 350 }, RUSH, null).kind).toBe('tabs');
  });
});

describe('a card stays where it is', () => {
  const on = screen('1280x800');
  const preparing = high('preparing', 210, 190, 200, 220, 210);
  const before = layoutFor(on.room, { ...NONE, new: high('new', 250, 250, 250), preparing }, null);

  test('when a new order fits below the others', () => {
    const cards = { ...NONE, new: high('new', 250, 250, 250, 250), preparing };
    const after = layoutFor(on.room, cards, before);
    expect(before.columns.new).toEqual([['new 0', 'new 1'], ['new 2']]);
    expect(after.columns.new).toEqual([
      ['new 0', 'new 1'],
      ['new 2', 'new 3'],
    ]);
    expect(after.columns.preparing).toEqual(before.columns.preparing);
  });

  test('when new orders are answered: orders in preparation keep their lanes', () => {
    const cards = { ...NONE, new: high('new', 250, 250, 250).slice(1), preparing: [...preparing, { id: 'preparing 5', height: 200 }] };
    const after = layoutFor(on.room, cards, before);
    expect(after.columns.new).toEqual([['new 1'], ['new 2']]);
    expect(before.columns.preparing).toEqual([
      ['preparing 0', 'preparing 1', 'preparing 2'],
      ['preparing 3', 'preparing 4'],
    ]);
    expect(after.columns.preparing).toEqual([
      ['preparing 0', 'preparing 1', 'preparing 2'],
      ['preparing 3', 'preparing 4', 'preparing 5'],
    ]);
  });

  test('except when a lane is added: the most urgent order is first', () => {
    const more = { ...NONE, preparing: some({ preparing: 12 }).preparing };
    const wide = layoutFor(on.room, more, before);
    expect(wide.columns.preparing[0]?.[0]).toBe('preparing 0');
    const tops = wide.columns.preparing.map(([top = '']) => Number(top.split(' ')[1]));
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  });
});
