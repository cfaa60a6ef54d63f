/** Which differences between two readings of an order are reported to the kitchen. */
import { expect, test } from 'vitest';
import { itemChanges } from '../../../main/orders/changes.ts';
import type { ItemOption, OrderItem } from '../../../main/orders/order.ts';
import { item, option, order } from '../printing/papers/orders.ts';

const extra = (value: string, count = 1) => option('Extra', value, count);
const soup = (over: Partial<OrderItem> = {}): OrderItem => ({ ...item('Soup', 2), rowNumber: 1, ...over });
const bread = (over: Partial<OrderItem> = {}): OrderItem => ({ ...item('Bread', 1), rowNumber: 2, ...over });
/** Soup with these choices. */
const chosen = (...options: ItemOption[]) => [soup({ options })];
const plain = (of: OrderItem): OrderItem => ({ ...of, rowNumber: null, id: null });

test.each<[what: string, before: OrderItem[], after: OrderItem[], kinds: string[]]>([
  ['nothing but the order of the lines', [soup(), bread()], [bread(), soup()], []],
  ['a price', [soup()], [soup({ total: { amount: 1, currency: 'EUR' }, unitPrice: null })], []],
  ['a count', [soup(), bread()], [soup(), bread({ count: 3 })], ['count Bread']],
  ['a weight', [soup({ weightGrams: 450 }), bread()], [soup({ weightGrams: 300 }), bread()], ['count Soup']],
  ['a weight that was missing before', [soup({ weightGrams: null })], [soup({ weightGrams: 300 })], ['count Soup']],
  ['a second choice', chosen(extra('Chili')), chosen(extra('Chili'), extra('Lime')), ['options Soup']],
  ['the count of a second choice', chosen(extra('A'), extra('B', 1)), chosen(extra('A'), extra('B', 2)), ['options Soup']],
  ['the group of a choice', chosen(option('With', 'Milk')), chosen(option('Without', 'Milk')), ['options Soup']],
  ['nothing but the order of the choices', chosen(extra('A'), extra('B')), chosen(extra('B'), extra('A')), []],
  ['the dish of a row', [soup()], [soup({ name: 'Stew' })], ['removed Soup', 'added Stew']],
  ['a missing row', [soup(), bread()], [bread()], ['removed Soup']],
  ['an additional row', [soup()], [soup(), bread()], ['added Bread']],
  ['one of two equal lines without row numbers', [plain(soup()), plain(soup())], [plain(soup())], ['removed Soup']],
])('a difference in %s', (_what, before, after, kinds) => {
  const changes = itemChanges(order({ items: before }), order({ items: after }));
  expect(changes.map(({ kind, before: was, after: is }) => `${kind} ${(is ?? was)?.name}`)).toEqual(kinds);
});
