/** Reading a menu from the sandbox: requested at one address, fetched from another, in the assumed form and in others. */
import { beforeEach, expect, test } from 'vitest';
import { ask, change, example, itemOf, later, optionValueOf, poll, type ReadMenu, readMenu, update } from './menus.ts';
import { type Partner, startPartner } from './partner.ts';

let partner: Partner;
beforeEach(async () => {
  partner = await startPartner();
});

const vary = (variants: Record<string, string>) => partner.control('POST', '/variants', variants);
/** Gives the venue the example's menu at once. */
const put = async (menu: unknown = example('menu-create')) => {
  expect((await partner.control('PUT', `/venues/${partner.venueId}/menu`, menu)).status).toBe(200);
};

test('a menu reading can be made to fail, with an error as a text or an object', async () => {
  await change(partner, { limits: { getMenu: null } });
  const forms: [Record<string, string>, unknown][] = [
    [{}, expect.any(String)],
    [{ error: 'other' }, { code: expect.any(String), message: expect.any(String) }],
  ];
  for (const [variants, error] of forms) {
    await vary(variants);
    await change(partner, { readings_that_fail: 1 });
    const { body } = await ask(partner);
    await later(partner, 2);
    expect((await poll(body.resource_url)).body).toEqual({ request_id: body.request_id, status: 'ERROR', error });
  }
  expect((await readMenu(partner)).items.length).toBe(14);
});

test('faults keep a menu reading pending, refuse it, or lose its answer', async () => {
  await change(partner, { limits: { getMenu: null } });
  await partner.control('POST', '/faults', { match: 'GET /v2/venues/*/menu', no_effect: true });
  const { body } = await ask(partner);
  await later(partner, 600);
  expect((await poll(body.resource_url)).body.status).toBe('PENDING');
  await partner.control('POST', '/faults', { match: 'GET /v2/venues/*/menu', status: 500 });
  expect((await ask(partner)).status).toBe(500);
  await partner.control('POST', '/faults', { match: 'GET /menus/*', status: 503 });
  const next = await ask(partner);
  expect((await poll(next.body.resource_url)).status).toBe(503);
  await partner.control('POST', '/faults', { match: 'GET /menus/*', drop: 'after' });
  await expect(poll(next.body.resource_url)).rejects.toThrow();
});

/** Each field of the example's menu: as assumed, and missing or in another form. */
const FIELDS: [variant: string, form: string, seen: (menu: ReadMenu) => unknown, assumed: unknown, then: unknown][] = [
  ['nested_options', 'missing', (menu) => 'option_bindings' in optionValueOf(menu, 'OV-MEAL'), true, false],
  ['nested_options', 'other', (menu) => Array.isArray(optionValueOf(menu, 'OV-MEAL').sub_options), false, true],
  ['selection_range', 'missing', (menu) => group(menu, 'OG-TOP').selection_range, { min: 0, max: 4 }, undefined],
  ['selection_range', 'other', (menu) => group(menu, 'OG-TOP').max_selections, undefined, 4],
  ['default_value', 'missing', (menu) => 'default_value' in group(menu, 'OG-SIZE'), true, false],
  ['default_value', 'other', (menu) => group(menu, 'OG-SIZE').default_value === 'OV-STD', false, true],
  ['deposit_id', 'missing', (menu) => 'deposit_id' in itemOf(menu, 'POS-1010'), true, false],
  ['deposit_id', 'other', (menu) => itemOf(menu, 'POS-1010').deposit, undefined, { price: 15, vat_percentage: 14 }],
  ['item_deposits', 'missing', (menu) => 'deposits' in menu, true, false],
  [
    'item_deposits',
    'other',
    (menu) => Object.keys(deposits(menu)[0] ?? {}).sort(),
    ['id', 'price', 'vat_percentage'],
    ['amount', 'item_id', 'vat'],
  ],
  ['information', 'missing', (menu) => 'information' in itemOf(menu, 'POS-1010').product, true, false],
  [
    'information',
    'other',
    (menu) => Object.keys((itemOf(menu, 'POS-1010').product as unknown as { information: object }).information),
    ['volume_in_ml', 'display_unit'],
    ['volumeInMl', 'displayUnit'],
  ],
  ['inventory_mode', 'missing', (menu) => itemOf(menu, 'POS-1012').inventory_mode, 'FORCED_OUT_OF_STOCK', undefined],
  [
    'inventory_mode',
    'other',
    (menu) => [itemOf(menu, 'POS-1001').inventory_mode, itemOf(menu, 'POS-1012').quantity],
    [undefined, undefined],
    ['IN_STOCK', 0],
  ],
  ['weekly_availabilities', 'missing', (menu) => menu.weekly_availabilities, [], undefined],
  ['weekly_availabilities', 'other', (menu) => (menu.weekly_availabilities as unknown[]).length, 0, 1],
  ['enabled', 'missing', (menu) => itemOf(menu, 'POS-1001').enabled, { enabled: true }, undefined],
  ['enabled', 'other', (menu) => itemOf(menu, 'POS-1001').enabled, { enabled: true }, true],
  ['enabled_after', 'other', (menu) => 'after' in itemOf(menu, 'POS-1006').enabled, false, true],
];
const group = (menu: ReadMenu, externalId: string) =>
  menu.options.find(({ external_id: id }) => id === externalId) as ReadMenu['options'][number];
const deposits = (menu: ReadMenu) => (menu.deposits as { item_deposits: object[] }).item_deposits;

test('every field assumed of a menu that is read can be made missing, and most can be given another form', async () => {
  await change(partner, { limits: { getMenu: null } });
  await put();
  const assumed = await readMenu(partner);
  for (const [variant, form, seen, before, then] of FIELDS) {
    expect([variant, seen(assumed)]).toEqual([variant, before]);
    await partner.control('DELETE', '/variants');
    expect((await vary({ [variant]: form })).body).toMatchObject({ [variant]: { now: form } });
    expect([variant, form, seen(await readMenu(partner))]).toEqual([variant, form, then]);
  }
  await partner.control('DELETE', '/variants');
  expect(itemOf(await readMenu(partner), 'POS-1001').enabled).toEqual({ enabled: true });
  expect((await vary({ thunder: 'missing' })).status).toBe(400);
  expect((await vary({ information: 'upside down' })).status).toBe(400);
});

test('subcategories are listed in their category, merged into it, or listed as categories with a parent', async () => {
  await change(partner, { limits: { getMenu: null } });
  const soups = {
    name: [{ lang: 'en', value: 'Fish' }],
    items: (example('menu-create') as { categories: { items: unknown[] }[] }).categories[0]?.items,
  };
  await put({
    currency: 'EUR',
    primary_language: 'en',
    categories: [{ name: [{ lang: 'en', value: 'All' }], items: [], subcategories: [soups] }],
  });
  const shape = async () =>
    (await readMenu(partner)).categories.map(({ item_bindings: own, subcategories, parent_id: parent }) => [
      own.length,
      Array.isArray(subcategories) ? subcategories.length : 0,
      parent !== undefined,
    ]);
  expect(await shape()).toEqual([[0, 1, false]]);
  await vary({ subcategories: 'missing' });
  expect(await shape()).toEqual([[3, 0, false]]);
  await vary({ subcategories: 'other' });
  expect(await shape()).toEqual([
    [0, 0, false],
    [3, 0, true],
  ]);
});

test('a discounted price replaces the price, or is listed next to it', async () => {
  await change(partner, { limits: { getMenu: null } });
  await update(partner, 'items', { external_id: 'POS-1010', price: 700, discounted_price: 500 });
  await later(partner, 3);
  const shown = async () => {
    const item = itemOf(await readMenu(partner), 'POS-1010');
    return [item.price, item.discounted_price];
  };
  expect(await shown()).toEqual([500, undefined]);
  await vary({ discounted_price: 'other' });
  expect(await shown()).toEqual([700, 500]);
});
