/** A kitchen display: which tickets it shows, in what state. */
import { describe, expect, test } from 'vitest';
import { type CustomerOrder, type KitchenTicket, type KitchenWork, nothingShown, type OrderCard } from '../../../../contract/contract.ts';
import { lit, newestFirst, readySince } from '../../../../renderer/displays/customer/just-ready.ts';
import { waitingIn } from '../../../../renderer/displays/customer/waiting.ts';
import { headAction } from '../../../../renderer/displays/kitchen/head-action.ts';
import { columnsIn } from '../../../../renderer/displays/kitchen/pages.ts';
import { allDay, optionsAllDay, ticketOf, ticketsOf } from '../../../../renderer/displays/kitchen/tickets.ts';
import { card } from './card.ts';

const ticket = (station: string, over: Partial<KitchenTicket> = {}): KitchenTicket => ({
  ...{ station, key: `key-${station}`, count: 1, left: 1, finishedAt: null, recalled: false, startAt: null },
  ...over,
});
const item = (name: string, count = 1) => ({ name, count, options: [], total: null, participants: [] });
const work = (over: Partial<KitchenWork> = {}): KitchenWork => ({
  since: '2026-11-20T18:00:00Z',
  priority: false,
  lines: [
    { key: 'a', stations: ['hot'], doneAt: [] },
    { key: 'b', stations: ['bar'], doneAt: [] },
  ],
  tickets: [ticket('hot'), ticket('bar', { count: 2, left: 2 })],
  ...over,
});
const READY = { name: 'ready' as const, label: 'Ready' };
const cooking = (id: string, over: Partial<OrderCard> = {}) =>
  card({ id, column: 'preparing', items: [item('Pizza'), item('Cola', 2)], kitchen: work(), actions: [READY], ...over });
const DONE = { left: 0, finishedAt: '2026-11-20T18:10:00Z' };
const ids = (orders: OrderCard[], tab: string) => ticketsOf(orders, tab).map(({ order }) => order.id);

describe('a display shows', () => {
  test('of a station: its own dishes, what other stations still owe, and no finished tickets', () => {
    const orders = [cooking('one'), cooking('two', { kitchen: work({ tickets: [ticket('hot', DONE), ticket('bar')] }) })];
    expect(ids(orders, 'hot')).toEqual(['one']);
    expect(ids(orders, 'bar')).toEqual(['one', 'two']);
    const [own] = ticketsOf(orders, 'hot');
    expect(own?.lines.map(({ item: { name } }) => name)).toEqual(['Pizza']);
    expect(own?.others).toMatchObject([{ station: 'bar', left: 2 }]);
  });
  test('of the whole kitchen or the pass: all orders in preparation, finished or not', () => {
    const orders = [
      cooking('one', { kitchen: work({ tickets: [ticket('hot', DONE), ticket('bar', DONE)] }) }),
      card({ id: 'new', column: 'new' }),
    ];
    for (const tab of ['all', 'expo']) expect(ids(orders, tab)).toEqual(['one']);
    expect(ids([card({ id: 'done', column: 'ready', kitchen: work() })], 'ready')).toEqual(['done']);
  });
  test('an order without readable dishes, on every display', () => {
    for (const tab of ['all', 'expo', 'hot', 'bar']) expect(ids([cooking('bare', { kitchen: null, items: [] })], tab)).toEqual(['bare']);
  });
  test('recalled tickets, even if the order is ready or handed over', () => {
    const back = (column: OrderCard['column']) =>
      card({ id: column, column, kitchen: work({ tickets: [ticket('hot', { recalled: true }), ticket('bar')] }) });
    expect(ids([back('ready'), back('ended')], 'hot')).toEqual(['ended', 'ready']);
    expect(ids([back('ready')], 'bar')).toEqual([]);
  });
  test('priority first, then the oldest', () => {
    const since = (at: string, priority = false) => work({ since: `2026-11-20T18:${at}:00Z`, priority });
    const orders = [
      cooking('late', { kitchen: since('30') }),
      cooking('early', { kitchen: since('10') }),
      cooking('first', { kitchen: since('40', true) }),
    ];
    expect(ids(orders, 'hot')).toEqual(['first', 'early', 'late']);
  });
  test('only one order type if limited to it, but always cancelled and recalled tickets', () => {
    const recalled = work({ tickets: [ticket('hot', { recalled: true })] });
    const orders = [
      cooking('a', { kind: 'takeaway' }),
      cooking('b', { kind: 'delivery' }),
      cooking('c', { kind: 'delivery', cancelled: 'claimed' }),
      cooking('d', { kind: 'other', kitchen: recalled }),
    ];
    expect(ticketsOf(orders, 'hot', 'takeaway').map(({ order }) => order.id)).toEqual(['a', 'c', 'd']);
    expect(ids(orders, 'hot')).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('the head of a ticket', () => {
  const action = (order: OrderCard, tab: string) => headAction(ticketOf(order, tab), tab)?.kind ?? null;
  test('finishes the ticket at a station; makes the order ready on "all", and at the pass once complete', () => {
    expect(action(cooking('one'), 'hot')).toBe('done');
    expect(action(cooking('one'), 'all')).toBe('ready');
    expect(action(cooking('one'), 'expo')).toBeNull();
    expect(action(cooking('one', { kitchen: work({ tickets: [ticket('hot', { left: 0 }), ticket('bar', DONE)] }) }), 'expo')).toBe('ready');
  });
  test('does nothing while a command is being sent, and puts away a recalled ticket', () => {
    const pending = { action: 'ready', text: '', since: '', undoUntil: null };
    expect(action(cooking('one', { pending, actions: [] }), 'hot')).toBeNull();
    expect(action(cooking('one', { kitchen: work({ tickets: [ticket('hot', { recalled: true })] }) }), 'hot')).toBe('put-away');
  });
  test('shows a ticket without dishes as done only if staff marked it', () => {
    const empty = (over: Partial<KitchenTicket>) =>
      ticketOf(
        cooking('one', { items: [], kitchen: work({ lines: [], tickets: [ticket('hot', { count: 0, left: 0, ...over })] }) }),
        'hot',
      );
    expect(empty({}).isDone).toBe(false);
    expect(empty({ finishedAt: DONE.finishedAt }).isDone).toBe(true);
  });
});

test('what remains to be made is summed by dish, without dishes struck off', () => {
  const struck = work({
    lines: [
      { key: 'a', stations: ['hot'], doneAt: ['hot'] },
      { key: 'b', stations: ['bar'], doneAt: [] },
    ],
  });
  expect(allDay(ticketsOf([cooking('one'), cooking('two'), cooking('three', { kitchen: struck })], 'all'))).toEqual([
    { group: null, name: 'Cola', count: 6 },
    { group: null, name: 'Pizza', count: 2 },
  ]);
});

test('options of open dishes are summed by name and value, once for each portion', () => {
  const option = (group: string, value: string, count = 1) => ({ group, value, count, price: null, allergies: null });
  const items = [
    { ...item('Pizza', 2), options: [option('Extra', 'Cheese'), option('Without', 'Onion')] },
    { ...item('Cola', 3), options: [option('Extra ', 'Cheese', 2), option('Extra', 'Onion')] },
  ];
  const struck = work({
    lines: [
      { key: 'a', stations: ['hot'], doneAt: ['hot'] },
      { key: 'b', stations: ['bar'], doneAt: [] },
    ],
  });
  expect(optionsAllDay(ticketsOf([cooking('one', { items })], 'all'))).toEqual([
    { group: 'Extra', name: 'Cheese', count: 8 },
    { group: 'Extra', name: 'Onion', count: 3 },
    { group: 'Without', name: 'Onion', count: 2 },
  ]);
  expect(optionsAllDay(ticketsOf([cooking('one', { items, kitchen: struck })], 'hot'))).toEqual([]);
  expect(optionsAllDay(ticketsOf([cooking('one', { items })], 'hot'))).toMatchObject([{ name: 'Cheese', count: 2 }, { name: 'Onion' }]);
});

test('a screen of 1920 px has five columns of tickets, 1280 four, 1024 three, 768 two and a phone one', () => {
  expect([1904, 1264, 1008, 752, 360].map(columnsIn)).toEqual([5, 4, 3, 2, 1]);
});

describe('on the customer display', () => {
  test('a display shows its orders as they came, a main page its takeaway cards by pickup time; both show number and stage alone', () => {
    const shown = [
      { id: 'b', number: '7', stage: 'ready' },
      { id: 'a', number: '8', stage: 'ready' },
    ];
    const [b, a] = shown.map(({ number }) => ({ number, stage: 'ready' as const })) as [CustomerOrder, CustomerOrder];
    expect(waitingIn({ push: 'snapshot', of: 'customer', seq: 1, state: { app: {}, orders: { b, a } } })).toEqual(shown.toReversed());
    const fetched = (id: string, number: string, pickupAt: string) => card({ id, number, kind: 'takeaway', column: 'ready', pickupAt });
    const cards = [
      fetched('a', '8', '2026-11-20T19:00:00Z'),
      fetched('b', '7', '2026-11-20T18:30:00Z'),
      card({ id: 'c', column: 'ready' }),
    ];
    const orders = Object.fromEntries(cards.map((one) => [one.id, one]));
    expect(waitingIn({ push: 'snapshot', of: 'counter', seq: 1, state: { ...nothingShown(), orders } })).toEqual(shown);
  });

  const ready = (...numbers: string[]) => numbers.map((id) => ({ id, number: id, stage: 'ready' as const }));
  test("the newest number is first and lit for 20 s; numbers shown from the start aren't lit", () => {
    const opened = readySince(null, ready('a', 'b'), 1_000);
    expect(lit(ready('a', 'b'), opened, 1_000)).toBeNull();
    const later = readySince(opened, ready('a', 'b', 'c'), 5_000);
    expect(newestFirst(ready('a', 'b', 'c'), later).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    expect(lit(ready('a', 'b', 'c'), later, 24_999)).toBe('c');
    expect(lit(ready('a', 'b', 'c'), later, 25_000)).toBeNull();
  });
});
