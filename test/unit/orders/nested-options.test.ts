/** A choice within a choice is read like any other: it may name an allergy. */
import { expect, test } from 'vitest';
import type { Order } from '../../../main/orders/order.ts';
import { orderOf } from '../../fixtures/orders.ts';

function read(option: Record<string, unknown>): Order {
  const sauce = { name: 'Sauce', value: 'Peanut', ...option };
  const items = [{ name: 'Wok', count: 1, options: [sauce, { name: 'Size', value: 'Large' }] }];
  return orderOf({ id: 'o', venue: { id: 'v' }, order_status: 'received', delivery: { type: 'takeaway' }, items });
}

const chosen = (order: ReturnType<typeof read>) => order.items[0]?.options.map(({ group, value, count }) => `${group}: ${count} ${value}`);

test('nested options follow the option they belong to', () => {
  const within = [{ name: 'Allergy', value: 'WITHOUT nuts', options: [{ name: 'Really', value: 'none', count: 2 }] }];
  const order = read({ options: within });
  expect(order.readable).toBe('all');
  expect(chosen(order)).toEqual(['Sauce: 1 Peanut', 'Allergy: 1 WITHOUT nuts', 'Really: 2 none', 'Size: 1 Large']);
});

test('nested options under another key, or as bare strings, are read', () => {
  expect(chosen(read({ sub_options: [{ value: 'extra hot' }] }))).toContain(': 1 extra hot');
  expect(chosen(read({ modifiers: ['no onion'] }))).toContain(': 1 no onion');
});

const nested = (...values: string[]): object[] => (values.length === 0 ? [] : [{ value: values[0], options: nested(...values.slice(1)) }]);

test.each([
  ["nested options that aren't a list", { options: { value: 'WITHOUT nuts' } }],
  ['nested options without any word', { options: [{}] }],
  ['a nested option with an unreadable count', { options: [{ value: 'Egg', count: 'some' }] }],
  ['more nested levels than are read', { options: nested('a', 'b', 'c', 'd', 'e') }],
  ['more nested options than are read', { options: Array.from({ length: 200 }, () => ({ value: 'Egg' })) }],
])('%s: marks the order as partly unreadable', (_, option) => {
  expect(read(option).readable).toBe('part');
});

test('empty nested options are ignored', () => {
  for (const option of [{ options: [] }, { options: null }, { options_count: 3, value_id: 'x' }]) {
    expect(read(option).readable).toBe('all');
    expect(chosen(read(option))).toEqual(['Sauce: 1 Peanut', 'Size: 1 Large']);
  }
});
