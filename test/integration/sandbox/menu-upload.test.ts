/** Creating a menu in the sandbox: what is refused, and what becomes of what is taken. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  change,
  example,
  itemOf,
  later,
  menuWith,
  nested,
  option,
  optionValue,
  type ReadMenu,
  readMenu,
  said,
  soup,
  truth,
  update,
  upload,
  wrongAt,
} from './menus.ts';
import { type Partner, startPartner } from './partner.ts';

let partner: Partner;
beforeEach(async () => {
  partner = await startPartner();
});
afterEach(() => partner.close());

test('the example is taken, shows within a minute, and reads as the example says', async () => {
  const answer = await upload(partner, example('menu-create'));
  expect([answer.status, answer.body]).toEqual([202, {}]);
  expect((await truth(partner)).pending.map(({ operation }) => operation)).toEqual(['create menu']);
  expect((await truth(partner)).items.some(({ external_id: id }) => id === 'POS-1014')).toBe(true);
  await later(partner, 59);
  const menu = await readMenu(partner);
  const expected = (example('menu-ready') as unknown as { menu: ReadMenu }).menu;
  expect(menu.categories.map(({ id, item_bindings }) => [id, item_bindings.length])).toEqual(
    expected.categories.map(({ id, item_bindings }) => [id, item_bindings.length]),
  );
  const plain = (item: ReadMenu['items'][number]) => [
    item.product.external_id,
    item.product.sku,
    item.product.gtin,
    item.price,
    item.vat_percentage,
    item.enabled,
    item.inventory_mode ?? null,
  ];
  const byId = (a: unknown[], b: unknown[]) => String(a[0]).localeCompare(String(b[0]));
  expect(menu.items.map(plain).sort(byId)).toEqual(expected.items.map(plain).sort(byId));
  const options = ({ options: all }: ReadMenu) =>
    all
      .map((one) => [
        one.external_id,
        one.type,
        one.selection_range ?? null,
        one.values.map(({ product, price, enabled }) => [product.external_id, price, enabled]),
      ])
      .sort(byId);
  expect(options(menu)).toEqual(options(expected));
  // Each binding leads to something, and nested groups hang on the value that opens them.
  const ids = new Set(menu.items.map(({ id }) => id));
  for (const { item_bindings: bindings } of menu.categories) for (const { item_id: id } of bindings) expect(ids.has(id)).toBe(true);
  const opens = (external: string) =>
    menu.options
      .flatMap(({ values }) => values)
      .filter(({ product }) => product.external_id === external)
      .flatMap(({ option_bindings: bindings }) => (bindings ?? []) as { option_id: string }[])
      .map(({ option_id: id }) => menu.options.find((one) => one.id === id)?.external_id);
  expect([opens('OV-MEAL'), opens('OV-SIDE-SWEET'), opens('OV-ONLY')]).toEqual([['OG-SIDE', 'OG-DRINK'], ['OG-DIP'], []]);
});

test('a menu replaces all, what was changed by hand is lost, and ids are new each time', async () => {
  await change(partner, { limits: { itemsUpdate: null } });
  for (let times = 0; times < 2; times += 1) {
    await upload(partner, example('menu-create'));
    await later(partner, 60);
    if (times === 0) await update(partner, 'items', { external_id: 'POS-1001', price: 9_900, enabled: false });
    await later(partner, 60);
    const item = (await truth(partner)).items.find(({ external_id: id }) => id === 'POS-1001');
    expect([item?.price, item?.enabled]).toEqual(times === 0 ? [9_900, false] : [1_190, true]);
  }
  const first = await readMenu(partner);
  await upload(partner, example('menu-create'));
  await later(partner, 60);
  const second = await readMenu(partner);
  const ids = (menu: ReadMenu) => [...menu.items, ...menu.options, ...menu.options.flatMap(({ values }) => values)].map(({ id }) => id);
  expect(ids(first).length).toBe(ids(second).length);
  expect(ids(first).filter((id) => ids(second).includes(id))).toEqual([]);
});

test('each rule is a 400 that names the place; nothing of the menu is taken', async () => {
  const first = 'categories[0].items[0]';
  const cases: [what: string, menu: unknown, at: string][] = [
    ['no currency', menuWith({}, { currency: undefined }), 'currency'],
    ['a foreign currency', menuWith({}, { currency: 'PLN' }), 'currency'],
    ['no primary language', menuWith({}, { primary_language: undefined }), 'primary_language'],
    ['no categories', menuWith({}, { categories: undefined }), 'categories'],
    ['a category without items', menuWith({}, { categories: [{ name: said('Soups') }] }), 'categories[0].items'],
    [
      'items and subcategories',
      menuWith({}, { categories: [{ name: said('A'), items: [soup()], subcategories: [{ name: said('B'), items: [soup()] }] }] }),
      'categories[0]',
    ],
    [
      'subcategories in a subcategory',
      menuWith({}, { categories: [{ name: said('A'), items: [], subcategories: [{ name: said('B'), items: [], subcategories: [] }] }] }),
      'categories[0].subcategories[0].subcategories',
    ],
    ['no name in the primary language', menuWith({ name: said('Kalakeitto', 'fi') }), `${first}.name`],
    ['an empty name', menuWith({ name: [] }), `${first}.name`],
    ['a price in words', menuWith({ price: '11.90' }), `${first}.price`],
    ['a price with three decimals', menuWith({ price: 11.905 }), `${first}.price`],
    ['a deposit without a rate', menuWith({ deposit: { price: 0.15 } }), `${first}.deposit.vat_percentage`],
    ['a deposit without a price', menuWith({ deposit: { vat_percentage: 14 } }), `${first}.deposit.price`],
    ['a GTIN with a wrong check digit', menuWith({ gtin_barcode: '6400000120930' }), `${first}.gtin_barcode`],
    ['an unknown property', menuWith({ external_id: 'POS-2001' }), `${first}.external_id`],
    [
      'four sub-options',
      menuWith({ options: [option(optionValue({ sub_options: Array.from({ length: 4 }, () => option(optionValue())) }))] }),
      `${first}.options[0].values[0].sub_options`,
    ],
    ['four levels of sub-options', menuWith({ options: [option(nested(4))] }), `${first}.options[0]`],
    [
      'the deprecated key beside the new one',
      menuWith({ options: [option(optionValue({ sub_options: [option(optionValue())], sub_option_values: [] }))] }),
      `${first}.options[0].values[0].sub_option_values`,
    ],
    [
      'an option value without default',
      menuWith({ options: [option(optionValue({ default: undefined }))] }),
      `${first}.options[0].values[0].default`,
    ],
    [
      'an option value without a name in the primary language',
      menuWith({ options: [option(optionValue({ name: said('Ruis', 'fi') }))] }),
      `${first}.options[0].values[0].name`,
    ],
    [
      'a day of the week in small letters',
      menuWith({ weekly_availability: [{ opening_day: 'monday', opening_time: '10:00', closing_day: 'MONDAY', closing_time: '12:00' }] }),
      `${first}.weekly_availability`,
    ],
    [
      'two package amounts',
      menuWith({ product_information: { weight_in_g: 300, volume_in_ml: 300, display_unit: 'weight' } }),
      `${first}.product_information`,
    ],
    [
      'a unit that does not fit',
      menuWith({ product_information: { weight_in_g: 300, display_unit: 'volume' } }),
      `${first}.product_information.display_unit`,
    ],
  ];
  for (const [what, menu, at] of cases) {
    const answer = await upload(partner, menu);
    expect([what, answer.status]).toEqual([what, 400]);
    expect(
      wrongAt(answer).some((path) => path.startsWith(at)),
      `${what}: ${JSON.stringify(answer.body)}`,
    ).toBe(true);
  }
  expect((await truth(partner)).pending).toEqual([]);
});

test('what the rules allow is taken', async () => {
  const menus = [
    menuWith({ options: [option(nested(3))] }),
    menuWith({ options: [option(optionValue({ sub_option_values: [] }))] }),
    menuWith({}, { categories: [{ name: said('A'), items: [], subcategories: [{ name: said('B'), items: [soup()] }] }] }),
    menuWith({ deposit: { price: 0.15, vat_percentage: 14 } }),
    menuWith({
      options: [
        { ...option(optionValue({ visible_to_merchant: false })), type: 'MultiChoice', max_same_selections: 2, max_free_selections: 1 },
      ],
    }),
  ];
  for (const menu of menus) expect((await upload(partner, menu)).status, JSON.stringify(menu)).toBe(202);
});

test('another format is a 406, and so are invalid VAT rates of more than 5 percent of the items; broken JSON is a 400', async () => {
  const send = async (type: string, body: string) =>
    (
      await fetch(`${partner.sandbox.order_base_url}/v1/restaurants/${partner.venueId}/menu`, {
        method: 'POST',
        headers: { authorization: `Bearer ${partner.token}`, 'content-type': type },
        body,
      })
    ).status;
  expect(await send('application/xml', '<menu/>')).toBe(406);
  expect(await send('text/csv', 'name;price')).toBe(406);
  expect(await send('application/json', '{')).toBe(400);
  const items = (wrong: number) => [
    {
      name: said('Soups'),
      items: Array.from({ length: 20 }, (_, at) => soup({ external_data: `POS-${at}`, sales_tax_percentage: at < wrong ? 17 : 14 })),
    },
  ];
  expect((await upload(partner, menuWith({}, { categories: items(1) }))).status).toBe(202);
  const refused = await upload(partner, menuWith({}, { categories: items(2) }));
  expect([refused.status, refused.body.details]).toEqual([406, ['POS-0', 'POS-1']]);
  // A free item gets the highest rate of the country instead.
  expect((await upload(partner, menuWith({ price: 0, sales_tax_percentage: 17 }))).status).toBe(202);
  await change(partner, { vat_rates: [17] });
  expect((await upload(partner, menuWith({ sales_tax_percentage: 17 }))).status).toBe(202);
});

test('prices are decimals of the venue’s currency: of yen there are none', async () => {
  const japan = await startPartner({}, { currency: 'JPY' });
  try {
    expect((await upload(japan, menuWith({ price: 1190.5 }, { currency: 'JPY' }))).status).toBe(400);
    expect((await upload(japan, menuWith({ price: 1190 }, { currency: 'JPY' }))).status).toBe(202);
    await later(japan, 60);
    expect(itemOf(await readMenu(japan), 'POS-2001').price).toBe(1190);
  } finally {
    await japan.close();
  }
});
