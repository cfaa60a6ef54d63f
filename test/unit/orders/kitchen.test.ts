/** Kitchen stations: which dishes each has, what is done, and which marks survive a change of the order. */
import { describe, expect, test } from 'vitest';
import { type KitchenMark, kitchenOf, type Station } from '../../../main/orders/kitchen/kitchen.ts';
import { lineKeys } from '../../../main/orders/kitchen/line-keys.ts';
import type { OrderItem } from '../../../main/orders/order.ts';
import { printersOf } from '../../../main/printing/routing.ts';
import { item as onPaper, option } from '../printing/papers/orders.ts';

const item = (name: string, over: Partial<OrderItem> = {}): OrderItem => ({ ...onPaper(name, 1), ...over });
const station = (id: string, over: Partial<Station> = {}): Station => ({ id, takes: null, minutes: null, ...over });
const taking = (categories: string[], items: string[] = [], rest = false) => ({ takes: { categories, items, rest } });
const GRILL = station('grill', taking(['Burgers']));
const BAR = station('bar', taking([], ['cola', 'água']));
const COLD = station('cold', taking([], [], true));
const STATIONS = [GRILL, BAR, COLD];
const MENU = [item('Big one', { category: 'burgers' }), item('Coca-Cola', { count: 3 }), item('Side salad'), item('AGUA sem gás')];

const mark = (kind: KitchenMark['kind'], over: Partial<KitchenMark> = {}): KitchenMark => ({
  ...{ kind, station: '', line: '', at: 1_000 },
  ...over,
});
const struck = (items: OrderItem[], ...places: number[]) => places.map((place) => mark('dish', { line: lineKeys(items)[place] ?? '' }));
const finished = (items: OrderItem[], at: string, ...places: number[]) =>
  places.map((place) => mark('ticket', { station: at, line: lineKeys(items)[place] ?? '' }));
const ticketAt = (kitchen: ReturnType<typeof kitchenOf>, id: string) => kitchen.tickets.find((one) => one.station === id);

describe('stations of a dish', () => {
  test('stations take dishes by the same rules as printers', () => {
    const { lines } = kitchenOf({ items: MENU }, STATIONS, []);
    expect(lines.map(({ stations }) => stations)).toEqual([['grill'], ['bar'], ['cold'], ['bar']]);
    const printers = STATIONS.map(({ id, takes }) => ({ id, name: id, documents: ['kitchen-ticket'], takes }));
    for (const [at, one] of MENU.entries()) expect(printersOf(printers, one).map(({ id }) => id)).toEqual(lines[at]?.stations);
  });
  test('a dish without a rule is at the first station, never at none', () => {
    const { lines } = kitchenOf({ items: [item('Something new')] }, [GRILL, BAR], []);
    expect(lines[0]?.stations).toEqual(['grill']);
  });
  test('without stations the whole kitchen is one', () => {
    const { lines, tickets } = kitchenOf({ items: MENU }, [], []);
    expect(lines.every(({ stations }) => stations.join() === 'kitchen')).toBe(true);
    expect(tickets).toMatchObject([{ station: 'kitchen', count: 6, left: 6, finishedAt: null }]);
  });
  test('a station without dishes of the order has no ticket', () => {
    expect(kitchenOf({ items: [item('Cola')] }, STATIONS, []).tickets.map(({ station: id }) => id)).toEqual(['bar']);
  });
  test('an order without readable dishes is at the first station until that station finishes it', () => {
    const open = kitchenOf({ items: [] }, STATIONS, []);
    expect(open.tickets).toMatchObject([{ station: 'grill', finishedAt: null }]);
    expect(kitchenOf({ items: [] }, STATIONS, [mark('ticket', { station: 'grill' })]).tickets).toMatchObject([{ finishedAt: 1_000 }]);
  });
});

describe('done marks', () => {
  test('a dish struck off is no longer due, and the ticket stays until its station finishes it', () => {
    const kitchen = kitchenOf({ items: MENU }, STATIONS, struck(MENU, 1, 3));
    expect(ticketAt(kitchen, 'bar')).toMatchObject({ count: 4, left: 0, finishedAt: null });
    expect(ticketAt(kitchen, 'grill')).toMatchObject({ left: 1 });
  });
  test('a ticket done at one station stays open at the others', () => {
    const kitchen = kitchenOf({ items: MENU }, STATIONS, finished(MENU, 'bar', 1, 3));
    expect(ticketAt(kitchen, 'bar')).toMatchObject({ left: 0, finishedAt: 1_000 });
    expect(ticketAt(kitchen, 'grill')).toMatchObject({ left: 1, finishedAt: null });
    expect(kitchen.lines.map(({ doneAt }) => doneAt)).toEqual([[], ['bar'], [], ['bar']]);
  });
});

test("a ticket's finish time is the latest of its dishes", () => {
  for (const times of [
    [1_000, 4_000],
    [4_000, 1_000],
  ]) {
    const marks = finished(MENU, 'bar', 1, 3).map((one, place) => ({ ...one, at: times[place] ?? 0 }));
    expect(ticketAt(kitchenOf({ items: MENU }, STATIONS, marks), 'bar')).toMatchObject({ finishedAt: 4_000 });
  }
});

describe('an order that changes', () => {
  test('keeps the marks of unchanged lines wherever they move', () => {
    const marks = struck(MENU, 0, 2);
    const after = [item('Fries'), ...MENU];
    expect(kitchenOf({ items: after }, STATIONS, marks).lines.map(({ doneAt }) => doneAt.length)).toEqual([0, 1, 0, 1, 0]);
  });
  test('loses the mark of a line with a higher count or another option', () => {
    const marks = struck(MENU, 0, 1);
    const after = [item('Big one', { category: 'burgers', options: [option('Extra', 'No onion')] }), item('Coca-Cola', { count: 4 })];
    expect(kitchenOf({ items: after }, STATIONS, marks).lines.map(({ doneAt }) => doneAt)).toEqual([[], []]);
  });
  test('reopens a finished ticket when a dish is added, with the others still struck off', () => {
    const after = [...MENU, item('Cola light')];
    const kitchen = kitchenOf({ items: after }, STATIONS, finished(MENU, 'bar', 1, 3));
    expect(ticketAt(kitchen, 'bar')).toMatchObject({ left: 1, finishedAt: null });
    expect(kitchen.lines.map(({ doneAt }) => doneAt.length)).toEqual([0, 1, 0, 1, 0]);
  });
  test("gives only the changed ticket a new key, so an unseen change isn't finished", () => {
    const before = kitchenOf({ items: MENU }, STATIONS, []);
    const after = kitchenOf({ items: [...MENU, item('Cola light')] }, STATIONS, []);
    expect(ticketAt(after, 'bar')?.key).not.toBe(ticketAt(before, 'bar')?.key);
    expect(ticketAt(after, 'grill')?.key).toBe(ticketAt(before, 'grill')?.key);
  });
  test('has two lines of the same dish struck off separately', () => {
    const twice = [item('Soup'), item('Soup')];
    expect(kitchenOf({ items: twice }, [], struck(twice, 0)).lines.map(({ doneAt }) => doneAt.length)).toEqual([1, 0]);
  });
});

test("stations start at different times so that an order's parts finish together", () => {
  const timed = [station('grill', { ...taking(['Burgers']), minutes: 12 }), station('bar', { ...taking([], ['cola']), minutes: 2 }), COLD];
  const wait = (items: OrderItem[]) =>
    Object.fromEntries(kitchenOf({ items }, timed, []).tickets.map(({ station: id, waitMs }) => [id, waitMs / 60_000]));
  expect(wait(MENU)).toEqual({ grill: 0, bar: 10, cold: 0 });
  // The bar has no other station to wait for.
  expect(wait([item('Cola')])).toEqual({ bar: 0 });
});
