/** Updates of items, option values and inventory: section 4.3, with 7.3 and 8; public paths. */
import { expect } from 'vitest';
import { itemOf, later, optionValueOf, readMenu, update, venue } from '../../integration/sandbox/menus.ts';
import type { Partner } from '../../integration/sandbox/partner.ts';
import { type Rule, rule } from '../rule.ts';

const ITEMS = { counter: 'renderer/menu/parts/use-sale.ts: menu.soldOut' } as const;
const DISCOUNT = {
  counter: 'renderer/menu/prices/price-form.tsx: menu.reviewPrices',
} as const;
const VALUES = {
  counter: 'renderer/menu/parts/use-sale.ts: menu.soldOut',
} as const;
const INVENTORY = {
  counter: 'renderer/menu/parts/use-sale.ts: menu.setStock',
} as const;
const LIMITS = { counter: 'renderer/menu/parts/pending-state.tsx: waitingUntil' } as const;
const UNLIMITED = { limits: { itemsUpdate: null, inventoryUpdate: null, getMenu: null } };

const ITEM = { external_id: 'POS-1001' };
const PRICES = { price: 1_000, discounted_price: 800 };
const status = async (partner: Partner, path: string, ...rows: unknown[]): Promise<number> => (await update(partner, path, ...rows)).status;
const order = async ({ control, venueId }: Partner, count: number): Promise<number> =>
  (await control('POST', '/orders', { venue_id: venueId, kind: 'takeaway', items: [{ item: ITEM.external_id, count }] })).status;
const scheduled = (partner: Partner, scheduled_discount: unknown, prices: object = PRICES) =>
  status(partner, 'items', { ...ITEM, ...prices, scheduled_discount });
const inMinutes = async (partner: Partner, minutes: number): Promise<string> =>
  new Date(Date.parse(String((await partner.control('GET', '/clock')).body.now)) + minutes * 60_000).toISOString();

export const menuUpdateRules: Rule[] = [
  rule(
    '4.3',
    'an item update needs exactly one of external_id, gtin and sku for each item',
    { ...ITEMS, venue: UNLIMITED },
    async (partner) => {
      expect(await status(partner, 'items', { price: 1_000 })).toBe(400);
      expect(await status(partner, 'items', { ...ITEM, sku: 'SKU-1001', price: 1_000 })).toBe(400);
      for (const one of [ITEM, { sku: 'SKU-1001' }, { gtin: '6430000000009', sku: null }])
        expect(await status(partner, 'items', { ...one, price: 1_000 })).toBe(202);
    },
  ),
  rule(
    '4.3',
    'an item update accepts price, discounted_price, enabled, vat_percentage and disabled_until, and is visible later',
    { ...ITEMS, venue: UNLIMITED },
    async (partner) => {
      const until = await inMinutes(partner, 30);
      expect(await status(partner, 'items', { ...ITEM, ...PRICES, vat_percentage: 10 }, { external_id: 'POS-1002', enabled: false })).toBe(
        202,
      );
      expect(await status(partner, 'items', { external_id: 'POS-1003', disabled_until: until })).toBe(202);
      await later(partner, 60);
      const menu = await readMenu(partner);
      expect(itemOf(menu, 'POS-1001').vat_percentage).toBe(10);
      for (const hidden of ['POS-1002', 'POS-1003']) expect(itemOf(menu, hidden).enabled).toEqual({ enabled: false });
      await later(partner, 30 * 60);
      const after = await readMenu(partner);
      expect(['POS-1002', 'POS-1003'].map((id) => itemOf(after, id).enabled.enabled)).toEqual([false, true]);
    },
  ),
  rule(
    '4.3',
    "a shop's in_stock marks an item as sold out, and as back on sale",
    { ...ITEMS, venue: { ...UNLIMITED, kind: 'retail' } },
    async (partner) => {
      const mode = async () => itemOf(await readMenu(partner), 'POS-1001').inventory_mode;
      for (const [inStock, shown] of [
        [false, 'FORCED_OUT_OF_STOCK'],
        [true, undefined],
      ] as const) {
        expect(await status(partner, 'items', { ...ITEM, in_stock: inStock })).toBe(202);
        await later(partner, 60);
        expect(await mode()).toBe(shown);
      }
    },
  ),
  rule(
    '4.3',
    "an order for an item that is sold out or hidden isn't placed",
    { ...ITEMS, venue: { ...UNLIMITED, kind: 'retail' } },
    async (partner) => {
      const orderAfter = async (update: object) => {
        expect(await status(partner, 'items', { ...ITEM, ...update })).toBe(202);
        await later(partner, 60);
        return order(partner, 1);
      };
      expect(await orderAfter({ in_stock: false })).toBe(409);
      expect(await orderAfter({ in_stock: true })).toBe(201);
      expect(await orderAfter({ enabled: false })).toBe(409);
      expect(await orderAfter({ enabled: true })).toBe(201);
    },
  ),
  rule('4.3', 'image_url is not part of item updates', ITEMS, async (partner) => {
    expect(await status(partner, 'items', { ...ITEM, image_url: 'https://images.example.test/1.jpeg' })).toBe(400);
  }),
  rule('4.3', 'discounted_price needs price', DISCOUNT, async (partner) => {
    expect(await status(partner, 'items', { ...ITEM, discounted_price: 800 })).toBe(400);
    expect(await status(partner, 'items', { ...ITEM, ...PRICES })).toBe(202);
  }),
  rule(
    '4.3',
    'scheduled_discount has at least one of starts_at and ends_at, and starts before it ends',
    { ...DISCOUNT, venue: UNLIMITED },
    async (partner) => {
      const [start, end] = [await inMinutes(partner, 10), await inMinutes(partner, 60)];
      expect(await scheduled(partner, {})).toBe(400);
      expect(await scheduled(partner, { starts_at: end, ends_at: start })).toBe(400);
      for (const right of [{ starts_at: start, ends_at: end }, { starts_at: start }, { ends_at: end }])
        expect(await scheduled(partner, right)).toBe(202);
    },
  ),
  rule('8', 'the window of a scheduled discount is at least 10 minutes', { ...DISCOUNT, venue: UNLIMITED }, async (partner) => {
    const start = await inMinutes(partner, 10);
    const end = (seconds: number) => new Date(Date.parse(start) + seconds * 1_000).toISOString();
    expect(await scheduled(partner, { starts_at: start, ends_at: end(599) })).toBe(400);
    expect(await scheduled(partner, { starts_at: start, ends_at: end(600) })).toBe(202);
  }),
  rule('4.3', 'the end of a scheduled discount must not be in the past', DISCOUNT, async (partner) => {
    expect(await scheduled(partner, { ends_at: await inMinutes(partner, -1) })).toBe(400);
  }),
  rule('4.3', 'scheduled_discount needs discounted_price, and thus price', DISCOUNT, async (partner) => {
    const window = { ends_at: await inMinutes(partner, 60) };
    expect(await scheduled(partner, window, { price: 1_000 })).toBe(400);
    expect(await scheduled(partner, window, { discounted_price: 800 })).toBe(400);
  }),
  rule(
    '4.3',
    'full-assortment venues update only price, discounted_price, enabled and in_stock, by external_id or sku',
    { ...ITEMS, venue: { ...UNLIMITED, kind: 'full-assortment' } },
    async (partner) => {
      for (const one of [ITEM, { sku: 'SKU-1001' }])
        expect(await status(partner, 'items', { ...one, ...PRICES, enabled: true, in_stock: true })).toBe(202);
      expect(await status(partner, 'items', { ...ITEM, vat_percentage: 14 })).toBe(400);
      expect(await status(partner, 'items', { ...ITEM, disabled_until: await inMinutes(partner, 60) })).toBe(400);
      expect(await status(partner, 'items', { gtin: '6430000000009', price: 1_000 })).toBe(400);
    },
  ),
  rule(
    '4.3',
    'option values are updated by external_id only, and the change is visible later',
    { ...VALUES, venue: UNLIMITED },
    async (partner) => {
      const value = { external_id: 'OV-DIP-GARLIC' };
      expect(await status(partner, 'options/values', { price: 90 })).toBe(400);
      expect(await status(partner, 'options/values', { sku: 'SKU-1001', price: 90 })).toBe(400);
      expect(await status(partner, 'options/values', { ...value, price: 90, enabled: false })).toBe(202);
      await later(partner, 60);
      expect(optionValueOf(await readMenu(partner), 'OV-DIP-GARLIC')).toMatchObject({ price: 90, enabled: { enabled: false } });
    },
  ),
  rule(
    '4.3',
    'a vat_percentage of null removes the rate of an option value, unless a price is sent too',
    { ...VALUES, venue: UNLIMITED },
    async (partner) => {
      const value = { external_id: 'OV-DIP-GARLIC' };
      const rateAfter = async (update: object) => {
        expect(await status(partner, 'options/values', { ...value, ...update })).toBe(202);
        await later(partner, 60);
        return optionValueOf(await readMenu(partner), value.external_id).vat_percentage;
      };
      expect(await rateAfter({ vat_percentage: 10 })).toBe(10);
      expect(await rateAfter({ vat_percentage: null, price: 90 })).toBe(10);
      expect(await rateAfter({ vat_percentage: null })).toBeNull();
    },
  ),
  rule(
    '4.3',
    'an inventory update needs exactly one identifier and an inventory that is not null',
    { ...INVENTORY, venue: UNLIMITED },
    async (partner) => {
      expect(await status(partner, 'items/inventory', { inventory: 5 })).toBe(400);
      expect(await status(partner, 'items/inventory', { ...ITEM, sku: 'SKU-1001', inventory: 5 })).toBe(400);
      expect(await status(partner, 'items/inventory', ITEM)).toBe(400);
      expect(await status(partner, 'items/inventory', { ...ITEM, inventory: null })).toBe(400);
      expect(await status(partner, 'items/inventory', { ...ITEM, inventory: 5 }, { sku: 'SKU-1002', inventory: 0 })).toBe(202);
    },
  ),
  rule(
    '4.3',
    "the service's sales reduce the stock, and an order for a sold-out item isn't placed",
    { ...INVENTORY, venue: UNLIMITED },
    async (partner) => {
      await update(partner, 'items/inventory', { ...ITEM, inventory: 4 });
      await later(partner, 60);
      expect([await order(partner, 2), await order(partner, 2), await order(partner, 2)]).toEqual([201, 201, 409]);
    },
  ),
  rule('7.3', '400 for an invalid structure of an update, with details in the body', ITEMS, async (partner) => {
    for (const path of ['items', 'items/inventory', 'options/values']) {
      const { status: answer, body } = await update(partner, path, { price: 'ten' });
      expect([path, answer]).toEqual([path, 400]);
      expect((body.details as unknown[]).length).toBeGreaterThan(0);
    }
  }),
  rule('8', "429 when the venue's limit, given in its status, is used up; Retry-After says until when", LIMITS, async (partner) => {
    const { venue_config: config } = (await venue(partner, 'GET', 'status')).body as { venue_config: { rate_limit_settings: unknown } };
    expect(config.rate_limit_settings).toMatchObject({ itemsUpdate: { refresh_rate_in_minutes: 15, limit: 1 } });
    expect(await status(partner, 'items', { ...ITEM, price: 1_000 })).toBe(202);
    const { status: answer, headers } = await update(partner, 'items', { ...ITEM, price: 900 });
    expect(answer).toBe(429);
    const wait = Number(headers.get('retry-after'));
    expect(wait).toBeGreaterThan(800);
    await later(partner, wait);
    expect(await status(partner, 'items', { ...ITEM, price: 900 })).toBe(202);
  }),
];
