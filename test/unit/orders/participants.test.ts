/** Group orders in every known shape: each person's dishes are on their label, and the labels add up. */

import { describe, expect, it, test } from 'vitest';
import { unreadGroup } from '../../../main/intake/reading/unread-group.ts';
import { type Order, UNASSIGNED } from '../../../main/orders/order.ts';
import { withoutPerson } from '../../../main/orders/without-person.ts';
import { orderOf } from '../../fixtures/orders.ts';
import fc from '../../setup/property.ts';

interface Portion {
  person: number;
  line: number;
  count: number;
}

/** Who ordered what in a group order. A dish may be on several lines. */
interface Truth {
  people: string[];
  lines: { dish: number; count: number }[];
  portions: Portion[];
}

type Body = Record<string, unknown>;
const idOf = (person: number) => `gp-${person}`;
const dishId = (dish: number) => `dish-${dish}`;

const share = fc.record({ person: fc.nat(4), count: fc.integer({ min: 1, max: 3 }) });
/** `whole`: each line belongs to one person. */
const truth = (whole: boolean): fc.Arbitrary<Truth> =>
  fc
    .record({
      people: fc.uniqueArray(fc.constantFrom('Aino K', 'Mikael S', 'Lea P', 'Zoë M', 'Tomáš B'), { minLength: 1, maxLength: 5 }),
      portions: fc.array(fc.record({ dish: fc.nat(2), shares: fc.array(share, { minLength: 1, maxLength: whole ? 1 : 3 }) }), {
        minLength: 1,
        maxLength: 6,
      }),
    })
    .map(({ people, portions }) => {
      const lines = portions.map(({ dish, shares }) => ({ dish, count: shares.reduce((sum, { count }) => sum + count, 0) }));
      const each = portions.flatMap(({ shares }, line) =>
        shares.map(({ person, count }) => ({ person: person % people.length, line, count })),
      );
      // A person's counts on one line are added up.
      const merged = Map.groupBy(each, ({ person, line }) => `${person}/${line}`);
      return {
        people,
        lines,
        portions: [...merged.values()].map((same) => ({ ...(same[0] as Portion), count: same.reduce((sum, { count }) => sum + count, 0) })),
      };
    });

const of = ({ portions }: Truth, person: number) => portions.filter((portion) => portion.person === person);
const on = ({ portions }: Truth, line: number) => portions.filter((portion) => portion.line === line);

/** A way to link people to items. `person`: fields of a participant's entry; `item`: of an item. */
interface Shape {
  person?(truth: Truth, person: number): Body;
  item?(truth: Truth, line: number): Body;
  rows?: boolean;
}

const rowAndCount = ({ line, count }: Portion) => ({ row_number: line + 1, count });
const owner = (t: Truth, line: number) => on(t, line)[0]?.person ?? 0;
const ownerId = (t: Truth, line: number) => idOf(owner(t, line));
const nameOf = (t: Truth, line: number) => t.people[owner(t, line)];
const dishOf = (t: Truth, line: number) => dishId(t.lines[line]?.dish ?? 0);

/** Ways that say exactly who has how many of which line. */
const EXACT: Record<string, Shape> = {
  'rows with counts': { person: (t, person) => ({ items: of(t, person).map(rowAndCount) }) },
  'rows with quantities': {
    person: (t, person) => ({ order_items: of(t, person).map(({ line, count }) => ({ row_number: line + 1, quantity: count })) }),
  },
  'places where no row was sent': { rows: false, person: (t, person) => ({ items: of(t, person).map(rowAndCount) }) },
  'participants of an item': {
    item: (t, line) => ({ participants: on(t, line).map(({ person, count }) => ({ id: idOf(person), count })) }),
  },
  'names of participants of an item': {
    item: (t, line) => ({ participants: on(t, line).map(({ person, count }) => ({ name: t.people[person], count })) }),
  },
};
/** Ways that say so only if each line belongs to one person. */
const EXACT_FOR_WHOLE_LINES: Record<string, Shape> = {
  rows: { person: (t, person) => ({ items: of(t, person).map(({ line }) => ({ row_number: line + 1 })) }) },
  'bare rows': { person: (t, person) => ({ row_numbers: of(t, person).map(({ line }) => line + 1) }) },
  'rows as texts': { person: (t, person) => ({ row_numbers: of(t, person).map(({ line }) => String(line + 1)) }) },
  participant: { item: (t, line) => ({ participant: ownerId(t, line) }) },
  'participant id': { item: (t, line) => ({ participant_id: ownerId(t, line) }) },
  'group participant id': { item: (t, line) => ({ group_participant_id: ownerId(t, line) }) },
  'group participant': { item: (t, line) => ({ group_participant: { id: ownerId(t, line), name: nameOf(t, line) } }) },
  'participant name': { item: (t, line) => ({ participant: nameOf(t, line) }) },
  'participant ids': { item: (t, line) => ({ participant_ids: [ownerId(t, line)] }) },
  'guest id': { item: (t, line) => ({ guest_id: ownerId(t, line) }) },
  'both sides': {
    person: (t, person) => ({ items: of(t, person).map(({ line }) => ({ id: dishOf(t, line) })) }),
    item: (t, line) => ({ participant_id: ownerId(t, line) }),
  },
};
/** Ways that name dishes, not lines: only each person's count of a dish is certain. */
const DISHES: Record<string, Shape> = {
  'ids with counts': { person: (t, person) => ({ items: of(t, person).map(({ line, count }) => ({ id: dishOf(t, line), count })) }) },
  'names of dishes with counts': {
    person: (t, person) => ({ items: of(t, person).map(({ line, count }) => ({ name: `Dish ${t.lines[line]?.dish}`, count })) }),
  },
};
const VAGUE: Record<string, Shape> = {
  'bare ids': { person: (t, person) => ({ item_ids: of(t, person).map(({ line }) => dishOf(t, line)) }) },
  'an id a piece': {
    person: (t, person) => ({ item_ids: of(t, person).flatMap(({ line, count }) => Array(count).fill(dishOf(t, line))) }),
  },
  'participants without counts': { item: (t, line) => ({ participants: on(t, line).map(({ person }) => idOf(person)) }) },
  'names alone': {},
  'links into nowhere': { item: () => ({ participant_id: 'nobody' }), person: () => ({ items: [{ row_number: 99 }] }) },
};

function bodyOf(shape: Shape, t: Truth): Body {
  return {
    id: 'o1',
    venue: { id: 'v1' },
    items: t.lines.map(({ dish, count }, line) => ({
      id: dishId(dish),
      name: `Dish ${dish}`,
      ...(shape.rows === false ? {} : { row_number: line + 1 }),
      count,
      ...shape.item?.(t, line),
    })),
    group_participants: t.people.map((name, person) => ({ id: idOf(person), name, ...shape.person?.(t, person) })),
  };
}

const read = (body: Body): Order => orderOf(body);
const grouped = (items: unknown[], group_participants: unknown[]): Order =>
  read({ id: 'o', venue: { id: 'v' }, items, group_participants });

/** Per line, the sum of its counts on all labels. */
const labelled = ({ items, participants }: Order) =>
  items.map((_, line) => participants.flatMap(({ lines }) => lines).reduce((sum, { item, count }) => sum + (item === line ? count : 0), 0));
const portionsOf = ({ participants }: Order) =>
  participants.flatMap(({ lines }, person) => lines.map(({ item, count }) => ({ person, line: item, count })));
const inOrder = (portions: Portion[]) => portions.map(({ person, line, count }) => `${person} has ${count} of ${line}`).sort();

function addsUp(order: Order, t: Truth): void {
  expect(labelled(order)).toEqual(t.lines.map(({ count }) => count));
  expect(portionsOf(order).every(({ count }) => Number.isInteger(count) && count >= 0)).toBe(true);
  // A label for each person, in the body's order, and at most one more.
  expect(order.participants.slice(0, t.people.length).map(({ name }) => name)).toEqual(t.people);
  expect(order.participants.slice(t.people.length).map(({ name }) => name)).toEqual(
    order.participants.length > t.people.length ? [UNASSIGNED] : [],
  );
}

/** `whole`: each line belongs to one person. */
function eachAddsUp(shape: Shape, whole: boolean, check: (order: Order, t: Truth) => void): void {
  fc.assert(
    fc.property(truth(whole), (t) => {
      const order = read(bodyOf(shape, t));
      addsUp(order, t);
      check(order, t);
    }),
  );
}

describe('labels add up to the order, and nothing is dropped', () => {
  test.each(Object.entries(EXACT))('%s: every person has exactly their dishes', (_, shape) => {
    eachAddsUp(shape, false, (order, t) => expect(inOrder(portionsOf(order))).toEqual(inOrder(t.portions)));
  });

  test.each(Object.entries(EXACT_FOR_WHOLE_LINES))('%s: every person has exactly their lines', (_, shape) => {
    eachAddsUp(shape, true, (order, t) => expect(inOrder(portionsOf(order))).toEqual(inOrder(t.portions)));
  });

  test.each(Object.entries(DISHES))('%s: every person has the right count of each dish', (_, shape) => {
    const dishes = (portions: Portion[], t: Truth) => {
      const sums = new Map<string, number>();
      for (const { person, line, count } of portions) {
        const key = `${person}: dish ${t.lines[line]?.dish}`;
        sums.set(key, (sums.get(key) ?? 0) + count);
      }
      return [...sums].sort();
    };
    eachAddsUp(shape, false, (order, t) => expect(dishes(portionsOf(order), t)).toEqual(dishes(t.portions, t)));
  });

  test.each(Object.entries(VAGUE))("%s: no person's label has a dish that this person didn't order", (_, shape) => {
    eachAddsUp(shape, false, (order, t) => {
      for (const { person, line } of portionsOf(order).filter(({ person }) => person < t.people.length)) {
        const own = of(t, person).map((portion) => t.lines[portion.line]?.dish);
        expect(own).toContain(t.lines[line]?.dish);
      }
    });
  });
});

describe('two people with the same dish', () => {
  /** Lines of pizza with these counts, and what links Aino and Lea to them. Returns both persons' labels. */
  function labelsOf(counts: number[], aino: Body, lea: Body) {
    const items = counts.map((count, at) => ({ id: 'p', name: 'Pizza', row_number: at + 1, count }));
    const { participants } = grouped(items, [
      { name: 'Aino K', ...aino },
      { name: 'Lea P', ...lea },
    ]);
    expect(participants.map(({ name }) => name)).toEqual(['Aino K', 'Lea P']);
    return participants.map(({ lines }) => lines);
  }

  it('each has one of two lines, although both lines have the same ID', () => {
    const labels = labelsOf([1, 1], { item_ids: ['p'] }, { item_ids: ['p'] });
    expect(labels).toEqual([[{ item: 0, count: 1 }], [{ item: 1, count: 1 }]]);
  });

  it('each has one piece of a line that the service merged from two', () => {
    const labels = labelsOf([2], { items: [{ id: 'p' }] }, { items: [{ id: 'p' }] });
    expect(labels).toEqual([[{ item: 0, count: 1 }], [{ item: 0, count: 1 }]]);
  });

  it('a person who ordered two has the line with a count of two', () => {
    const labels = labelsOf([2, 1], { item_ids: ['p'] }, { item_ids: ['p', 'p'] });
    expect(labels).toEqual([[{ item: 1, count: 1 }], [{ item: 0, count: 2 }]]);
  });

  it('two people who share one piece both have it on their label, counted once', () => {
    const labels = labelsOf([1], { row_numbers: [1] }, { row_numbers: [1] });
    expect(labels).toEqual([[{ item: 0, count: 1 }], [{ item: 0, count: 0 }]]);
  });
});

it("a group order whose items can't be linked to people is reported: its JSON keys, but no names", () => {
  const body = {
    id: 'o',
    venue: { id: 'v' },
    items: [{ name: 'Soup', count: 1, for_whom: 'Aino K' }],
    group_participants: [{ name: 'Aino K', seat: 1 }],
  };
  expect(unreadGroup(read(body), body)).toEqual({ people: ['name', 'seat'], items: ['name', 'count', 'for_whom'] });
  const reported = { ...body, group_participants: [{ name: 'Aino K', items: [{ name: 'Soup' }] }] };
  expect(unreadGroup(read(reported), reported)).toBeNull();
  expect(unreadGroup(read({ ...body, group_participants: null }), body)).toBeNull();
});

it('a person named only by an item, such as the host, has a label too', () => {
  const items = [
    { name: 'Soup', count: 1, participant: { id: 'h', name: 'Host H' } },
    { name: 'Tea', count: 1, participant: { id: 'g', name: 'Guest G' } },
  ];
  const order = grouped(items, [{ id: 'g', name: 'Guest G' }]);
  expect(order.participants).toEqual([
    { name: 'Guest G', lines: [{ item: 1, count: 1 }] },
    { name: 'Host H', lines: [{ item: 0, count: 1 }] },
  ]);
});

it('names are read from many fields, and two people with the same name have separate labels', () => {
  const nameless = grouped(
    [{ name: 'Soup', count: 1, participant: 'Aino' }],
    ['Aino', { first_name: 'Lea', last_name: 'P' }, { consumer: { name: 'Zoë' } }, { id: 'x' }],
  );
  expect(nameless.participants.map(({ name }) => name)).toEqual(['Aino', 'Lea P', 'Zoë', null]);
  const twins = grouped([{ name: 'Soup', count: 1, participant: 'Aino' }], [{ name: 'Aino' }, { name: 'Aino' }]);
  expect(twins.participants.map(({ name, lines }) => [name, lines.length])).toEqual([
    ['Aino', 0],
    ['Aino', 0],
    [UNASSIGNED, 1],
  ]);
});

it('in no form of a group order is a name left once its people are erased', () => {
  fc.assert(
    fc.property(truth(true), fc.constantFrom(...Object.values({ ...EXACT, ...EXACT_FOR_WHOLE_LINES, ...VAGUE })), (t, shape) => {
      const erased = JSON.stringify(withoutPerson(bodyOf(shape, t)));
      for (const name of t.people) expect(erased).not.toContain(name);
    }),
  );
});

it('an order with thousands of people and item references is read', () => {
  const many = Array.from({ length: 5_000 }, (_, at) => at);
  const order = grouped(
    many.map(() => ({ id: 'p', name: 'Pizza', count: 1 })),
    many.map((at) => ({ id: at, name: `P${at}`, item_ids: many.slice(0, 20).map(() => 'p') })),
  );
  expect(labelled({ ...order, items: order.items.slice(0, 1) })[0]).toBe(1);
});
