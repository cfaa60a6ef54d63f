/** One menu in each of its forms: read from the service, uploaded, and as a file. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkMenu } from '../../../main/menu/check.ts';
import { comparable, differenceOf, type MenuDifference } from '../../../main/menu/difference.ts';
import { readMenuFile } from '../../../main/menu/files/menu-file.ts';
import { menuFromCsv } from '../../../main/menu/files/menu-from-csv.ts';
import { menuToCsv } from '../../../main/menu/files/menu-to-csv.ts';
import { menuFromRead } from '../../../main/menu/from-read.ts';
import { type Menu, nameIn, valuesOf } from '../../../main/menu/model.ts';
import { menuFromUpload, menuToUpload } from '../../../main/menu/upload.ts';
import { isoDigits } from '../../../main/orders/money/money.ts';

type Json = Record<string, unknown>;
const example = (name: string): Json => JSON.parse(readFileSync(new URL(`../../fixtures/menu/${name}.json`, import.meta.url), 'utf8'));
const READ = example('menu-ready').menu as Json;
const UPLOAD = example('menu-create');
const read = (change: (menu: Json) => void = () => {}): Menu => {
  const body = structuredClone(READ);
  change(body);
  const menu = menuFromRead(body);
  if (!menu) throw new Error('no menu');
  return menu;
};
const item = (menu: Menu, id: string) => menu.items.find(({ externalId }) => externalId === id);
const withItem = (id: string, change: (item: Json) => void) =>
  read((menu) => {
    const found = (menu.items as Json[]).find((one) => (one.product as Json).external_id === id);
    if (found) change(found);
  });

const NO_DIFFERENCE: MenuDifference = { added: [], gone: [], repriced: [], renamed: [], shown: [], hidden: [], currencies: null };

test('a menu that is read equals the uploaded one', () => {
  expect(differenceOf(comparable(read()), comparable(menuFromUpload(UPLOAD, 2)), 'en')).toEqual(NO_DIFFERENCE);
});

test('an upload that is parsed and written again is identical', () => {
  expect(menuToUpload(menuFromUpload(UPLOAD, 2), 2)).toEqual(UPLOAD);
});

test('a menu that is read can be exported: prices in euros, options nested within items', () => {
  const exported = menuToUpload(read(), 2);
  expect(checkMenu(exported, isoDigits)).toEqual([]);
  const again = menuFromUpload(exported, 2);
  expect(differenceOf(comparable(read()), comparable(again), 'fi')).toEqual(NO_DIFFERENCE);
  expect(item(again, 'POS-1012')?.quantity).toBe(0);
  expect(item(again, 'POS-1010')).toMatchObject({ price: 250, deposit: { price: 15, vat: 14 }, sku: 'DR-310' });
  expect(valuesOf(again).map(({ externalId }) => externalId)).toContain('OV-DIP-AIO');
});

test('amounts of a currency without decimals stay whole', () => {
  const menu = menuFromUpload(
    { currency: 'JPY', primary_language: 'ja', categories: [{ items: [{ price: 1200, external_data: 'A' }] }] },
    0,
  );
  expect(item(menu, 'A')?.price).toBe(1200);
  expect(JSON.stringify(menuToUpload(menu, 0))).toContain('"price":1200');
});

test('`enabled` may be an object or a flag, and an unknown inventory mode is kept', () => {
  expect(item(read(), 'POS-1006')?.enabled).toBe(false);
  const flagged = withItem('POS-1006', (one) => Object.assign(one, { enabled: false, inventory_mode: 'LIMITED_QUANTITY' }));
  expect(item(flagged, 'POS-1006')).toMatchObject({ enabled: false, inventoryMode: 'LIMITED_QUANTITY' });
  expect(
    item(
      withItem('POS-1006', (one) => Reflect.deleteProperty(one, 'enabled')),
      'POS-1006',
    )?.enabled,
  ).toBe(true);
});

test('unknown keys are kept, and a binding to a missing item or option is reported', () => {
  const menu = read((body) => {
    body.flavour_of_the_month = 'rhubarb';
    (body.categories as Json[])[0] = { id: 'c', name: [], item_bindings: [{ id: 'b', item_id: 'nobody' }] };
    ((body.items as Json[])[0] as Json).option_bindings = [{ id: 'b', option_id: 'nothing' }];
  });
  expect(menu.unknownFields).toEqual({ flavour_of_the_month: 'rhubarb' });
  expect(menu.dangling).toEqual([
    { in: 'category', key: 'c', missing: 'nobody' },
    { in: 'item', key: menu.items[0]?.key, missing: 'nothing' },
  ]);
});

test('bidi marks are removed from names, and a name is given in the requested language', () => {
  const menu = withItem('POS-1001', (one) => {
    (one.product as Json).name = [
      { lang: 'en', value: '\u{200f}Margherita\u{202e}' },
      { lang: 'fi', value: 'Margarita' },
    ];
  });
  const name = item(menu, 'POS-1001')?.name ?? [];
  expect([nameIn(name, 'fi', 'en'), nameIn(name, 'de', 'en'), nameIn(name.slice(1), 'de', 'en')]).toEqual([
    'Margarita',
    'Margherita',
    'Margarita',
  ]);
});

test.each([
  'option_bindings',
  'selection_range',
  'default_value',
  'deposit_id',
  'deposits',
  'inventory_mode',
  'information',
  'weekly_availabilities',
])('a menu without the field %s is still read', (field) => {
  const without = JSON.parse(JSON.stringify(READ, (key, value) => (key === field ? undefined : value)));
  const menu = menuFromRead(without);
  expect(menu?.items).toHaveLength(12);
  expect(menu?.items.map(({ price }) => price)).toEqual(read().items.map(({ price }) => price));
});

test("a body that is no menu isn't read as an empty one", () => {
  for (const body of [null, [], 'menu', {}, { menu: {} }]) expect(menuFromRead(body)).toBeNull();
});

test("a price a hundred times higher is marked as hundredfold, a slightly higher one isn't", () => {
  const dearer = withItem('POS-1001', (one) => Object.assign(one, { price: 119_000 }));
  expect(differenceOf(comparable(read()), comparable(dearer), 'en').repriced).toEqual([
    { kind: 'item', id: 'POS-1001', name: 'Pizza margherita', from: 1190, to: 119_000, isHundredfold: true },
  ]);
  const tip = withItem('POS-1001', (one) => Object.assign(one, { price: 1290 }));
  expect(differenceOf(comparable(read()), comparable(tip), 'en').repriced[0]).toMatchObject({ from: 1190, to: 1290, isHundredfold: false });
});

test('a menu written as a table reads back the same', () => {
  const table = menuToCsv(UPLOAD);
  const { body, mistakes } = menuFromCsv(table, isoDigits);
  expect(mistakes).toEqual([]);
  expect(differenceOf(comparable(menuFromUpload(UPLOAD, 2)), comparable(menuFromUpload(body, 2)), 'fi')).toEqual(NO_DIFFERENCE);
  expect(menuToCsv(body ?? {})).toBe(table);
  const { menu, mistakes: ofRules } = readMenuFile(table, 'csv', isoDigits);
  expect(ofRules).toEqual([]);
  expect(menu?.items).toHaveLength(12);
});

test('a table with semicolons and decimal commas reads the same, and numeric IDs stay unchanged', () => {
  const body = structuredClone(UPLOAD) as { categories: { items: Json[] }[] };
  Object.assign(body.categories[0]?.items[0] ?? {}, { external_data: '12.50', price: 9.5 });
  const table = menuToCsv(body, { separator: ';', decimal: ',' });
  expect(table.split('\r\n')[0]).toContain('kind;');
  expect(table).toMatch(/^item;12\.50;.*;"9,5";/m);
  const { body: read, mistakes } = menuFromCsv(table, isoDigits);
  expect(mistakes).toEqual([]);
  expect(differenceOf(comparable(menuFromUpload(body, 2)), comparable(menuFromUpload(read, 2)), 'fi')).toEqual(NO_DIFFERENCE);
});
