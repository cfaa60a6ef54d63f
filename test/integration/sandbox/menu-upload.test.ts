/** Creating a menu in the sandbox: refusals, and the result of accepted ones. */
import { beforeEach, expect, test } from 'vitest';
import { example, itemOf, later, menuWith, type ReadMenu, readMenu, truth, upload } from './menus.ts';
import { type Partner, startPartner } from './partner.ts';

let partner: Partner;
beforeEach(async () => {
  partner = await startPartner();
});

test('the example of a menu is accepted, is visible within a minute, and is the same when read', async () => {
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

test("a menu's prices have at most the decimals of the venue's currency, and yen have none", async () => {
  const japan = await startPartner({}, { currency: 'JPY' });
  expect((await upload(japan, menuWith({ price: 1190.5 }, { currency: 'JPY' }))).status).toBe(400);
  expect((await upload(japan, menuWith({ price: 1190 }, { currency: 'JPY' }))).status).toBe(202);
  await later(japan, 60);
  expect(itemOf(await readMenu(japan), 'POS-2001').price).toBe(1190);
});
