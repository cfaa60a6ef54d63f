/** Staff's menu changes and what the screen shows of them, against the sandbox's menu. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { type CallInput, type CallOutput, type Language, menuIn } from '../../../contract/contract.ts';
import { english } from '../../../contract/english.ts';
import { message, type Text } from '../../../contract/message.ts';
import { createMenuCalls } from '../../../main/features/menu/calls.ts';
import { venueStatus } from '../../../main/menu/venue-status.ts';
import { createMenuBook } from '../../../main/outbox/menu/menu-book.ts';
import { confirmByStatus, wasWeekChangedElsewhere, wereHoursChangedHere } from '../../../main/outbox/menu/read-back.ts';
import { openSettings } from '../../../main/settings/settings.ts';
import type { Store } from '../../../main/store/store.ts';
import { saleView } from '../../../main/view/menu/sale-view.ts';
import { createVenueAlerts } from '../../../main/view/menu/venue-alerts.ts';
import { keepMenu, workHere } from '../../setup/kept-menu.ts';
import { testFolder, testStore } from '../../setup/parts.ts';
import { type TestTime, testTime } from '../../setup/test-time.ts';

const example = (name: string) => JSON.parse(readFileSync(new URL(`../../fixtures/menu/${name}.json`, import.meta.url), 'utf8'));
const VENUE = '6b1f0c2d9e4a57318c2ad011';
const ZONE = 'Europe/Helsinki';
/** A Wednesday, 13:00 in Helsinki. */
const NOW = Date.UTC(2026, 10, 25, 11);
let dir: string;
let store: Store;
let time: TestTime;
let calls: ReturnType<typeof createMenuCalls>;

beforeEach(() => {
  dir = testFolder();
  time = testTime(NOW);
  store = testStore(dir, { time });
  const settings = openSettings(dir);
  store.write(() => {
    store.venues.connected(VENUE, NOW);
    store.menu.keepStatus(VENUE, NOW, JSON.stringify(example('venue-status')));
  });
  keepMenu(store, VENUE, NOW - 3_600_000, example('menu-ready').menu);
  calls = createMenuCalls({ store, time, settings, menuBook: createMenuBook(store, time), menuWork: workHere, zoneOf: () => ZONE });
});

type MenuCall = keyof ReturnType<typeof createMenuCalls>;
async function ask<N extends MenuCall>(name: N, input: Omit<CallInput<N>, 'venueId'>): Promise<CallOutput<N>> {
  const answer = await (calls[name] as (input: unknown, by?: unknown) => unknown)({ venueId: VENUE, ...input }, { name: 'Alex' });
  const { ok, value, problem } = answer as { ok: boolean; value: CallOutput<N>; problem: { code: string; text: string } };
  if (!ok) throw new Error(`${problem.code}: ${english(problem.text)}`);
  return value;
}
const restaurant = () => ask('menu.setKind', { sells: 'restaurant' });
const menuSeen = async (language: Language = 'en') => await menuIn(await ask('menu.get', { language }));
const item = async (name: string) => (await menuSeen()).items.find((one) => one.name === name);
const pizza = { kind: 'item', by: 'external_id', id: 'POS-1001' } as const;
const water = { kind: 'item', by: 'sku', id: 'DR-310' } as const;
const topping = { kind: 'value', by: 'external_id', id: 'OV-MOZ' } as const;
const wants = (endpoint: 'items' | 'option-values' | 'inventory' | 'online', subject: string) => store.menu.get(VENUE, endpoint, subject);

test('the menu shows its age, sold-out items, and the requested language', async () => {
  const menu = await menuSeen('fi');
  expect(menu).toMatchObject({ readAt: new Date(NOW - 3_600_000).toISOString(), currency: 'EUR', minorDigits: 2, sells: null });
  expect(menu.categories.map(({ name }) => name)).toEqual(['Pizza', 'Burgerit', 'Lisukkeet ja juomat']);
  expect(menu.items.filter(({ state }) => state === 'sold-out').map(({ what }) => what?.id)).toEqual(['POS-1006', 'POS-1012']);
  expect(menu.ends).toEqual({
    isOpen: true,
    closing: '2026-11-25T20:00:00.000Z',
    tomorrow: '2026-11-26T09:00:00.000Z',
    opening: '2026-11-26T09:00:00.000Z',
  });
});

test("a screen that already has the menu gets only the items that aren't simply on sale", async () => {
  await restaurant();
  const first = await ask('menu.get', { language: 'en' });
  expect(first.text).not.toBeNull();
  const has = first.edition ?? '';
  await ask('menu.soldOut', { what: [pizza], end: { until: 'changed' } });
  const again = await ask('menu.get', { language: 'en', has });
  expect(again).toMatchObject({ edition: has, text: null });
  expect(again.sale.find(({ what }) => what?.id === 'POS-1001')).toMatchObject({ pending: { onSale: false } });
  keepMenu(store, VENUE, NOW, example('menu-ready').menu);
  expect(await ask('menu.get', { language: 'en', has })).toMatchObject({ text: null, readAt: new Date(NOW).toISOString() });
  const other = JSON.parse(JSON.stringify(example('menu-ready').menu).replace('"price":1190', '"price":1250'));
  keepMenu(store, VENUE, NOW + 1, other);
  expect((await ask('menu.get', { language: 'en', has })).text).not.toBeNull();
});

test("a damaged menu copy can't be changed, but screens keep the menu they have", async () => {
  await ask('menu.get', { language: 'en' });
  await restaurant();
  const { copies } = store.menu;
  const damaged = copies
    .parts(VENUE, '')
    .flatMap(({ name }) => (/^(whole|item)/.test(name) ? [{ name, body: Buffer.from('nothing') }] : []));
  store.write(() => copies.keep(VENUE, copies.get(VENUE)?.id ?? '', damaged));
  expect((await menuSeen()).items.length).toBeGreaterThan(5);
  await expect(ask('menu.soldOut', { what: [pizza], end: { until: 'changed' } })).rejects.toThrow('not-in-menu');
  await expect(ask('menu.export', { format: 'csv' })).rejects.toThrow('no-menu');
  expect((await ask('menu.get', { language: 'fi' })).edition).toBeNull();
});

test('screens that ask for the menu during its first reading share that reading', async () => {
  const other = '6b1f0c2d9e4a57318c2ad012';
  store.write(() => store.venues.connected(other, NOW));
  const open = () => calls['menu.get']({ venueId: other, language: 'en' });
  await open();
  const job = store.queue.claim({ 'menu-read': 60_000 });
  expect(job).toMatchObject({ kind: 'menu-read', key: other });
  await open();
  if (job) store.queue.complete(job);
  expect(store.queue.claim({ 'menu-read': 60_000 })).toBeNull();
});

test('no item can be marked sold out before staff have chosen restaurant or shop', async () => {
  await expect(ask('menu.soldOut', { what: [pizza], end: { until: 'changed' } })).rejects.toThrow('kind-needed');
});

test('items sold out until closing or tomorrow are restored by the service, option values by Tillbridge', async () => {
  await restaurant();
  await ask('menu.soldOut', { what: [pizza, topping], end: { until: 'closing' } });
  const until = '2026-11-25T20:00:00.000Z';
  expect(wants('items', 'external_id:POS-1001')).toMatchObject({ wants: { disabled_until: until }, endsAt: null, by: 'Alex' });
  expect(wants('option-values', 'external_id:OV-MOZ')).toMatchObject({
    wants: { enabled: false },
    endsAt: Date.parse('2026-11-25T20:00:00Z'),
    endsWith: { enabled: true },
  });
  expect(await item('Pizza margherita')).toMatchObject({
    state: 'on-sale',
    until,
    pending: { state: 'waiting', onSale: false, until, by: 'Alex' },
  });
  await ask('menu.soldOut', { what: [pizza], end: { until: 'tomorrow' } });
  expect(wants('items', 'external_id:POS-1001')?.wants).toEqual({ disabled_until: '2026-11-26T09:00:00.000Z' });
  await ask('menu.backOnSale', { what: [pizza, topping] });
  expect(wants('items', 'external_id:POS-1001')?.wants).toEqual({ enabled: true, disabled_until: null });
  expect(wants('option-values', 'external_id:OV-MOZ')).toMatchObject({ wants: { enabled: true }, endsAt: null });
  expect((await ask('menu.history', {})).notes.map(({ text, by }) => [english(text), by])).toEqual([
    ['Back on sale: Pizza margherita, Mozzarella', 'Alex'],
    ['Sold out until 2026-11-26T09:00:00.000Z: Pizza margherita', 'Alex'],
    ['Sold out until 2026-11-25T20:00:00.000Z: Pizza margherita, Mozzarella', 'Alex'],
  ]);
});

test('a sold-out mark that the service refused is sent again with the same end', async () => {
  await restaurant();
  await ask('menu.soldOut', { what: [topping], end: { until: 'closing' } });
  const [refused] = store.menu.of(VENUE);
  store.write(() => store.menu.refused(refused ? [refused] : [], 'no'));
  await ask('menu.again', { intent: refused?.id ?? 0 });
  const { state, endsAt, endsWith } = refused ?? {};
  expect(store.menu.of(VENUE)).toMatchObject([{ state, endsAt, endsWith }]);
  expect([endsAt, endsWith]).toEqual([Date.parse('2026-11-25T20:00:00Z'), { enabled: true }]);
});

test('an item has only its latest change waiting, whichever of its IDs names it', async () => {
  await restaurant();
  await ask('menu.soldOut', { what: [water], end: { until: 'changed' } });
  await ask('menu.soldOut', { what: [{ kind: 'item', by: 'gtin', id: '2000000010106' }], end: { until: 'minutes', minutes: 60 } });
  expect(store.menu.of(VENUE).map(({ subject }) => subject)).toEqual(['external_id:POS-1010']);
  await expect(ask('menu.soldOut', { what: [{ ...water, id: 'nothing' }], end: { until: 'changed' } })).rejects.toThrow('not-in-menu');
});

test("a shop's item with counted stock can't be marked sold out, nor a marked one be counted", async () => {
  await ask('menu.setKind', { sells: 'retail' });
  await ask('menu.setStock', { stock: [{ what: water, count: 12 }] });
  expect((await item('Sparkling water 0.33 l can'))?.stock).toMatchObject({ state: 'waiting', count: 12 });
  const counted = 'counted: Sparkling water 0.33 l can has counted stock';
  await expect(ask('menu.soldOut', { what: [water], end: { until: 'changed' } })).rejects.toThrow(counted);
  await ask('menu.soldOut', { what: [pizza], end: { until: 'minutes', minutes: 60 } });
  expect(wants('items', 'external_id:POS-1001')).toMatchObject({
    wants: { in_stock: false },
    endsAt: NOW + 3_600_000,
    endsWith: { in_stock: true },
  });
  await expect(ask('menu.setStock', { stock: [{ what: pizza, count: 1 }] })).rejects.toThrow('marked');
  const sauce = { ...pizza, id: 'POS-1012' };
  await expect(ask('menu.setStock', { stock: [{ what: sauce, count: 1 }] })).rejects.toThrow('marked');
});

test('a recount with the same number is sent again, as the service may have sold some meanwhile', async () => {
  await restaurant();
  await ask('menu.setStock', { stock: [{ what: water, count: 12 }] });
  const [first] = store.menu.of(VENUE);
  store.write(() => store.menu.sent(first ? [first] : [], time.service.now()));
  await time.advance(60_000);
  await ask('menu.setStock', { stock: [{ what: water, count: 12 }] });
  expect(store.menu.of(VENUE)).toMatchObject([{ wants: { inventory: 12 }, state: 'waiting', version: 2 }]);
});

test('new prices are checked while staff type; all or none are changed, and tax rates stay', async () => {
  await restaurant();
  const { lines } = await ask('menu.reviewPrices', {
    changes: [
      { what: pizza, price: 1250, discountedPrice: 1300 },
      { what: pizza, price: 119_000 },
      { what: topping, price: 170 },
    ],
  });
  expect(lines.map(({ name, from, to, isHundredfold, problem }) => [name, from, to, isHundredfold, problem && english(problem)])).toEqual([
    ['Pizza margherita', 1190, 1250, false, 'The discounted price must be below the price.'],
    ['Pizza margherita', 1190, 119_000, true, null],
    ['Mozzarella', 150, 170, false, null],
  ]);
  await expect(
    ask('menu.changePrices', {
      changes: [
        { what: topping, price: 170 },
        { what: pizza, price: 1250, discountedPrice: 1300 },
      ],
    }),
  ).rejects.toThrow('wrong-price');
  expect(store.menu.of(VENUE)).toEqual([]);
  await ask('menu.changePrices', {
    changes: [
      { what: pizza, price: 1250, discountedPrice: 1100, discountUntil: '2026-11-25T20:00:00Z' },
      { what: topping, price: 170 },
    ],
  });
  expect(wants('items', 'external_id:POS-1001')?.wants).toEqual({
    price: 1250,
    discounted_price: 1100,
    scheduled_discount: { ends_at: '2026-11-25T20:00:00.000Z' },
    vat_percentage: 14,
  });
});

test("a menu file is compared with the saved menu, even if that menu's index is missing or damaged", async () => {
  const text = (await ask('menu.export', { format: 'json' })).text.replaceAll('"price": 11.9,', '"price": 12.9,');
  const { difference } = await ask('menu.checkFile', { format: 'json', text });
  const changed = { from: 1190, to: 1290, isHundredfold: false };
  expect(difference?.repriced).toEqual(['Pizza margherita', 'Garden burger'].map((name) => ({ name, ...changed })));
  const ofBefore = store.menu.copies.parts(VENUE, '').filter(({ name }) => !name.startsWith('compared/'));
  const damaged = [{ name: 'compared/0000', body: Buffer.from('damaged') }];
  for (const [id, parts] of Object.entries({ 'of an earlier version': ofBefore, damaged: [...ofBefore, ...damaged] })) {
    store.write(() => {
      store.menu.copies.keep(VENUE, id, parts);
      store.menu.copies.switchTo(VENUE, id, NOW);
    });
    expect((await ask('menu.checkFile', { format: 'json', text })).difference).toEqual(difference);
  }
});

test("a whole menu is sent only without mistakes and hundredfold prices, after staff type the venue's name", async () => {
  const text = (await ask('menu.export', { format: 'json' })).text;
  const dear = text.replaceAll('"price": 11.9,', '"price": 1190,');
  expect(await ask('menu.checkFile', { format: 'json', text })).toMatchObject({
    isGood: true,
    items: 12,
    isHundredfold: false,
    venueName: VENUE,
    difference: { added: [], gone: [], repriced: [] },
  });
  expect(await ask('menu.checkFile', { format: 'json', text: dear })).toMatchObject({ isHundredfold: true });
  await expect(ask('menu.upload', { format: 'json', text, name: 'Harbour' })).rejects.toThrow('name: To replace the whole menu');
  await expect(ask('menu.upload', { format: 'json', text: '{}', name: VENUE })).rejects.toThrow('mistakes');
  await expect(ask('menu.upload', { format: 'json', text: dear, name: VENUE })).rejects.toThrow('hundredfold');
  expect(store.menu.of(VENUE)).toEqual([]);
  await ask('menu.upload', { format: 'csv', text: (await ask('menu.export', { format: 'csv' })).text, name: VENUE });
  expect(store.menu.get(VENUE, 'upload', '')).toMatchObject({ state: 'waiting' });
  expect(gunzipSync(store.menu.upload(VENUE) ?? '').toString()).toContain('"external_data":"POS-1001"');
});

const sale = () => saleView(store, VENUE, 0, time.service.now(), ZONE, null);
function keepOnline(isOnline: boolean) {
  const body = { status: { is_online: isOnline, is_open: true } };
  store.write(() => store.menu.keepStatus(VENUE, time.service.now(), JSON.stringify(body)));
  return body;
}

test("a pause has an end, a reason and an author, and the venue's strip shows whether it applies at the service", async () => {
  await ask('sale.pause', { end: { until: 'minutes', minutes: 30 }, reason: 'Oven' });
  expect(sale()).toMatchObject({
    isOnline: true,
    pause: {
      isPaused: true,
      until: '2026-11-25T11:30:00.000Z',
      reason: 'Oven',
      isOverdue: false,
      pending: { state: 'waiting', by: 'Alex' },
    },
    today: [{ from: '2026-11-25T09:00:00.000Z', until: '2026-11-25T20:00:00.000Z' }],
  });
  await time.advance(31 * 60_000);
  expect(sale().pause).toBeNull();
  keepOnline(false);
  await time.advance(3 * 60_000);
  expect(sale().pause).toMatchObject({ isOverdue: true });
  await ask('sale.openAgain', {});
  expect(wants('online', '')?.wants).toEqual({ status: 'ONLINE' });
  expect(sale().pause).toMatchObject({ asked: 'open', pending: { state: 'waiting' } });
  // The pause ends at the service before the reopening arrives.
  await time.advance(60_000);
  keepOnline(true);
  expect(sale().pause).toBeNull();
});

const pauseAfter = (isOnline: boolean) => {
  const body = keepOnline(isOnline);
  store.write(() => confirmByStatus(store, VENUE, venueStatus(body), time.service.now()));
  return sale().pause;
};

test('a pause without an end is shown while it lasts; a venue that is online at the service makes it unconfirmed', async () => {
  await ask('sale.pause', { end: { until: 'changed' }, reason: 'Oven' });
  const sent = store.menu.waiting(VENUE, 'online');
  store.write(() => store.menu.sent(sent, time.service.now()));
  await time.advance(5_000);
  expect(pauseAfter(false)).toMatchObject({ isPaused: true, pending: { state: 'seen' } });
  await time.advance(2 * 3_600_000);
  expect(pauseAfter(false)).toMatchObject({ isPaused: true, until: null, reason: 'Oven', pending: { state: 'seen' } });
  expect(pauseAfter(true)).toMatchObject({ isPaused: true, pending: { state: 'unseen' } });
});

test("a reopening that isn't sent yet is dropped once the service has the venue online again", async () => {
  store.menu.offSale.begin({ venueId: VENUE, kind: 'paused', subject: '', name: '', from: NOW, until: null });
  await ask('sale.openAgain', {});
  expect(pauseAfter(false)).toMatchObject({ asked: 'open' });
  await time.advance(60_000);
  pauseAfter(true);
  // So soon, an earlier pause may take effect after this status.
  expect(wants('online', '')).not.toBeNull();
  await time.advance(2 * 60_000);
  pauseAfter(true);
  expect(wants('online', '')).toBeNull();
  expect(store.menu.offSale.during(NOW, time.service.now())).toMatchObject([{ until: time.service.now() }]);
});

test("a pause that has ended doesn't explain an offline venue a day later", async () => {
  await ask('sale.pause', { end: { until: 'minutes', minutes: 30 }, reason: '' });
  store.write(() => store.menu.sent(store.menu.waiting(VENUE, 'online'), time.service.now()));
  await time.advance(31 * 60_000);
  expect(pauseAfter(true)).toBeNull();
  await time.advance(24 * 3_600_000);
  expect(pauseAfter(false)).toBeNull();
});

test("the service's alerts about a venue are shown with advice until they end", () => {
  const raised: string[] = [];
  const notices = {
    raise: (_id: string, _level: string, text: Text, hint: Text | null) => void raised.push(`${english(text)} ${english(hint ?? '')}`),
    clear: () => undefined,
    dismiss: () => undefined,
  };
  const never = { isPaused: () => false, wereHoursChangedHere: () => false };
  const alerts = createVenueAlerts({ store, notices, ...never, now: time.service.now, ofVenue: (_, text) => text });
  alerts.happened({ type: 'VENUE_OFFLINE_ALERT_TRIGGERED', venueId: VENUE, at: '2026-11-25T10:59:00Z' });
  alerts.happened({ type: 'OPENING_HOURS_UPDATED', venueId: VENUE, at: '2026-11-25T10:59:30Z' });
  alerts.happened({ type: 'SOMETHING_NEW', venueId: VENUE, at: null });
  expect(alerts.of(VENUE)).toMatchObject({ text: { code: 'sale.offlineInHours' }, at: '2026-11-25T10:59:00.000Z' });
  expect(raised).toEqual([
    'The service shows the venue offline during its opening hours. Open again, or change the opening times.',
    "The opening times were changed at the service. Check whether they're right.",
  ]);
  alerts.happened({ type: 'VENUE_OFFLINE_ALERT_RECOVERED', venueId: VENUE, at: null });
  expect(alerts.of(VENUE)).toBeNull();
});

test("a week of opening hours that staff set here isn't reported as changed elsewhere; another week is", async () => {
  const status = venueStatus(example('venue-status'));
  const now = () => time.service.now();
  const [first, ...others] = status.week;
  if (!first || others.length === 0) throw new Error('no week');
  const isElsewhere = (week: typeof status.week) => wasWeekChangedElsewhere(store, VENUE, { ...status, week });
  expect([isElsewhere(status.week), isElsewhere(others), isElsewhere([])]).toEqual([false, true, false]);
  expect(wereHoursChangedHere(store, VENUE, now())).toBe(false);
  await ask('sale.setWeek', { week: others });
  expect([isElsewhere(others), isElsewhere([first])]).toEqual([false, true]);
  const sent = store.menu.get(VENUE, 'opening-times', '') ?? expect.unreachable('nothing is wanted');
  store.write(() => store.menu.sent([sent], now()));
  await time.advance(5_000);
  store.write(() => confirmByStatus(store, VENUE, { ...status, week: others }, now()));
  expect([isElsewhere(others), isElsewhere([first])]).toEqual([false, true]);
  // An event about opening hours in these minutes may come from this change.
  expect(wereHoursChangedHere(store, VENUE, now())).toBe(true);
  await time.advance(11 * 60_000);
  expect(wereHoursChangedHere(store, VENUE, now())).toBe(false);
  // The service may still show the week sent earlier.
  await ask('sale.setWeek', { week: status.week });
  expect(isElsewhere([first])).toBe(false);
  store.write(() => {
    store.menu.setWanted({ ...sent, wants: {}, ends: null });
    store.menu.refused(store.menu.waiting(VENUE, 'opening-times'), message('menu.waitingForService'));
  });
  expect(isElsewhere([first])).toBe(true);
});

test('the week and special days are checked before sending, and shown as staff set them', async () => {
  const [monday, ...others] = (await ask('sale.hours', {})).week;
  if (!monday) throw new Error('no week');
  await expect(ask('sale.setWeek', { week: [monday, monday] })).rejects.toThrow('It overlaps with another entry.');
  expect((await ask('sale.checkHours', { week: [monday, monday] })).mistakes.map(({ path }) => path)).toEqual(['week[1]']);
  await ask('sale.setWeek', { week: others });
  expect(await ask('sale.hours', {})).toMatchObject({ week: others, weekPending: { state: 'waiting' }, special: null, zone: ZONE });
  await ask('sale.setSpecialDays', { special: { days_closed: [{ start_date: '2026-11-26', end_date: '2026-11-26' }], days_open: [] } });
  expect((await ask('sale.hours', {})).ends.tomorrow).toBe('2026-11-27T09:00:00.000Z');
});
