/** Menu changes as sent to the sandbox, within its rate limits. */
import { beforeEach, expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { venueStatus } from '../../../main/menu/venue-status.ts';
import { scheduleSaleEnds } from '../../../main/outbox/menu/ends.ts';
import { createMenuBook, type MenuBook } from '../../../main/outbox/menu/menu-book.ts';
import {
  freeAt,
  lastVenueStatus,
  queueChange,
  queueReading,
  saveVenueStatus,
  waitsUntil,
} from '../../../main/outbox/menu/queue-changes.ts';
import { confirmByStatus, createMenuReadKind } from '../../../main/outbox/menu/read-back.ts';
import { createMenuChangeKinds } from '../../../main/outbox/menu/send-changes.ts';
import type { IntentEndpoint } from '../../../main/store/rows/menu/menu-rows.ts';
import type { Kind, Outcome } from '../../../main/store/worker.ts';
import { workHere } from '../../setup/kept-menu.ts';
import { openRooms, type Rooms } from '../service/rooms.ts';

const MINUTE = 60_000;
const PIZZA = 'external_id:POS-1001';
let rooms: Rooms;
let online: Kind;
let changes: Kind;
let reading: Kind;
let book: MenuBook;
let asked: string[];

beforeEach(async () => {
  rooms = await openRooms();
  asked = [];
  await rooms.control('PATCH', `/venues/${rooms.venueId}`, { processing_ms: { reading: 0 } });
  const { store, time, menuApi, venueApi } = rooms;
  store.write(() => store.venues.connected(rooms.venueId, rooms.now()));
  const names = { nameOf: (_: string, subject: string) => subject, onVenueChanged: (id: string) => asked.push(id) };
  [online, changes] = createMenuChangeKinds({ store, time, menuApi, venueApi, ...names }) as [Kind, Kind];
  book = createMenuBook(store, time);
  reading = createMenuReadKind({ store, time, menuApi, book, takeApart: workHere.read, languages: () => ['en'] });
});

function say(subject: string, wants: object, endpoint: IntentEndpoint = 'items', ends: { at: number; with: object } | null = null) {
  const change = { venueId: rooms.venueId, endpoint, subject, wants: { ...wants }, by: 'Alex' };
  queueChange(rooms.store, rooms.time, { ...change, ends: ends && { at: ends.at, with: { ...ends.with } } });
}
const now = () => rooms.time.service.now();
const freeIn = () => freeAt(rooms.store, rooms.venueId, 'items', now()) - now();
const intent = (subject: string, endpoint: IntentEndpoint = 'items') => rooms.store.menu.get(rooms.venueId, endpoint, subject);
async function pass(ms: number): Promise<void> {
  rooms.pass(ms);
  await rooms.control('POST', '/clock', { advance_seconds: ms / 1_000 });
}
const itemNow = async (id: string): Promise<Record<string, unknown>> => {
  const { items } = (await rooms.control('GET', `/venues/${rooms.venueId}/menu`)) as { items: Record<string, unknown>[] };
  return items.find((item) => item.external_id === id) ?? {};
};
const calls = async (operation: string): Promise<number> => {
  const { entries } = (await rooms.control('GET', '/log')) as { entries: Record<string, unknown>[] };
  return entries.filter((entry) => JSON.stringify(entry).includes(operation)).length;
};
const end = async (kind: Kind) => (await rooms.attempt(kind)).end;
async function goOut(): Promise<void> {
  await pass(5_000);
  await rooms.attempt(changes);
}
async function isSentAndShown(price: number): Promise<void> {
  expect(await end(changes)).toBe('done');
  await pass(5_000);
  expect(await itemNow('POS-1001')).toMatchObject({ price });
}
function readBack(): Promise<Outcome> {
  return rooms.time.advanceWhile(rooms.attempt(reading), 5 * MINUTE, 1_000);
}

test('menu changes within seconds are sent in one call, with the latest change of each item', async () => {
  say(PIZZA, { price: 1290 });
  say(PIZZA, { price: 1240 });
  say('external_id:POS-1006', { enabled: false, disabled_until: null });
  expect(intent(PIZZA)).toMatchObject({ state: 'waiting', wants: { price: 1240 }, by: 'Alex' });
  await goOut();
  await pass(10_000);
  expect(await itemNow('POS-1001')).toMatchObject({ price: 1240 });
  expect(await itemNow('POS-1006')).toMatchObject({ enabled: false });
  expect(intent(PIZZA)).toMatchObject({ state: 'sent' });
});

test('the next menu call waits until the rate limit allows it, even after a restart, and shows until when', async () => {
  say(PIZZA, { price: 1240 });
  await goOut();
  say(PIZZA, { price: 1250 });
  const after = freeIn();
  expect(after).toBeGreaterThan(14 * MINUTE);
  const waiting = intent(PIZZA);
  expect(waiting && (waitsUntil(rooms.store, waiting, now()) ?? 0) - now()).toBe(after);
  rooms.store.write(() => rooms.store.queue.recoverLeases());
  await pass(10 * MINUTE);
  expect(await end(changes)).toBe('retry');
  await pass(6 * MINUTE);
  await isSentAndShown(1250);
});

test('a new end of a hidden item that passes before it is sent shows the item again', async () => {
  say(PIZZA, { enabled: false, disabled_until: null });
  await goOut();
  say(PIZZA, { disabled_until: new Date(now() + 10 * MINUTE).toISOString() });
  await pass(16 * MINUTE);
  expect(await end(changes)).toBe('done');
  await pass(5_000);
  expect(await itemNow('POS-1001')).toMatchObject({ enabled: true });
});

const limits = (rate_limit_settings: object) => ({
  status: { is_online: true },
  venue_config: { menu_api_enabled: true, rate_limit_settings },
});
const status = (body: object) => saveVenueStatus(rooms.store, rooms.time, rooms.venueId, rooms.now(), { ...body });

test("a change that waits because of an assumed rate limit is sent at once when the venue's limit is looser", async () => {
  say(PIZZA, { price: 1240 });
  await goOut();
  say(PIZZA, { price: 1250 });
  const until = () => {
    const waiting = intent(PIZZA);
    return waiting && waitsUntil(rooms.store, waiting, now());
  };
  await pass(30_000);
  expect(until()).toBeGreaterThan(now() + 14 * MINUTE);
  await rooms.control('PATCH', `/venues/${rooms.venueId}`, { limits: { itemsUpdate: { limit: 3, refresh_rate_in_minutes: 1 } } });
  status(limits({ itemsUpdate: { limit: 3, refresh_rate_in_minutes: 1 } }));
  expect(until()).toBeNull();
  expect(rooms.store.queue.nextDueAfter(0)).toBeLessThanOrEqual(rooms.time.monotonic());
  await isSentAndShown(1250);
});

test('a venue status without limits or week leaves the known ones; new ones replace them', () => {
  const { store, venueId } = rooms;
  const week = [{ opening_day: 'MONDAY', opening_time: '09:00', closing_day: 'MONDAY', closing_time: '22:00' }];
  const known = { itemsUpdate: { limit: 3, refresh_rate_in_minutes: 1 }, getMenu: { limit: 1, refresh_rate_in_minutes: 5 } };
  status({ ...limits(known), opening_times: week });
  const kept = () => lastVenueStatus(store, venueId);
  const items = { calls: 3, everyMs: MINUTE };
  for (const body of [{ status: { is_online: false } }, { status: {}, venue_config: null }, { venue_config: { menu_api_enabled: true } }]) {
    status(body);
    expect(kept()).toMatchObject({ limits: { items, menu: { calls: 1, everyMs: 5 * MINUTE } }, week, isMenuEnabled: true });
  }
  expect(kept()?.isOnline).toBeNull();
  status({ ...limits({ itemsUpdate: { limit: 1, refresh_rate_in_minutes: 2 } }), opening_times: [] });
  expect(kept()).toMatchObject({ limits: { items: { calls: 1, everyMs: 2 * MINUTE }, menu: { everyMs: 5 * MINUTE } }, week: [] });
});

test('after a lost answer or a power cut the latest change is sent again, within the rate limit', async () => {
  say(PIZZA, { price: 1240 });
  await pass(5_000);
  await rooms.control('POST', '/faults', { match: 'PATCH *items', drop: 'after' });
  const drawnAgain: string[] = [];
  const stopLooking = rooms.store.onCommit(({ menus }) => drawnAgain.push(...menus));
  expect(await end(changes)).toBe('retry');
  expect(drawnAgain).toEqual([rooms.venueId]);
  stopLooking();
  say(PIZZA, { price: 1260 });
  expect(freeIn()).toBeGreaterThan(14 * MINUTE);
  await pass(16 * MINUTE);
  rooms.cutPowerIn(changes);
  expect(intent(PIZZA)?.state).toBe('waiting');
  await isSentAndShown(1260);
});

test("a change made while an earlier one is in flight waits, and isn't shown as sent", async () => {
  say(PIZZA, { price: 1240 });
  await pass(5_000);
  const sending = rooms.attempt(changes);
  say(PIZZA, { price: 1280 });
  await sending;
  expect(intent(PIZZA)).toMatchObject({ state: 'waiting', wants: { price: 1280 } });
  await pass(16 * MINUTE);
  await rooms.attempt(changes);
  expect(intent(PIZZA)).toMatchObject({ state: 'sent', wants: { price: 1280 } });
});

test('a change is confirmed once the menu shows it, and reported as not shown otherwise', async () => {
  say(PIZZA, { price: 1240 });
  say('external_id:GONE', { price: 1240 });
  await goOut();
  await pass(30_000);
  await readBack();
  expect([intent(PIZZA)?.state, intent('external_id:GONE')?.state]).toEqual(['seen', 'sent']);
  expect(rooms.store.menu.copies.get(rooms.venueId)?.readAt).toBeGreaterThan(0);
  await pass(4 * MINUTE);
  await readBack();
  expect(intent('external_id:GONE')).toMatchObject({ state: 'unseen' });
});

test("one refused change in a call doesn't keep the others from being sent", async () => {
  for (const id of ['POS-1001', 'POS-1002', 'POS-1003']) say(`external_id:${id}`, { price: 1111 });
  say('external_id:POS-1004', { price: -5 });
  for (let attempt = 0; attempt < 8 && rooms.store.menu.isWaiting(rooms.venueId, 'items'); attempt += 1) {
    await pass(16 * MINUTE);
    await rooms.attempt(changes);
  }
  expect(intent('external_id:POS-1004')).toMatchObject({ state: 'refused' });
  expect(english(intent('external_id:POS-1004')?.error ?? '')).toBe('The service refused the change as invalid (400).');
  await pass(5_000);
  expect(await Promise.all(['POS-1001', 'POS-1002', 'POS-1003'].map(async (id) => (await itemNow(id)).price))).toEqual([1111, 1111, 1111]);
});

test('a change is given up after five failed calls in a row, until staff repeat it', async () => {
  say(PIZZA, { price: 1240 });
  await rooms.control('POST', '/faults', { match: 'PATCH *items', status: 500, times: 5 });
  const ends: string[] = [];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await pass(17 * MINUTE);
    ends.push((await rooms.attempt(changes)).end);
  }
  expect(ends).toEqual(['retry', 'retry', 'retry', 'retry', 'done']);
  expect(intent(PIZZA)).toMatchObject({ state: 'refused' });
  say(PIZZA, { price: 1250 });
  await pass(17 * MINUTE);
  await rooms.attempt(changes);
  expect(intent(PIZZA)).toMatchObject({ state: 'sent', wants: { price: 1250 } });
});

test('a pause that the service answers with 503 is retried until it arrives', async () => {
  await rooms.control('POST', '/faults', { match: 'PATCH *online', status: 503, times: 7 });
  say('', { status: 'OFFLINE', until: null }, 'online');
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 7; attempt += 1) {
    await pass(5 * MINUTE);
    const outcome = await rooms.attempt(online);
    pauses.push(outcome.end === 'retry' ? outcome.afterMs : -1);
  }
  expect(pauses.map((ms) => ms >= 30_000)).toEqual([false, false, false, false, true, true, true]);
  await pass(5 * MINUTE);
  expect(await end(online)).toBe('done');
  expect(intent('', 'online')).toMatchObject({ state: 'sent', wants: { status: 'OFFLINE' } });
});

test('after an unexpected 429 menu calls wait as requested, and orders continue', async () => {
  say(PIZZA, { price: 1240 });
  await pass(5_000);
  await rooms.control('POST', '/faults', { match: 'PATCH *items', status: 429, retry_after_seconds: 300 });
  expect(await rooms.attempt(changes)).toMatchObject({ end: 'retry' });
  expect(freeIn()).toBeGreaterThan(4 * MINUTE);
  say(PIZZA, { price: 1260 });
  expect(freeIn()).toBeGreaterThan(4 * MINUTE);
  // A refused call doesn't count against the limit: five minutes were requested, not fifteen.
  await pass(5 * MINUTE + 1_000);
  await isSentAndShown(1260);
});

test("a pause is sent at once whatever other changes wait, and is confirmed by the venue's status", async () => {
  say(PIZZA, { price: 1240 });
  await goOut();
  say('external_id:POS-1002', { price: 1240 });
  const until = new Date(now() + 30 * MINUTE).toISOString();
  say('', { status: 'OFFLINE', until }, 'online');
  expect(await end(online)).toBe('done');
  expect(asked).toEqual([rooms.venueId]);
  const status = await rooms.venueApi.status(rooms.venueId);
  if (!status.ok) throw new Error('no status');
  rooms.store.write(() => confirmByStatus(rooms.store, rooms.venueId, venueStatus(status.value), now() + 1));
  expect(intent('', 'online')?.state).toBe('seen');
  expect(rooms.store.menu.offSale.during(0, Number.MAX_SAFE_INTEGER)).toMatchObject([{ kind: 'paused', until: Date.parse(until) }]);
});

const isOnline = async () => {
  const status = await rooms.venueApi.status(rooms.venueId);
  return status.ok && venueStatus(status.value).isOnline;
};

test("a pause that ends before it was sent doesn't reopen a venue that was paused elsewhere", async () => {
  say('', { status: 'OFFLINE', until: new Date(now() + MINUTE).toISOString() }, 'online');
  await rooms.venueApi.setOnline(rooms.venueId, { status: 'OFFLINE', until: null });
  await pass(2 * MINUTE);
  await rooms.attempt(online);
  expect(intent('', 'online')).toBeNull();
  expect(await isOnline()).toBe(false);
});

test("if a pause's changed end never arrived, the venue is reopened when that end passes", async () => {
  say('', { status: 'OFFLINE', until: null }, 'online');
  await rooms.attempt(online);
  await pass(5_000);
  expect(await isOnline()).toBe(false);
  await rooms.control('POST', '/faults', { match: 'PATCH *online', status: 503, times: 1 });
  say('', { status: 'OFFLINE', until: new Date(now() + MINUTE).toISOString() }, 'online');
  expect(await end(online)).toBe('retry');
  await pass(2 * MINUTE);
  expect(await end(online)).toBe('done');
  await pass(5_000);
  expect(await isOnline()).toBe(true);
});

test('an option value sold out for an hour is restored by Tillbridge, even if this computer slept then', async () => {
  const end = now() + 60 * MINUTE;
  say('external_id:OV-MOZ', { enabled: false }, 'option-values', { at: end, with: { enabled: true } });
  await goOut();
  expect(intent('external_id:OV-MOZ', 'option-values')).toMatchObject({ state: 'sent', wants: { enabled: false }, endsAt: end });
  await pass(90 * MINUTE);
  const stop = scheduleSaleEnds({ store: rooms.store, time: rooms.time, onDefect: (error) => expect.unreachable(String(error)) });
  await rooms.time.advance(1_000);
  expect(intent('external_id:OV-MOZ', 'option-values')).toMatchObject({ state: 'waiting', wants: { enabled: true }, endsAt: null });
  await rooms.time.advance(5_000);
  await rooms.attempt(changes);
  stop();
  const periods = rooms.store.menu.offSale.during(0, Number.MAX_SAFE_INTEGER);
  expect(periods).toHaveLength(1);
  expect(periods[0]).toMatchObject({ kind: 'sold-out', subject: 'option-values/external_id:OV-MOZ' });
  expect(await calls('options/values')).toBeGreaterThan(0);
});

test('an option value with a new price while sold out is still restored at its end', async () => {
  const end = now() + 60 * MINUTE;
  const back = { at: end, with: { enabled: true } };
  say('external_id:OV-MOZ', { enabled: false }, 'option-values', back);
  say('external_id:OV-MOZ', { price: 250 }, 'option-values');
  expect(intent('external_id:OV-MOZ', 'option-values')).toMatchObject({ wants: { enabled: false, price: 250 }, endsAt: end });
  // A later change, or one without an end, wins.
  say('external_id:OV-MOZ', { enabled: false }, 'option-values');
  expect(intent('external_id:OV-MOZ', 'option-values')?.endsAt).toBeNull();
});

test('when a sold-out mark ends the menu is read, and shows the item on sale', async () => {
  const { store, time, venueId } = rooms;
  const end = time.service.now() + 60 * MINUTE;
  say('external_id:POS-1006', { disabled_until: new Date(end).toISOString() });
  await goOut();
  await pass(30_000);
  await readBack();
  expect(intent('external_id:POS-1006')?.state).toBe('seen');
  const isOut = () => book.item(venueId, 'external_id:POS-1006')?.enabled === false;
  expect(isOut()).toBe(true);
  const stop = scheduleSaleEnds({ store, time, onDefect: (error) => expect.unreachable(String(error)) });
  await time.advance(20_000);
  expect(store.queue.get('menu-read', venueId)?.state).toBe('done');
  await pass(61 * MINUTE);
  await time.advance(20_000);
  expect(store.queue.get('menu-read', venueId)?.state).toBe('waiting');
  await readBack();
  stop();
  expect(isOut()).toBe(false);
});

test('a confirmed change that is undone at the service within an hour is no longer confirmed', async () => {
  say('external_id:POS-1006', { enabled: false, disabled_until: null });
  await goOut();
  await pass(30_000);
  await readBack();
  expect(intent('external_id:POS-1006')?.state).toBe('seen');
  // Someone restores the item in the service's own app.
  await rooms.control('POST', '/clock', { advance_seconds: 16 * 60 });
  await rooms.menuApi.updateItems(rooms.venueId, [{ external_id: 'POS-1006', enabled: true }]);
  await pass(20 * MINUTE);
  rooms.store.write(() => queueReading(rooms.store, rooms.time, rooms.venueId, 0));
  await readBack();
  expect(intent('external_id:POS-1006')?.state).toBe('unseen');
});

test('a failed menu reading is retried, and the previous menu stays until then', async () => {
  const { store, venueId } = rooms;
  queueReading(store, rooms.time, venueId, 0);
  await readBack();
  const before = book.item(venueId, PIZZA)?.price;
  await rooms.control('PATCH', `/venues/${venueId}`, { readings_that_fail: 1 });
  await pass(16 * MINUTE);
  queueReading(store, rooms.time, venueId, 0);
  expect(await readBack()).toMatchObject({ end: 'retry', error: { code: 'menu.noneFromService' } });
  expect(before).toBeGreaterThan(0);
  expect(book.item(venueId, PIZZA)?.price).toBe(before);
  await pass(16 * MINUTE);
  expect(await readBack()).toMatchObject({ end: 'done' });
});
