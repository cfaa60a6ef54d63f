/** Bulk updates of items, option values and inventory in the sandbox: refusals, effects and their delays. */
import { beforeEach, expect, test } from 'vitest';
import { change, example, later, truth, update, venue, wrongAt } from './menus.ts';
import { type Partner, startPartner } from './partner.ts';

let partner: Partner;
beforeEach(async () => {
  partner = await startPartner({}, { limits: { itemsUpdate: null, inventoryUpdate: null, getMenu: null } });
});

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

test("the public documentation's examples are accepted and take effect", async () => {
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

test('an update takes effect shortly after, and a row without a match is silently ignored', async () => {
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

test('disabled_until hides an item until that time, whatever enabled says; null ends it early', async () => {
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

test('option values use only external IDs; a null rate is removed unless a price is included', async () => {
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

test("a call over the venue's limit gets a 429 with a retry time in each form, and refused calls don't count", async () => {
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
  expect((await update(partner, 'items/inventory', { external_id: 'POS-1001', inventory: 3 })).status).toBe(202);
  await later(partner, 14 * 60);
  expect((await update(partner, 'items', row)).status).toBe(202);
});

test('faults of menu calls: an error, a lost answer before or after the effect, and a 202 without effect', async () => {
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
