/** A menu is checked before upload: each rule, and the place of each mistake. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { checkMenu } from '../../../main/menu/check.ts';
import { readMenuFile } from '../../../main/menu/files/menu-file.ts';
import { zerosLost } from '../../../main/menu/files/spreadsheet-damage.ts';
import { readStock } from '../../../main/menu/files/stock-file.ts';
import { isoDigits } from '../../../main/orders/money/money.ts';

type Json = Record<string, unknown>;
const UPLOAD: Json = JSON.parse(readFileSync(new URL('../../fixtures/menu/menu-create.json', import.meta.url), 'utf8'));

function reported(change: (menu: Json) => void): string[] {
  const menu = structuredClone(UPLOAD);
  change(menu);
  return checkMenu(menu, isoDigits).map(({ path, text, isWarning }) => `${path}${isWarning ? ' (warning)' : ''}: ${english(text)}`);
}
const categories = (menu: Json) => menu.categories as Json[];
const items = (menu: Json, at = 0) => categories(menu)[at]?.items as Json[];
const pizza = (menu: Json) => items(menu)[0] as Json;
const options = (of: Json) => of.options as Json[];
const size = (menu: Json) => options(pizza(menu))[0] as Json;
const values = (of: Json) => of.values as Json[];

test('an empty or blank name is reported as missing', () => {
  for (const name of [[], [{ lang: 'en', value: ' ' }]])
    expect(reported((menu) => Object.assign(pizza(menu), { name }))).toEqual(['categories[0].items[0].name: name is missing.']);
});

test('the example menu has no mistake', () => expect(checkMenu(UPLOAD, isoDigits)).toEqual([]));

describe.each<[string, (menu: Json) => void, string]>([
  ['no currency', (menu) => Reflect.deleteProperty(menu, 'currency'), 'currency: currency is missing.'],
  ['an unknown currency', (menu) => Object.assign(menu, { currency: 'QQQ' }), "currency: The currency QQQ isn't known."],
  [
    "a primary language that isn't a code",
    (menu) => Object.assign(menu, { primary_language: 'english' }),
    'primary_language: The primary language is a code',
  ],
  ['no price', (menu) => Reflect.deleteProperty(pizza(menu), 'price'), 'categories[0].items[0].price: price is missing.'],
  ['a price as text', (menu) => Object.assign(pizza(menu), { price: '11.90' }), 'categories[0].items[0].price: price must be an amount'],
  ['too many decimals', (menu) => Object.assign(pizza(menu), { price: 11.905 }), 'categories[0].items[0].price: price must be an amount'],
  [
    'no ID',
    (menu) => Reflect.deleteProperty(pizza(menu), 'external_data'),
    'categories[0].items[0].external_data: external_data is missing.',
  ],
  [
    'a name that is not in the primary language',
    (menu) => Object.assign(pizza(menu), { name: [{ lang: 'fi', value: 'Pizza' }] }),
    "categories[0].items[0].name: name needs an entry in the menu's primary language (en).",
  ],
  [
    'a wrong barcode',
    (menu) => Object.assign(pizza(menu), { gtin_barcode: '2000000010107' }),
    'categories[0].items[0].gtin_barcode: 2000000010107',
  ],
  [
    'a deposit without a VAT rate',
    (menu) => Object.assign(pizza(menu), { deposit: { price: 0.4 } }),
    'categories[0].items[0].deposit: A deposit needs',
  ],
  [
    'items and subcategories',
    (menu) => Object.assign(categories(menu)[0] as Json, { subcategories: [{ name: [{ lang: 'en', value: 'x' }], items: [pizza(menu)] }] }),
    'categories[0].subcategories: A category holds either',
  ],
  [
    'one ID for two items',
    (menu) => Object.assign(items(menu)[1] as Json, { external_data: 'POS-1001' }),
    'categories[0].items[1].external_data: The ID POS-1001',
  ],
  [
    'no VAT rate at one item',
    (menu) => Reflect.deleteProperty(pizza(menu), 'sales_tax_percentage'),
    'categories[0].items[0].sales_tax_percentage (warning)',
  ],
  [
    'no VAT rate at too many items',
    (menu) => {
      for (const one of items(menu)) Reflect.deleteProperty(one, 'sales_tax_percentage');
    },
    'categories: 3 of 12 items have no valid VAT rate',
  ],
  [
    'a selection range at a single-choice option',
    (menu) => Object.assign(size(menu), { selection_range: { min: 0, max: 1 } }),
    'categories[0].items[0].options[0].selection_range: selection_range is only',
  ],
  [
    'an option value without a default flag',
    (menu) => Reflect.deleteProperty(values(size(menu))[0] as Json, 'default'),
    'categories[0].items[0].options[0].values[0].default: default is missing.',
  ],
  [
    'an option value with four sub-options',
    (menu) => Object.assign(values(size(menu))[0] as Json, { sub_options: Array.from({ length: 4 }, () => options(pizza(menu))[1]) }),
    'categories[0].items[0].options[0].values[0].sub_options: A value has at most 3',
  ],
  [
    'the old key sub_option_values beside the new sub_options',
    (menu) => Object.assign(values(size(menu))[0] as Json, { sub_options: [], sub_option_values: [] }),
    "categories[0].items[0].options[0].values[0].sub_option_values: sub_option_values is deprecated and can't",
  ],
  [
    'the old key sub_option_values alone',
    (menu) => Object.assign(values(size(menu))[0] as Json, { sub_option_values: [] }),
    'categories[0].items[0].options[0].values[0].sub_option_values (warning): sub_option_values is deprecated',
  ],
  [
    'a negative max_same_selections',
    (menu) => Object.assign(size(menu), { max_same_selections: -1 }),
    'categories[0].items[0].options[0].max_same_selections: max_same_selections must be',
  ],
  [
    'a max_free_selections that is a word',
    (menu) => Object.assign(size(menu), { max_free_selections: 'all' }),
    'categories[0].items[0].options[0].max_free_selections: max_free_selections must be',
  ],
  [
    'two package amounts',
    (menu) => Object.assign(pizza(menu), { product_information: { weight_in_g: 400, quantity: 2, display_unit: 'weight' } }),
    'categories[0].items[0].product_information: Give only one of',
  ],
  [
    "a display unit that doesn't fit the amount",
    (menu) => Object.assign(pizza(menu), { product_information: { weight_in_g: 400, display_unit: 'volume' } }),
    'categories[0].items[0].product_information.display_unit: display_unit must be',
  ],
  [
    'an end of "sold out" that isn\'t a time',
    (menu) => Object.assign(pizza(menu), { disabled_until: 'tomorrow' }),
    'categories[0].items[0].disabled_until: disabled_until must be a time',
  ],
])('%s', (_name, change, text) => {
  test('is reported with its place', () => expect(reported(change).some((one) => one.startsWith(text))).toBe(true));
});

test('sub-options are checked three levels deep and no deeper', () => {
  const nest = (depth: number): Json => ({
    name: [{ lang: 'en', value: 'Level' }],
    type: 'SingleChoice',
    values: [
      {
        name: [{ lang: 'en', value: 'Value' }],
        price: 0,
        enabled: true,
        default: true,
        external_data: `V${depth}`,
        ...(depth > 0 ? { sub_options: [nest(depth - 1)] } : {}),
      },
    ],
  });
  expect(reported((menu) => Object.assign(pizza(menu), { options: [nest(3)] }))).toEqual([]);
  expect(reported((menu) => Object.assign(pizza(menu), { options: [nest(4)] })).join()).toContain('at most 3 levels deep');
});

const TABLE = `\u{feff}kind;id;name;price;vat;enabled;category;options;option;type;currency;language;gtin
menu;;;;;;;;;;eur;en;
item;A;Soup;11,90;14;yes;Starters;S;;;;;
item;B;Bread;1.190;14;maybe;Starters;T;;;;;
item;C;Beer;5;14;yes;;;;;;;123
option;S;Size;;;;;;;SingleChoice;;;
value;S1;Small;0;;;;;S;;;;
`;

test('mistakes in a spreadsheet are reported with row and cell', () => {
  const { menu, mistakes } = readMenuFile(TABLE, 'csv', isoDigits);
  expect(menu).toBeNull();
  expect(mistakes.map(({ line, place, text }) => [line, place, english(text).split(/[:,.] /)[0]])).toEqual([
    [4, 'D4', 'price must be an amount such as 11.90'],
    [4, 'F4', 'enabled must be true or false (in a table'],
    [4, 'H4', 'No row of kind option has the ID T.'],
    [5, 'G5', 'category is missing.'],
    [5, 'M5', "123 isn't a GTIN-13"],
  ]);
});

test('a table without mistakes is read as a menu, with semicolons and decimal commas', () => {
  const { menu, mistakes } = readMenuFile(
    TABLE.replace('1.190', '4,50').replace('maybe', '').replace('Starters;T', 'Starters;').replace('yes;;;;;;;123', 'yes;Drinks;;;;;;'),
    'csv',
    isoDigits,
  );
  expect(mistakes).toEqual([]);
  expect(menu?.items.map(({ externalId, price }) => [externalId, price])).toEqual([
    ['A', 1190],
    ['B', 450],
    ['C', 500],
  ]);
});

test('a second currency in any row is reported with its cell', () => {
  const table = `kind;id;name;price;vat;category;currency;language
menu;;;;;;EUR;en
menu;;;;;;SEK;en
item;A;Soup;5;14;Food;sek;
item;B;Bread;2;14;Food;eur;
`;
  const { menu, mistakes } = readMenuFile(table, 'csv', isoDigits);
  expect(menu).toBeNull();
  expect(mistakes.map(({ line, place, text }) => [line, place, text.code])).toEqual([
    [3, 'G3', 'menuFile.csvMenuRow'],
    [4, 'G4', 'menuFile.csvMenuRow'],
  ]);
});

const oneItem = (id: string, name: string, category = 'Food', sku = '') =>
  readMenuFile(
    `kind;id;name;price;vat;category;sku;currency;language\nmenu;;;;;;;EUR;en\nitem;${id};${name};0,1;14;${category};${sku};;\n`,
    'csv',
    isoDigits,
    zerosLost(['00123', '0042', '42', 'POS-1']),
  );

test.each([
  ['1.23E+11', 'Soup', 'B3', 'menuFile.cellShortened', false],
  ['6,4E+12', 'Soup', 'B3', 'menuFile.cellShortened', false],
  ['A', '#N/A', 'C3', 'menuFile.cellError', false],
  ['A', '#REF!', 'C3', 'menuFile.cellError', false],
  ['A', '#NAME?', 'C3', 'menuFile.cellError', false],
  ['A', '#BEZUG!', 'C3', 'menuFile.cellError', false],
  ['########', 'Soup', 'B3', 'menuFile.cellError', false],
  ['2-Jan', 'Soup', 'B3', 'menuFile.cellConverted', true],
  ['Jan-02', 'Soup', 'B3', 'menuFile.cellConverted', true],
  ['A', '02. Mai', 'C3', 'menuFile.cellConverted', true],
  ['A', 'TRUE', 'C3', 'menuFile.cellConverted', true],
  ['123', 'Soup', 'B3', 'menuFile.zerosLost', true],
])('damage by a spreadsheet to the ID "%s" or the name "%s" is reported with its cell', (id, name, place, code, isWarning) => {
  const { menu, mistakes } = oneItem(id, name);
  expect(mistakes.map((one) => [one.line, one.place, one.text.code, one.isWarning])).toEqual([[3, place, code, isWarning]]);
  expect(menu !== null).toBe(isWarning);
});

test.each([
  ['42', 'May 5 spices'],
  ['2E5', '#1 Burger'],
  ['POS-1', 'True love'],
  ['0042', 'Jan-Erik’s 7-Up'],
])('the ID "%s" and the name "%s" are valid, and 0,1 is a price', (id, name) => {
  const { menu, mistakes } = oneItem(id, name);
  expect(mistakes).toEqual([]);
  expect(menu?.items[0]?.price).toBe(10);
});

test('a damaged category or SKU is reported too, and stock with a damaged ID is refused with its line', () => {
  expect(oneItem('A', 'Soup', '#N/A', '1E+12').mistakes.map(({ place }) => place)).toEqual(['F3', 'G3']);
  expect(readStock('sku,inventory\nA,5\n1.23E+11,4\n')).toMatchObject({
    ok: false,
    mistakes: [{ line: 3, text: { code: 'menuFile.cellShortened' } }],
  });
});

test("a file that isn't a menu table or JSON is reported as such", () => {
  expect(readMenuFile('hello', 'csv', isoDigits).mistakes.map(({ text }) => text.code)).toEqual(['menuFile.csvHeader']);
  const otherSeparator = TABLE.replaceAll(';', '|');
  expect(readMenuFile(otherSeparator, 'csv', isoDigits).mistakes.map(({ text }) => text.code)).toEqual(['menuFile.csvHeader']);
  expect(readMenuFile('hello', 'json', isoDigits).mistakes.map(({ text }) => text.code)).toEqual(['menuFile.notJson']);
});

test('the stock examples in docs/menu-file.md have no mistake', () => {
  const page = readFileSync(new URL('../../../docs/menu-file.md', import.meta.url), 'utf8');
  const stock = page.slice(page.indexOf('## Counted stock'));
  const examples = [...stock.matchAll(/```(?:json|csv)\n(.*?)```/gs)].map(([, text]) => text ?? '');
  expect(examples.map((text) => readStock(text).ok)).toEqual([true, true]);
});
