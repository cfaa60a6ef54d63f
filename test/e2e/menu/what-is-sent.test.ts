/**
 * Complete bodies of the eleven menu and venue endpoints, for three kinds of venue and three currencies, with the service's clock 40
 * minutes ahead.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallInput, CallName } from '../../../contract/contract.ts';
import { type Asked, recordingProxy } from '../venue/recording-proxy.ts';
import { openVenue, until, type Venue } from '../venue/venue.ts';

const AHEAD_MS = 40 * 60_000;
const MINUTE_MS = 60_000;
const OFTEN = { refresh_rate_in_minutes: 1, limit: 100 };
const LIMITS = { itemsUpdate: OFTEN, inventoryUpdate: OFTEN, getMenu: OFTEN };
const KINDS = [
  { kind: 'restaurant', currency: 'EUR' },
  { kind: 'retail', currency: 'JPY' },
  { kind: 'full-assortment', currency: 'KWD' },
] as const;

let venue: Venue;
let proxy: Awaited<ReturnType<typeof recordingProxy>>;
const asked: Asked[] = [];

beforeAll(async () => {
  const wishes = KINDS.map(({ kind, currency }) => ({ kind, currency, limits: LIMITS }));
  venue = await openVenue({
    printers: false,
    venue: wishes[0] ?? {},
    alsoVenues: wishes.slice(1),
    between: async (target) => {
      proxy = await recordingProxy(
        () => target,
        (one) => asked.push(one),
      );
      return proxy.origin;
    },
  });
  await venue.pass(AHEAD_MS / 1_000);
});
afterAll(async () => {
  await venue.close();
  proxy.close();
});

async function ask<N extends CallName>(name: N, input: CallInput<N>): Promise<void> {
  expect(await venue.call(name, input)).toMatchObject({ ok: true });
}
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe.each(KINDS)('requests of a venue of kind $kind, in $currency', ({ kind, currency }) => {
  const isRestaurant = kind === 'restaurant';
  let venueId: string;
  async function sent(what: string): Promise<unknown[]> {
    const here = () => asked.filter((one) => one.what === `${what.replace('VENUE', venueId)}`);
    await venue.untilLater(what, () => here().length > 0);
    const found = here();
    for (const one of found) asked.splice(asked.indexOf(one), 1);
    for (const { type, body } of found) expect(type).toBe(body === null ? undefined : 'application/json');
    return found.map(({ body }) => body);
  }
  const rows = (...data: object[]) => [{ data }];
  /** Checks that a time is this many minutes ahead of the service's clock. */
  async function inMinutes(given: unknown, minutes: number): Promise<void> {
    expect(given).toMatch(MOMENT);
    const now = Date.parse(String((await venue.control('GET', '/clock')).now));
    expect(Math.abs(Date.parse(String(given)) - now - minutes * MINUTE_MS)).toBeLessThan(2 * MINUTE_MS);
  }
  const PIZZA = { kind: 'item', by: 'external_id', id: 'POS-1001' } as const;
  const SIZE = { kind: 'value', by: 'external_id', id: 'OV-SIZE-FAMILY' } as const;

  beforeAll(async () => {
    venueId = [venue.venueId, ...venue.alsoVenueIds][KINDS.findIndex((one) => one.kind === kind)] ?? '';
    await until('the venue', () => venue.state().venues[venueId]?.state === 'connected');
    await ask('menu.setKind', { venueId, sells: kind });
  });

  test('menu and status are requested without a body', async () => {
    await ask('menu.read', { venueId });
    expect(new Set(await sent('GET /v2/venues/VENUE/menu'))).toEqual(new Set([null]));
    expect(new Set(await sent('GET /venues/VENUE/status'))).toEqual(new Set([null]));
    await venue.untilLater('the menu', async () => {
      const menu = await venue.call('menu.get', { venueId, language: 'en' });
      return menu.ok && menu.value.text !== null;
    });
  });

  test('an item is sold out for a time or until changed, and put back on sale', async () => {
    await ask('menu.soldOut', { venueId, what: [PIZZA], end: { until: 'minutes', minutes: 45 } });
    const [first] = (await sent('PATCH /venues/VENUE/items')) as { data: { disabled_until?: string }[] }[];
    if (isRestaurant) await inMinutes(first?.data[0]?.disabled_until, 45);
    expect(first).toEqual({
      data: [{ external_id: 'POS-1001', ...(isRestaurant ? { disabled_until: expect.stringMatching(MOMENT) } : { in_stock: false }) }],
    });
    await ask('menu.backOnSale', { venueId, what: [PIZZA] });
    const back = isRestaurant ? { enabled: true, disabled_until: null } : { in_stock: true };
    expect(await sent('PATCH /venues/VENUE/items')).toEqual(rows({ external_id: 'POS-1001', ...back }));
    await ask('menu.soldOut', { venueId, what: [PIZZA], end: { until: 'changed' } });
    const off = isRestaurant ? { enabled: false, disabled_until: null } : { in_stock: false };
    expect(await sent('PATCH /venues/VENUE/items')).toEqual(rows({ external_id: 'POS-1001', ...off }));
    await ask('menu.backOnSale', { venueId, what: [PIZZA] });
    expect(await sent('PATCH /venues/VENUE/items')).toEqual(rows({ external_id: 'POS-1001', ...back }));
  });

  test('an option value is sold out and put back on sale', async () => {
    await ask('menu.soldOut', { venueId, what: [SIZE], end: { until: 'changed' } });
    expect(await sent('PATCH /venues/VENUE/options/values')).toEqual(rows({ external_id: 'OV-SIZE-FAMILY', enabled: false }));
    await venue.later(MINUTE_MS);
    await ask('menu.backOnSale', { venueId, what: [SIZE] });
    expect(await sent('PATCH /venues/VENUE/options/values')).toEqual(rows({ external_id: 'OV-SIZE-FAMILY', enabled: true }));
  });

  test('a price and its discount are sent in minor units of the currency', async () => {
    await ask('menu.changePrices', { venueId, changes: [{ what: PIZZA, price: 1_500, discountedPrice: 1_250 }] });
    const rate = kind === 'full-assortment' ? {} : { vat_percentage: 14 };
    const price = { external_id: 'POS-1001', price: 1_500, discounted_price: 1_250, ...rate };
    // The latest availability is sent along until the service shows it.
    const sale = isRestaurant ? { enabled: true, disabled_until: null } : { in_stock: true };
    expect([rows(price), rows({ ...price, ...sale })]).toContainEqual(await sent('PATCH /venues/VENUE/items'));
  });

  test("an option value's price is sent with its current VAT rate", async () => {
    await venue.later(MINUTE_MS);
    await ask('menu.changePrices', { venueId, changes: [{ what: SIZE, price: 450 }] });
    const price = { external_id: 'OV-SIZE-FAMILY', price: 450, vat_percentage: 14 };
    expect([rows(price), rows({ ...price, enabled: true })]).toContainEqual(await sent('PATCH /venues/VENUE/options/values'));
  });

  test("an item's counted stock is sent", async () => {
    const what = { kind: 'item', by: 'external_id', id: 'POS-1002' } as const;
    await ask('menu.setStock', { venueId, stock: [{ what, count: 7 }] });
    expect(await sent('PATCH /venues/VENUE/items/inventory')).toEqual(rows({ external_id: 'POS-1002', inventory: 7 }));
  });

  test('a pause for a time, a pause until changed, and its end are sent', async () => {
    await ask('sale.pause', { venueId, end: { until: 'minutes', minutes: 25 }, reason: 'Rush' });
    const [timed] = (await sent('PATCH /venues/VENUE/online')) as { until?: string }[];
    await inMinutes(timed?.until, 25);
    expect(timed).toEqual({ status: 'OFFLINE', until: expect.stringMatching(MOMENT) });
    await ask('sale.pause', { venueId, end: { until: 'changed' }, reason: '' });
    expect(await sent('PATCH /venues/VENUE/online')).toEqual([{ status: 'OFFLINE' }]);
    await ask('sale.openAgain', { venueId });
    expect(await sent('PATCH /venues/VENUE/online')).toEqual([{ status: 'ONLINE' }]);
  });

  test("the week's opening hours, the special days and who delivers are sent", async () => {
    const week = [{ opening_day: 'MONDAY', opening_time: '11:15', closing_day: 'TUESDAY', closing_time: '01:45' }];
    await ask('sale.setWeek', { venueId, week });
    expect(await sent('PATCH /venues/VENUE/opening-times')).toEqual([{ availability: week }]);
    const special = {
      days_closed: [{ start_date: '2099-12-24', end_date: '2099-12-26', message: 'Holidays' }],
      days_open: [{ start_date: '2099-12-31', end_date: '2099-12-31', daily_availability: [{ open_time: '10:00', close_time: '15:30' }] }],
    };
    await ask('sale.setSpecialDays', { venueId, special });
    expect(await sent('PUT /venues/VENUE/special-opening-times')).toEqual([special]);
    await ask('sale.setDeliveryProvider', { venueId, provider: 'SELF_DELIVERY' });
    expect(await sent('PATCH /venues/VENUE/delivery-provider')).toEqual([{ delivery_provider: 'SELF_DELIVERY' }]);
    expect(new Set(await sent('GET /venues/VENUE/delivery-provider'))).toEqual(new Set([null]));
  });

  test('a whole menu is sent in major units of the currency', async () => {
    const name = venue.state().venues[venueId]?.name ?? '';
    const menu = menuIn(currency);
    await ask('menu.upload', { venueId, format: 'json', text: JSON.stringify(menu), name });
    expect(await sent('POST /v1/restaurants/VENUE/menu')).toEqual([menu]);
  });
});

/** A menu in the upload form, with one item of 1250 minor units. */
function menuIn(currency: string) {
  const price = { EUR: 12.5, JPY: 1_250, KWD: 1.25 }[currency];
  const text = (value: string) => [{ lang: 'en', value }];
  return {
    currency,
    primary_language: 'en',
    categories: [
      {
        id: 'drinks',
        name: text('Drinks'),
        items: [
          {
            name: text('Juice'),
            description: text('Of apples'),
            price,
            sales_tax_percentage: 14,
            enabled: true,
            external_data: 'POS-9',
            delivery_methods: ['homedelivery'],
          },
        ],
      },
    ],
  };
}
