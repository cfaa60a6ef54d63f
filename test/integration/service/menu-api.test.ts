/** Menu and venue endpoints against the sandbox: functions, paths, waiting times, and secrets. */
import { beforeEach, expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { ENDPOINTS, type EndpointName } from '../../../contract/settings/endpoints.ts';
import { menuFromRead } from '../../../main/menu/from-read.ts';
import { venueStatus } from '../../../main/menu/venue-status.ts';
import { createEndpoints, placeOf } from '../../../main/service/menu/endpoints.ts';
import { createMenuApi, menuReadingOf } from '../../../main/service/menu/menu-api.ts';
import { createPaces } from '../../../main/service/pace.ts';
import { failure, ok, type Result } from '../../../main/service/problem.ts';
import { testServer } from '../../setup/parts.ts';
import { ANY_TOKENS, openRooms, type Rooms, testHttp, venueApiOf } from './rooms.ts';

let rooms: Rooms;
beforeEach(async () => {
  rooms = await openRooms();
});

const good = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(english(result.problem.text));
  return result.value;
};
const reported = (result: Result<unknown>) => (result.ok ? null : english(result.problem.text));
async function readMenu() {
  const url = good(await rooms.menuApi.askMenu(rooms.venueId));
  for (;;) {
    const reading = menuReadingOf(good(await rooms.menuApi.readMenu(url)));
    if (reading.status === 'ready') return menuFromRead(reading.menu);
    if (reading.status === 'error') return null;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('the menu is requested, awaited and read', async () => {
  await rooms.control('PATCH', `/venues/${rooms.venueId}`, {}).catch(() => undefined);
  const menu = await readMenu();
  expect(menu?.items.length).toBeGreaterThan(5);
  expect(menu?.dangling).toEqual([]);
});

test('items, option values and stock are accepted; a second call of one kind gets a 429 with the time to wait', async () => {
  const { menuApi, venueId } = rooms;
  good(await menuApi.updateItems(venueId, [{ external_id: 'POS-1001', price: 1240 }]));
  good(await menuApi.updateOptionValues(venueId, [{ external_id: 'OV-MOZ', price: 170 }]));
  good(await menuApi.updateInventory(venueId, [{ external_id: 'POS-1010', inventory: 5 }]));
  const again = await menuApi.updateItems(venueId, [{ external_id: 'POS-1001', price: 1250 }]);
  expect(again).toMatchObject({ ok: false, problem: { code: 'rate-limited', asked: true } });
  expect(again.ok ? 0 : again.problem.retryAfterMs).toBeGreaterThan(14 * 60_000);
  // The limit delays only its own endpoint, not the status or orders.
  good(await rooms.venueApi.status(venueId));
  expect(reported(await rooms.api.readOrder({ venueId, orderId: 'none' }))).toContain("doesn't know this order");
});

test('a venue is set offline with an end and online again, and its week and special days are set', async () => {
  const { venueApi, venueId } = rooms;
  good(await venueApi.setOnline(venueId, { status: 'OFFLINE', until: new Date(rooms.time.service.now() + 900_000).toISOString() }));
  expect(venueStatus(good(await venueApi.status(venueId)))).toMatchObject({
    isOnline: false,
    limits: { items: { calls: 1, everyMs: 900_000 } },
  });
  good(await venueApi.setOnline(venueId, { status: 'ONLINE' }));
  expect(venueStatus(good(await venueApi.status(venueId))).isOnline).toBe(true);
  const week = [{ opening_day: 'MONDAY', opening_time: '11:00', closing_day: 'TUESDAY', closing_time: '01:00' }];
  good(await venueApi.setOpeningTimes(venueId, week));
  const open = { start_date: '2099-12-31', end_date: '2099-12-31', daily_availability: [{ open_time: '10:00', close_time: '15:30' }] };
  good(await venueApi.setSpecialTimes(venueId, { days_closed: [{ start_date: '2099-12-24', end_date: '2099-12-26' }], days_open: [open] }));
  await rooms.control('POST', '/clock', { advance_seconds: 600 });
  const taken = venueStatus(good(await venueApi.status(venueId)));
  expect(taken.week).toEqual(week);
  expect(taken.specialTimes).toContainEqual({
    opening_date: '2099-12-31',
    opening_time: '10:00',
    closing_date: '2099-12-31',
    closing_time: '15:30',
  });
  expect(good(await venueApi.deliveryProvider(venueId))).toBe('SERVICE');
  good(await venueApi.setDeliveryProvider(venueId, 'SELF_DELIVERY'));
  expect(good(await venueApi.deliveryProvider(venueId))).toBe('SELF_DELIVERY');
});

test.each([
  [400, 'The service refused the change as invalid (400).', 'refused'],
  [401, "The service doesn't let this venue change its menu from here (401).", 'refused'],
  [403, 'The service refuses this for the venue (403): it may be marked as deleted.', 'refused'],
  [404, 'The service has no endpoint at this address.', 'refused'],
  [405, 'The service has no endpoint at this address.', 'refused'],
  [406, 'The service refused the menu (406): wrong format, or too many invalid VAT rates.', 'refused'],
])('a menu call answered with %i is explained in words', async (status, text, code) => {
  await rooms.control('POST', '/faults', { match: 'PATCH *items', status, times: 2 });
  const answer = await rooms.menuApi.updateItems(rooms.venueId, [{ external_id: 'POS-1001', price: 1 }]);
  expect([reported(answer), answer.ok ? '' : answer.problem.code]).toEqual([text, code]);
});

test('endpoint paths come from settings; the status uses the older setting venue_path if it is set', () => {
  const places = { venue_path: '/places/{venue_id}', endpoints: { set_online: { method: 'PUT' as const, path: '/v3/{venue_id}/on' } } };
  expect(placeOf('set_online', places)).toEqual({ method: 'PUT', path: '/v3/{venue_id}/on', statuses: [204] });
  expect(placeOf('venue_status', places).path).toBe('/places/{venue_id}');
  expect(placeOf('venue_status', { ...places, venue_path: null }).path).toBe('/venues/{venue_id}/status');
});

test('while a pause applies to order calls, all calls about the venue wait, except those that pause and reopen it', async () => {
  const { orders: ofOrders } = createPaces(rooms.now, () => 1);
  ofOrders.slowDown('busy', 60_000, rooms.now());
  const called: string[] = [];
  const call = createEndpoints({
    client: {
      call: async (venueId, { path }) => {
        called.push(path);
        return ok({ status: 200, body: null, text: venueId });
      },
      probe: async () => undefined,
    },
    ofOrders,
    places: () => ({ venue_path: null, endpoints: {} }),
  });
  const names = Object.keys(ENDPOINTS) as EndpointName[];
  for (const name of names) {
    const answer = await call('busy', name);
    if (name !== 'set_online')
      expect([name, answer]).toMatchObject([name, { ok: false, problem: { code: 'rate-limited', notSent: true } }]);
  }
  expect(called).toEqual(['/venues/busy/online']);
  for (const name of names) await call('another', name);
  expect(called).toHaveLength(1 + names.length);
});

async function readingOf(url: string, answer: (request: { headers: Record<string, unknown> }) => [number, Record<string, string>, string]) {
  const heard: Record<string, unknown>[] = [];
  const { origin: base } = await testServer((request, response) => {
    heard.push(request.headers);
    const [status, headers, body] = answer({ headers: request.headers });
    response.writeHead(status, headers).end(body);
  });
  const call = createEndpoints({
    client: { call: async () => failure({ code: 'timeout', text: '', outcome: 'unknown' }), probe: async () => undefined },
    ofOrders: createPaces(rooms.now, () => 1).orders,
    places: () => ({ venue_path: null, endpoints: {} }),
  });
  const api = createMenuApi({ http: testHttp({ time: rooms.time }), call, baseUrl: () => base });
  const result = await api.readMenu(url.replace('BASE', base));
  return { result, heard };
}

test('the menu is fetched without the token, only from a safe address, which no text shows', async () => {
  const menu = JSON.stringify({ status: 'READY', menu: { items: [] } });
  const { result, heard } = await readingOf('BASE/menu.json?signature=secret', () => [200, { 'content-type': 'application/json' }, menu]);
  expect(menuReadingOf(good(result))).toEqual({ status: 'ready', menu: { items: [] } });
  expect(heard.map(({ authorization }) => authorization)).toEqual([undefined]);
  for (const url of ['http://storage.example.test/menu?signature=secret', 'file:///etc/passwd', 'nonsense']) {
    const unsafe = await readingOf(url, () => [200, {}, menu]);
    expect(reported(unsafe.result)).toBe('The service gave no menu, and no trustworthy address for one.');
    expect(unsafe.heard).toEqual([]);
  }
  const away = await readingOf('BASE/menu?signature=secret', () => [302, { location: 'https://elsewhere.example.test/' }, '']);
  expect(away.heard).toHaveLength(1);
  expect(JSON.stringify(away.result)).not.toContain('secret');
  expect(away.result.ok).toBe(false);
});

test.each([
  [{ 'retry-after': '1200' }, 1_200_000],
  [{ 'ratelimit-reset': '540' }, 540_000],
  [{}, 120_000],
])('a menu call answered with 429 and %j pauses for that long', async (headers, ms) => {
  const { origin } = await testServer((_, response) =>
    response.writeHead(429, { 'content-type': 'application/json', ...headers }).end('{}'),
  );
  const given = { http: testHttp({ time: rooms.time }), tokens: ANY_TOKENS, monotonic: rooms.now, baseUrl: () => origin };
  const { menuApi } = venueApiOf(given);
  const answer = await menuApi.updateItems('v', []);
  expect(answer.ok ? 0 : answer.problem.retryAfterMs).toBe(ms);
});
