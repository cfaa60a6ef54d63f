/** Customers order only what is on sale, at an open and online venue; stock is reduced. */
import { beforeEach, expect, test } from 'vitest';
import { change, example, itemOf, later, readMenu, truth, update, venue } from './menus.ts';
import { type Partner, startPartner } from './partner.ts';

let partner: Partner;
beforeEach(async () => {
  partner = await startPartner({}, { limits: { itemsUpdate: null, inventoryUpdate: null } });
});

const order = (body: Record<string, unknown> = {}) =>
  partner.control('POST', '/orders', { venue_id: partner.venueId, kind: 'takeaway', ...body });
const placed = async (body?: Record<string, unknown>) => {
  const answer = await order(body);
  return answer.status === 201 ? 'placed' : `${answer.status} ${answer.body.error_code}`;
};
const one = (item: string, count = 1, options: string[] = []) => ({ items: [{ item, count, options }] });
const linesOf = (body: Record<string, unknown>) =>
  (body.order as { items: { id: string; name: string; pos_id: string; options: { value_pos_id: string }[] }[] }).items;

test("orders and the venue's first menu agree on IDs, external IDs, prices and option values", async () => {
  const menu = await readMenu(partner);
  for (let times = 0; times < 20; times += 1) {
    for (const line of linesOf((await order()).body)) {
      const item = itemOf(menu, line.pos_id);
      expect([item.id, item.product.name[0]?.value]).toEqual([line.id, line.name]);
      const bound = (item.option_bindings as { option_id: string }[]).map(({ option_id: id }) => id);
      const values = menu.options
        .filter(({ id }) => bound.includes(id))
        .flatMap((group) => group.values.map(({ product }) => product.external_id));
      for (const { value_pos_id: id } of line.options) expect(values).toContain(id);
    }
  }
});

test("a hidden or sold-out item can't be ordered by any ID, and is never picked at random", async () => {
  expect(await placed(one('POS-1001'))).toBe('placed');
  await update(partner, 'items', { external_id: 'POS-1001', enabled: false });
  expect(await placed(one('POS-1001'))).toBe('placed');
  await later(partner, 3);
  expect(await placed(one('POS-1001'))).toBe('409 ITEM_HIDDEN');
  expect(await placed({ order: { items: [{ pos_id: 'POS-1001', name: 'Pizza', count: 1 }] } })).toBe('409 ITEM_HIDDEN');
  expect(await placed({ order: { items: [{ gtin: '6430000000009', name: 'Pizza', count: 1 }] } })).toBe('409 ITEM_HIDDEN');
  expect(await placed({ order: { items: [{ pos_id: 'POS-9999', name: 'Not on the menu', count: 1 }] } })).toBe('placed');
  for (let times = 0; times < 30; times += 1) {
    const { body } = await order({ kind: times % 2 === 0 ? 'takeaway' : 'group' });
    expect(linesOf(body).map(({ pos_id: id }) => id)).not.toContain('POS-1001');
  }
});

test("a hidden option value can't be chosen", async () => {
  const dip = 'OV-DIP-GARLIC';
  expect(linesOf((await order(one('POS-1010', 1, [dip]))).body)[0]?.options).toMatchObject([
    { value_pos_id: dip, name: 'Dip', value: 'Garlic' },
  ]);
  await update(partner, 'options/values', { external_id: dip, enabled: false });
  await later(partner, 3);
  expect(await placed(one('POS-1010', 1, [dip]))).toBe('409 OPTION_VALUE_HIDDEN');
  expect(await placed(one('POS-1010'))).toBe('placed');
  expect((await order(one('POS-1010', 1, ['OV-NO']))).status).toBe(400);
  expect((await order(one('POS-9999'))).status).toBe(400);
});

test("orders reduce an item's stock until it is sold out", async () => {
  await update(partner, 'items/inventory', { external_id: 'POS-1013', inventory: 5 });
  await later(partner, 3);
  const left = async () => (await truth(partner)).items.find(({ external_id: id }) => id === 'POS-1013')?.inventory;
  expect([await placed(one('POS-1013', 3)), await left()]).toEqual(['placed', 2]);
  expect([await placed(one('POS-1013', 3)), await left()]).toEqual(['409 ITEM_SOLD_OUT', 2]);
  expect([await placed(one('POS-1013', 2)), await left()]).toEqual(['placed', 0]);
  expect(await placed(one('POS-1013'))).toBe('409 ITEM_SOLD_OUT');
});

test('orders follow an uploaded menu: its items, prices and nested options', async () => {
  await partner.control('PUT', `/venues/${partner.venueId}/menu`, example('menu-create'));
  const { body } = await order(one('POS-1002', 1, ['OV-MEAL', 'OV-SIDE-SWEET', 'OV-DIP-AIO']));
  expect(linesOf(body)[0]).toMatchObject({
    pos_id: 'POS-1002',
    name: 'House burger',
    category: { name: 'Burgers' },
    options: [{ value_pos_id: 'OV-MEAL' }, { value_pos_id: 'OV-SIDE-SWEET' }, { value_pos_id: 'OV-DIP-AIO' }],
    item_price: { unit_price: { amount: 1_250 + 430 + 90 + 60 } },
  });
  expect(await placed(one('POS-1012'))).toBe('409 ITEM_SOLD_OUT');
  expect(await placed(one('POS-1006'))).toBe('409 ITEM_HIDDEN');
  for (let times = 0; times < 20; times += 1) expect(await placed()).toBe('placed');
});

test('a venue that is offline, closed or outside its hours accepts no orders', async () => {
  expect((await venue(partner, 'PATCH', 'online', { status: 'OFFLINE' })).status).toBe(204);
  expect(await placed()).toBe('409 VENUE_OFFLINE');
  await venue(partner, 'PATCH', 'online', { status: 'ONLINE' });
  expect(await placed()).toBe('placed');
  await change(partner, { is_open: false });
  expect(await placed()).toBe('409 VENUE_CLOSED');
  await change(partner, { is_open: true });
  expect((await venue(partner, 'PATCH', 'opening-times', { availability: [] })).status).toBe(202);
  expect(await placed()).toBe('placed');
  await later(partner, 3);
  expect(await placed()).toBe('409 VENUE_CLOSED');
});

test("a barcode in a replacement must be in the venue's menu", async () => {
  await partner.control('PUT', `/venues/${partner.venueId}/menu`, example('menu-create'));
  const add = async (barcode: string) => {
    const { body } = await order(one('POS-1001'));
    await partner.order('PUT', `/orders/${body.order_id}/accept`);
    return (await partner.order('PUT', `/orders/${body.order_id}/replace-items`, { item_changes: [], item_additions: [{ barcode }] }))
      .status;
  };
  expect([await add('2000000010106'), await add('6430000000009')]).toEqual([202, 422]);
});
