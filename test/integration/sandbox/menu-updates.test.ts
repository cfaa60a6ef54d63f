/** Bulk updates of items, option values and inventory in the sandbox: what is refused, what takes effect and when. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { change, example, later, truth, update, venue, wrongAt } from './menus.ts';
import { type Partner, startPartner } from './partner.ts';

let partner: Partner;
beforeEach(async () => {
  partner = await startPartner({}, { limits: { itemsUpdate: null, inventoryUpdate: null, getMenu: null } });
});
afterEach(() => partner.close());

const item = async (id: string) => (await truth(partner)).items.find((one) => one.external_id === id);
const value = async (id: string) => (await truth(partner)).option_values.find((one) => one.external_id === id);
const inMinutes = async (minutes: number) =>
  new Date(Date.parse(String((await partner.control('GET', '/clock')).body.now)) + minutes * 60_000).toISOString();
const taken = async (path: string, ...rows: unknown[]) => {
  const answer = await update(partner, path, ...rows);
  expect([answer.status, answer.body], JSON.stringify(rows)).toEqual([202, {}]);
  await later(partner, 3);
};
const refused = async (path: string, row: unknown, at: string) => {
  const answer = await update(partner, path, row);
  expect([JSON.stringify(row), answer.status]).toEqual([JSON.stringify(row), 400]);
  expect(
    wrongAt(answer).some((where) => where.startsWith(at)),
    `${at}: ${JSON.stringify(answer.body)}`,
  ).toBe(true);
};

test('the examples are taken', async () => {
  await partner.control('PUT', `/venues/${partner.venueId}/menu`, example('menu-create'));
  for (const [path, name] of [
    ['items', 'items-update'],
    ['options/values', 'option-values-update'],
    ['items/inventory', 'inventory-update'],
  ] as const)
    expect((await venue(partner, 'PATCH', path, example(name))).status, name).toBe(202);
  await later(partner, 3);
  expect(await item('POS-1001')).toMatchObject({ price: 1_240, orderable: true });
  expect(await item('POS-1009')).toMatchObject({ price: 790, price_now: 690 });
  expect(await item('POS-1012')).toMatchObject({ enabled: false });
  expect([(await value('OV-MOZ'))?.price, (await value('OV-CHI'))?.enabled, (await value('OV-HAM'))?.enabled]).toEqual([170, true, false]);
});

test('an update shows a moment later, once for each that it names; a row that matches nothing is passed over in silence', async () => {
  expect((await update(partner, 'items', { external_id: 'POS-1001', price: 1_000 }, { external_id: 'POS-9999', price: 1 })).status).toBe(
    202,
  );
  expect((await item('POS-1001'))?.price).toBe(1_190);
  await later(partner, 3);
  expect((await item('POS-1001'))?.price).toBe(1_000);
  const { entries } = (await partner.control('GET', '/log')).body as { entries: { kind: string; event?: string; details?: unknown }[] };
  expect(entries.filter(({ kind }) => kind === 'venue').at(-1)).toMatchObject({
    event: 'update menu items',
    details: { rows: 2, unmatched: ['POS-9999'] },
  });
});

test('items: exactly one identifier, and each field by its rule', async () => {
  await refused('items', { price: 100 }, 'data[0]');
  await refused('items', { external_id: 'POS-1001', sku: 'SKU-1001', price: 100 }, 'data[0]');
  await refused('items', { external_id: null, gtin: null, price: 100 }, 'data[0]');
  await refused('items', { external_id: 'POS-1001', price: 11.9 }, 'data[0].price');
  await refused('items', { external_id: 'POS-1001', price: null }, 'data[0].price');
  await refused('items', { external_id: 'POS-1001', discounted_price: 900 }, 'data[0].discounted_price');
  await refused('items', { external_id: 'POS-1001', enabled: 'yes' }, 'data[0].enabled');
  await refused('items', { external_id: 'POS-1001', vat_percentage: 200 }, 'data[0].vat_percentage');
  await refused('items', { external_id: 'POS-1001', disabled_until: '2930-05-01T12:00:00+02:00' }, 'data[0].disabled_until');
  await refused('items', { external_id: 'POS-1001', image_url: 'https://images.example.test/1.jpeg' }, 'data[0].image_url');
  expect((await venue(partner, 'PATCH', 'items', {})).status).toBe(400);
  expect((await venue(partner, 'PATCH', 'items', '{')).status).toBe(400);
  await taken('items', { external_id: null, sku: 'SKU-1001', gtin: null, price: 1_100 });
  expect((await item('POS-1001'))?.price).toBe(1_100);
});

test('a scheduled discount: at least one end, in order, ten minutes, not over, and with a discounted price', async () => {
  const row = (scheduled_discount: unknown, more: object = { price: 1_000, discounted_price: 800 }) => ({
    external_id: 'POS-1001',
    ...more,
    scheduled_discount,
  });
  const at = 'data[0].scheduled_discount';
  const [past, soon, later9, later11, hour] = await Promise.all([-5, 10, 19, 21, 60].map(inMinutes));
  await refused('items', row({}), at);
  await refused('items', row({ starts_at: hour, ends_at: soon }), at);
  await refused('items', row({ starts_at: soon, ends_at: later9 }), at);
  await refused('items', row({ ends_at: past }), at);
  await refused('items', row({ ends_at: hour }, { price: 1_000 }), at);
  await refused('items', row({ ends_at: hour }, { discounted_price: 800 }), 'data[0].discounted_price');
  await refused('items', row({ starts_at: 'soon' }), at);
  await taken('items', row({ starts_at: soon, ends_at: later11 }));
  const price = async () => (await item('POS-1001'))?.price_now;
  expect(await price()).toBe(1_000);
  await later(partner, 11 * 60);
  expect(await price()).toBe(800);
  await later(partner, 11 * 60);
  expect(await price()).toBe(1_000);
  await taken('items', row({ starts_at: await inMinutes(10) }));
  await later(partner, 11 * 60);
  expect(await price()).toBe(800);
});

test('hidden until a moment, and back by itself; the date wins over enabled until null takes it away', async () => {
  await taken('items', { external_id: 'POS-1001', disabled_until: await inMinutes(20) });
  expect((await item('POS-1001'))?.orderable).toBe(false);
  await taken('items', { external_id: 'POS-1001', enabled: true });
  expect((await item('POS-1001'))?.orderable).toBe(false);
  await later(partner, 1_200);
  expect(await item('POS-1001')).toMatchObject({ orderable: true, enabled: true });
  await taken('items', { external_id: 'POS-1001', disabled_until: await inMinutes(20) });
  await taken('items', { external_id: 'POS-1001', disabled_until: null });
  expect((await item('POS-1001'))?.orderable).toBe(true);
  await partner.control('POST', '/variants', { clearing: 'other' });
  await taken('items', { external_id: 'POS-1001', disabled_until: await inMinutes(20) });
  await taken('items', { external_id: 'POS-1001', disabled_until: null });
  expect((await item('POS-1001'))?.orderable).toBe(false);
  await taken('items', { external_id: 'POS-1001', enabled: true });
  expect((await item('POS-1001'))?.orderable).toBe(true);
});

test('in_stock is for shops: at a restaurant it is taken and changes nothing', async () => {
  await taken('items', { external_id: 'POS-1001', in_stock: false });
  expect((await item('POS-1001'))?.orderable).toBe(true);
  await change(partner, { kind: 'retail' });
  await taken('items', { external_id: 'POS-1001', in_stock: false });
  expect(await item('POS-1001')).toMatchObject({ orderable: false, in_stock: false });
  await taken('items', { external_id: 'POS-1001', in_stock: true });
  expect((await item('POS-1001'))?.orderable).toBe(true);
});

test('full-assortment venues take less', async () => {
  await change(partner, { kind: 'full-assortment' });
  await refused('items', { gtin: '6430000000009', price: 100 }, 'data[0].gtin');
  await refused('items', { external_id: 'POS-1001', vat_percentage: 14 }, 'data[0].vat_percentage');
  await refused('items', { external_id: 'POS-1001', disabled_until: '2930-05-01T12:00:00Z' }, 'data[0].disabled_until');
  await taken('items', { sku: 'SKU-1001', price: 1_000, discounted_price: 900, enabled: true, in_stock: false });
  expect(await item('POS-1001')).toMatchObject({ price: 1_000, price_now: 900, in_stock: false });
});

test('option values by their external id alone; a rate of null is taken away, unless a price comes with it', async () => {
  const id = 'OV-DIP-GARLIC';
  await refused('options/values', { price: 100 }, 'data[0].external_id');
  await refused('options/values', { gtin: '6430000000009', price: 100 }, 'data[0].external_id');
  await refused('options/values', { external_id: id, sku: 'SKU-1', price: 100 }, 'data[0].sku');
  await refused('options/values', { external_id: id, in_stock: false }, 'data[0].in_stock');
  await refused('options/values', { external_id: id, price: 0.8 }, 'data[0].price');
  await taken('options/values', { external_id: id, price: 90, vat_percentage: null });
  expect(await value(id)).toMatchObject({ price: 90, vat_percentage: 14 });
  await taken('options/values', { external_id: id, vat_percentage: null });
  expect((await value(id))?.vat_percentage).toBe(null);
  await taken('options/values', { external_id: id, enabled: false });
  expect((await value(id))?.enabled).toBe(false);
});

test('inventory: exactly one identifier, a whole number and never null; 0 is sold out, and it ends where the item is said to be in stock', async () => {
  await change(partner, { kind: 'retail' });
  await refused('items/inventory', { external_id: 'POS-1001' }, 'data[0].inventory');
  await refused('items/inventory', { external_id: 'POS-1001', inventory: null }, 'data[0].inventory');
  await refused('items/inventory', { external_id: 'POS-1001', inventory: -1 }, 'data[0].inventory');
  await refused('items/inventory', { external_id: 'POS-1001', inventory: 1.5 }, 'data[0].inventory');
  await refused('items/inventory', { inventory: 5 }, 'data[0]');
  await refused('items/inventory', { external_id: 'POS-1001', gtin: '6430000000009', inventory: 5 }, 'data[0]');
  await refused('items/inventory', { external_id: 'POS-1001', inventory: 5, in_stock: true }, 'data[0].in_stock');
  await taken('items/inventory', { gtin: '6430000000009', inventory: 0 });
  expect(await item('POS-1001')).toMatchObject({ inventory: 0, orderable: false });
  await taken('items', { external_id: 'POS-1001', in_stock: true });
  expect(await item('POS-1001')).toMatchObject({ inventory: null, orderable: true });
});

test('the venue’s own limits: 429 with the time to come back, in each form; what was refused does not count', async () => {
  const limit = { refresh_rate_in_minutes: 15, limit: 1 };
  await change(partner, { limits: { itemsUpdate: limit } });
  const row = { external_id: 'POS-1001', price: 1_000 };
  expect((await update(partner, 'items', { price: 1 })).status).toBe(400);
  expect((await update(partner, 'items', row)).status).toBe(202);
  await later(partner, 60);
  const seconds = await update(partner, 'items', row);
  expect([seconds.status, seconds.body.error_code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
  expect(Number(seconds.headers.get('retry-after'))).toBeGreaterThan(800);
  expect(Number(seconds.headers.get('retry-after'))).toBeLessThanOrEqual(840);
  await change(partner, { retry_after_form: 'date' });
  const date = (await update(partner, 'items', row)).headers;
  expect(Date.parse(date.get('retry-after') ?? '') - Date.parse(date.get('date') ?? '')).toBeGreaterThan(800_000);
  await change(partner, { retry_after_form: 'none' });
  expect((await update(partner, 'items', row)).headers.has('retry-after')).toBe(false);
  // Each kind of call has a limit of its own, and each venue.
  expect((await update(partner, 'items/inventory', { external_id: 'POS-1001', inventory: 3 })).status).toBe(202);
  await later(partner, 14 * 60);
  expect((await update(partner, 'items', row)).status).toBe(202);
});

test('faults: an error, a lost answer after the effect or before it, and a 202 without effect', async () => {
  const price = async () => (await item('POS-1001'))?.price;
  const send = (next: number) => update(partner, 'items', { external_id: 'POS-1001', price: next });
  const fault = (what: object) => partner.control('POST', '/faults', { match: 'PATCH /venues/*/items', ...what });
  await fault({ status: 500 });
  expect((await send(1)).status).toBe(500);
  await fault({ no_effect: true });
  expect((await send(2)).status).toBe(202);
  await fault({ drop: 'before' });
  await expect(send(3)).rejects.toThrow();
  await later(partner, 60);
  expect(await price()).toBe(1_190);
  await fault({ drop: 'after' });
  await expect(send(4)).rejects.toThrow();
  await later(partner, 60);
  expect(await price()).toBe(4);
});
