/** A tablet may make only its display's calls, on orders it shows, for actions that the order's card offers. */
import { describe, expect, test } from 'vitest';
import { calls, type KitchenOrder } from '../../../contract/contract.ts';
import { displayMay } from '../../../main/hosts/displays/display-calls.ts';

const NAMES = [...Object.keys(calls), '__proto__', 'constructor', 'hasOwnProperty', 'displays.address', ''];
const SHOWN = 'order-1';
const pending = (action: string, undoUntil: string | null) => ({ action, undoUntil });
const shown = (more: object = {}) =>
  ({ id: SHOWN, actions: [{ name: 'ready' }], pending: null, kitchen: {}, participants: ['Ana'], ...more }) as unknown as KitchenOrder;
const may = (name: string, input: object, order = shown()): boolean =>
  displayMay('kitchen', name, input, (id) => (id === SHOWN ? order : null));
const INPUTS: Record<string, object> = {
  'order.touch': {},
  'order.ready': {},
  'order.check': { participant: 0, checked: true },
  'kitchen.setDish': { line: 'any', done: true },
  'kitchen.setTicket': { station: 'kitchen', done: true, seen: 'any' },
  'kitchen.prioritize': { on: true },
  'kitchen.dishSale': { line: 'any' },
  'kitchen.soldOut': { line: 'any', end: { until: 'changed' } },
  'kitchen.backOnSale': { line: 'any' },
};

test('the customer display may make no call, the kitchen display only those of its list', () => {
  const input = { orderId: SHOWN, extraMinutes: 0 };
  expect(NAMES.filter((name) => displayMay('customer', name, input, () => shown()))).toEqual([]);
  const own = [...Object.keys(INPUTS), 'order.delivered', 'order.undo', 'kitchen.recent', 'kitchen.recall'];
  expect(NAMES.filter((name) => !own.includes(name) && may(name, input))).toEqual([]);
});

describe.each(Object.entries(INPUTS))('%s', (name, input) => {
  test('is allowed only on an order that the display shows', () => {
    expect(may(name, { orderId: SHOWN, ...input })).toBe(true);
    for (const orderId of ['another', '__proto__', '']) expect(may(name, { orderId, ...input })).toBe(false);
  });
});

test("a call is allowed only for an action, person or undo that the order's card offers", () => {
  const order = { orderId: SHOWN };
  expect(may('order.ready', { ...order, batches: [{ row: 1, batches: [{ id: 'A', quantity: 1 }] }] })).toBe(false);
  expect(may('order.ready', order, shown({ actions: [] }))).toBe(false);
  expect(may('order.delivered', order)).toBe(false);
  for (const participant of [1, 1_000, -1]) expect(may('order.check', { ...order, participant, checked: true })).toBe(false);
  const later = '2026-03-14T12:00:00Z';
  expect(
    [pending('ready', later), pending('ready', null), pending('accept', later), null].map((one) =>
      may('order.undo', order, shown({ pending: one })),
    ),
  ).toEqual([true, false, false, false]);
  expect(may('kitchen.soldOut', { ...order, line: 'any', end: { until: 'minutes', minutes: -1 } })).toBe(false);
  expect(may('kitchen.soldOut', { ...order, ...INPUTS['kitchen.soldOut'] }, shown({ kitchen: null }))).toBe(false);
});
