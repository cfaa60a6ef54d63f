/** Enough of an order is kept in memory for every printout and card, which show how much is left out. */
import { describe, expect, test } from 'vitest';
import { USUAL_TEMPLATE } from '../../../contract/settings/paper-template.ts';
import { itemChanges } from '../../../main/orders/changes.ts';
import { lineKeys } from '../../../main/orders/kitchen/line-keys.ts';
import { unexplainedLinesSum } from '../../../main/orders/money/lines-sum.ts';
import { isoDigits } from '../../../main/orders/money/money.ts';
import { bagsOf, type Order, peopleOf, piecesOf, UNASSIGNED } from '../../../main/orders/order.ts';
import { MEMORY_FOR_ALL } from '../../../main/orders/reading/memory-limits.ts';
import { shortOrder } from '../../../main/orders/text/short-order.ts';
import { paperOf } from '../../../main/printing/documents/paper.ts';
import { printerWith } from '../../../main/settings/settings.ts';
import { bookedAs } from '../../../main/till/till-order.ts';
import { fitCard } from '../../../main/view/card/fit-card.ts';
import { orderOf } from '../../fixtures/orders.ts';
import { context, linesOf } from '../printing/papers/orders.ts';

type Body = Record<string, unknown>;

function parsed(body: Body, room?: typeof MEMORY_FOR_ALL): Order {
  return orderOf(
    { id: 'o', venue: { id: 'v' }, order_status: 'received', order_number: '7', delivery: { type: 'takeaway' }, ...body },
    'v',
    'o',
    room,
  );
}
const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const money = (amount: number) => ({ amount, currency: 'EUR' });
const dishes = (count: number, choices: number, last = 'Sauce') =>
  times(count, (at) => ({
    row_number: at + 1,
    name: `Dish ${at}`,
    count: 2,
    item_price: { unit_price: money(100), total: money(200) },
    options: times(choices, (one) => ({ name: 'With', value: one === choices - 1 ? last : `Sauce ${one}` })),
  }));

function paper(order: Order, document: 'kitchen-ticket' | 'receipt' | 'participant-label', part = 0): string {
  const kitchen = printerWith({ id: 'kitchen', name: 'Kitchen', host: 'x' });
  const made = paperOf(order, { document, printerId: 'kitchen', part, madeAt: 0 }, [kitchen], { ...context, template: USUAL_TEMPLATE });
  if (!made) throw new Error('There is no paper.');
  return linesOf(made).join('\n');
}

describe('an order with tens of thousands of choices', () => {
  const body = { items: dishes(400, 100), basket_price: { total: money(80_000) } };
  const order = parsed(body);

  test('is kept up to what a printout can show, and each dish counts the choices left out', () => {
    const kept = order.items.reduce((sum, { options }) => sum + options.length, 0);
    const left = order.items.reduce((sum, item) => sum + (item.left?.options ?? 0), 0);
    expect(kept).toBe(2_000);
    expect(left).toBe(38_000);
    expect(order.readable).toBe('part');
    expect(piecesOf(order)).toBe(800);
    const whole = parsed(body, MEMORY_FOR_ALL);
    expect(whole.left).toBeUndefined();
    expect(whole.items.flatMap(({ options }) => options)).toHaveLength(40_000);
  });

  test("printouts count omitted choices at the dish, and the card shows that it's cut", () => {
    const far = { ...order, items: order.items.slice(20, 22) };
    expect(paper(far, 'kitchen-ticket')).toContain('100 more: see the screen');
    expect(paper(far, 'receipt')).toContain('100 more: see the screen');
    // Some choices are kept but don't fit on a printout.
    expect(paper(order, 'kitchen-ticket')).toContain('40 more: see the screen');
    expect(fitCard(far, isoDigits).isCut).toBe(true);
  });

  test('a change in a choice left out for size still makes the dish count as changed for kitchen and till', () => {
    const changed = parsed({ ...body, items: [...dishes(399, 100), ...dishes(400, 100, 'Nuts').slice(399)] });
    expect(itemChanges(order, changed).map(({ kind, after }) => [kind, after?.name])).toEqual([['options', 'Dish 399']]);
    const keys = [order, changed].map(({ items }) => lineKeys(items));
    expect(keys[0]?.filter((key, at) => key !== keys[1]?.[at])).toHaveLength(1);
    expect(bookedAs(changed)).not.toBe(bookedAs(order));
    expect(bookedAs(parsed(body))).toBe(bookedAs(order));
  });

  test("sums aren't computed from an incomplete order", () => {
    expect(unexplainedLinesSum(parsed({ items: dishes(2, 5), basket_price: { total: money(500) } }), isoDigits)).not.toBeNull();
    expect(unexplainedLinesSum(parsed({ ...body, basket_price: { total: money(500) } }), isoDigits)).toBeNull();
  });
});

test('lines, people and fees beyond the limit are counted, and printouts show how many are missing', () => {
  const order = parsed({
    items: dishes(1_300, 0),
    group_participants: [...times(1_500, (at) => ({ id: `${at}`, name: `Guest ${at}` }))],
    fees: { total: money(150), parts: times(150, () => ({ type: 'service_fee', total: money(1) })) },
  });
  expect(order.left).toEqual({ items: 300, pieces: 600, people: 501, fees: 50 });
  expect([piecesOf(order), peopleOf(order), bagsOf(order)]).toEqual([2_600, 1_500, 1_501]);
  expect(order.participants.at(-1)?.name).toBe(UNASSIGNED);
  const ticket = paper(order, 'kitchen-ticket');
  const shown = ticket.match(/Dish \d+/g)?.length ?? 0;
  expect(ticket).toContain(`${1_300 - shown} more: see the screen`);
  expect(ticket).toContain('2,600 ITEMS');
  expect(paper(order, 'participant-label', 59)).toContain('1441 more: see the screen');
  const whole = parsed({ items: dishes(1_300, 0) }, MEMORY_FOR_ALL);
  expect([whole.items.length, whole.left]).toEqual([1_300, undefined]);
});

const TEXTS = {
  prose: 'No nuts please, I am allergic to them. '.repeat(2_000),
  word: 'x'.repeat(100_000),
  lines: 'a\n'.repeat(50_000),
  families: '👨‍👩‍👧 '.repeat(20_000),
  'invisible signs': `x${'\u202e'.repeat(200_000)}`,
  'marks on a letter': 'a\u0301\u0302\u0303'.repeat(20_000),
};

test.each(Object.entries(TEXTS))(
  'a text of 100,000 characters (%s) is cut so that a printout shows the same as of the full text',
  (_, text) => {
    const body = {
      consumer_comment: text,
      consumer_name: text,
      delivery: { type: text, location: { formatted_address: text } },
      items: [{ name: text, sku: text, count: 1, options: [{ name: text, value: text }] }],
      group_participants: [{ id: '1', name: text, items: [{ row_number: 1 }] }],
    };
    const [kept, whole] = [parsed(body), parsed(body, MEMORY_FOR_ALL)];
    expect(JSON.stringify(kept).length).toBeLessThan(60_000);
    expect(kept.left).toBeDefined();
    const { left: _left, ...rest } = kept;
    const ends = { comment: '…', text: '… (continued)' };
    expect(shortOrder(rest as Order, ends)).toEqual(shortOrder(whole, ends));
  },
);

test('a dish with too many choices counts those left out; a reading without limits has them all', () => {
  const body = { items: dishes(2, 130) };
  const order = parsed(body);
  expect(order.items.map(({ options, left }) => [options.length, left?.options])).toEqual([
    [100, 30],
    [100, 30],
  ]);
  expect([order.readable, order.left]).toEqual(['part', { items: 0, pieces: 0, people: 0, fees: 0 }]);
  expect(paper(order, 'kitchen-ticket')).toContain('70 more: see the screen');
  expect(parsed(body, MEMORY_FOR_ALL).items[1]?.options).toHaveLength(130);
});

test("a time followed by a long text isn't a time", () => {
  const book = `2026-11-20T10:00:00Z (${'x'.repeat(1_000_000)})`;
  expect(parsed({ created_at: book, pickup_eta: book })).toMatchObject({ createdAt: null, pickupEta: null });
});

test('a thousand dishes with long names are all kept, with cut names that end with an ellipsis', () => {
  const order = parsed({ items: times(1_000, (at) => ({ name: `${at} ${TEXTS.prose}`, count: 1 })) });
  expect(JSON.stringify(order.items.map(({ name }) => name)).length).toBeLessThan(150_000);
  expect(order.items.at(-1)?.name).toMatch(/^999 No nuts.*…$/);
  expect(order.readable).toBe('part');
  expect(piecesOf(order)).toBe(1_000);
});

test('an ordinary order is kept whole', () => {
  const order = parsed({ items: dishes(60, 12), consumer_comment: 'Ring twice' });
  expect(order.left).toBeUndefined();
  expect(order).toEqual(parsed({ items: dishes(60, 12), consumer_comment: 'Ring twice' }, MEMORY_FOR_ALL));
});
