/** A menu packed for a screen unpacks unchanged, with availability applied on top. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  itemsIn,
  type MenuAnswer,
  type MenuThings,
  menuIn,
  menuOf,
  optionsIn,
  type SaleOfThing,
  sheetIn,
  sheetOf,
} from '../../../contract/contract.ts';
import { MENU_READ, menuItem, menuValue } from '../../fixtures/menu-views.ts';

const THINGS: MenuThings = {
  currency: 'EUR',
  minorDigits: 2,
  categories: [
    { key: '0', name: 'Pizza', items: ['0', '1'], subcategories: [{ key: '0.0', name: 'Calzone', items: ['2'], subcategories: [] }] },
  ],
  items: [
    menuItem('0', { options: ['0', '1'], description: 'With basil' }),
    menuItem('1', { what: { kind: 'item', by: 'gtin', id: '6430000000016' }, price: null, unknownMode: 'ODD' }),
    menuItem('2', { what: null, vat: null }),
  ],
  options: [
    { key: '0', name: 'Size', values: [menuValue('0', { options: ['1'] }), menuValue('1', { name: 'Normal', price: 0 })] },
    { key: '1', name: 'Sauce', values: [menuValue('2', { what: null, name: 'Aioli' })] },
  ],
};
const sheet = sheetOf(THINGS, (text) => text);
const things = { ...itemsIn(sheet), options: [...optionsIn(sheet)] };
const answer = (sale: SaleOfThing[] = []): MenuAnswer => ({
  ...MENU_READ,
  edition: 'one',
  text: JSON.stringify(sheet),
  sale,
});
const out = { state: 'sold-out', until: null, pending: null, stock: null } as const;

test('a menu unpacks unchanged, with each text stored once', () => {
  expect(things).toEqual(THINGS);
  expect(sheet.texts).toEqual([...new Set(sheet.texts)]);
});

test('a large menu is compressed and unpacks unchanged', async () => {
  expect(await sheetIn(gzipSync(JSON.stringify(sheet)).toString('base64'))).toEqual(sheet);
});

test('a sold-out entry is found by ID and kind, or by position if it has no ID', async () => {
  const sale: SaleOfThing[] = [
    { ...out, kind: 'item', what: { kind: 'item', by: 'external_id', id: 'POS-0' }, key: '' },
    { ...out, kind: 'value', what: null, key: '2' },
  ];
  const menu = await menuIn(answer(sale));
  expect(menu.items.map(({ state }) => state)).toEqual(['sold-out', 'on-sale', 'on-sale']);
  expect(menu.options.map(({ values }) => values.map(({ state }) => state))).toEqual([['on-sale', 'on-sale'], ['sold-out']]);
});

test('items and options without a reported availability stay the same objects', () => {
  const menu = menuOf(answer([{ ...out, kind: 'item', what: { kind: 'item', by: 'gtin', id: '6430000000016' }, key: '' }]), things);
  expect(menu.items.map((one, at) => one === things.items[at])).toEqual([true, false, true]);
  expect(menu.options).toBe(things.options);
});
