/** The venue endpoints of the sandbox: status, online and offline, opening times, delivery provider, and its events. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { change, example, later, update, upload, venue } from './menus.ts';
import { type Partner, signatureOf, startPartner, until } from './partner.ts';

let partner: Partner;
beforeEach(async () => {
  partner = await startPartner({}, { zone: 'UTC' });
});
afterEach(() => partner.close());

interface Status {
  status: { is_open: boolean; is_online: boolean; is_ipad_free: boolean };
  opening_times: unknown[];
  special_times: Record<string, string>[];
  last_three_orders_status: string[];
  venue_config: { rate_limit_settings?: Record<string, unknown>; prep_time_duration: number };
  [key: string]: unknown;
}
const status = async () => (await venue(partner, 'GET', 'status')).body as unknown as Status;
const now = async () => Date.parse(String((await partner.control('GET', '/clock')).body.now));
const inMinutes = async (minutes: number) => new Date((await now()) + minutes * 60_000).toISOString();
const online = async (body: unknown) => (await venue(partner, 'PATCH', 'online', body)).status;
const week = async (availability: unknown) => (await venue(partner, 'PATCH', 'opening-times', { availability })).status;
const special = async (body: unknown) => (await venue(partner, 'PUT', 'special-opening-times', body)).status;
const events = () => partner.received.map(({ body }) => String(body.event_type)).filter((type) => type !== 'undefined');
const DAY_MS = 86_400_000;
const DAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];
/** A span from so many minutes before now to so many after. */
const spanAround = async (before: number, after: number) => {
  const at = async (minutes: number) => new Date((await now()) + minutes * 60_000);
  const [from, to] = [await at(-before), await at(after)];
  return {
    opening_day: DAYS[from.getUTCDay()],
    opening_time: from.toISOString().slice(11, 16),
    closing_day: DAYS[to.getUTCDay()],
    closing_time: to.toISOString().slice(11, 16),
  };
};
/** Moves the clock to the next such moment, UTC. */
const toNext = async (day: string, time: string) => {
  const from = await now();
  const moments = Array.from({ length: 8 }, (_, days) =>
    Date.parse(`${new Date(from + days * DAY_MS).toISOString().slice(0, 10)}T${time}:00Z`),
  );
  const next = moments.find((at) => at > from && DAYS[new Date(at).getUTCDay()] === day) ?? from;
  await later(partner, Math.ceil((next - from) / 1_000));
};
const date = async (days = 0) => new Date((await now()) + days * DAY_MS).toISOString().slice(0, 10);

test('the status has every field that is known of it', async () => {
  await change(partner, { external_venue_id: 'POS-0042' });
  const expected = example('venue-status') as unknown as Status;
  const seen = await status();
  expect(Object.keys(seen)).toEqual(Object.keys(expected));
  expect(Object.keys(seen.venue_config)).toEqual(Object.keys(expected.venue_config));
  expect(seen.venue_config.rate_limit_settings).toEqual(expected.venue_config.rate_limit_settings);
  expect([seen.external_venue_id, seen.status]).toEqual(['POS-0042', { is_open: true, is_online: true, is_ipad_free: true }]);
  expect(seen.opening_times).toEqual([{ opening_day: 'MONDAY', opening_time: '00:00', closing_day: 'SUNDAY', closing_time: '24:00' }]);
  for (const step of ['accept', 'reject', '']) {
    const id = await partner.place('takeaway');
    if (step) await partner.order('PUT', `/orders/${id}/${step}`, { reason: 'Closed' });
  }
  expect((await status()).last_three_orders_status).toEqual(['RECEIVED', 'REJECTED', 'PRODUCTION']);
  await partner.control('POST', '/variants', { rate_limits: 'missing', top_level_is_open: 'other' });
  const otherwise = await status();
  expect(['rate_limit_settings' in otherwise.venue_config, otherwise.is_open]).toEqual([false, true]);
});

test('offline and online again, by word and by the clock; is_open is of the hours, or of both', async () => {
  const seen = async () => {
    const { is_open, is_online } = (await status()).status;
    return [is_open, is_online];
  };
  expect(await online({ status: 'OFFLINE' })).toBe(204);
  expect(await seen()).toEqual([true, false]);
  await partner.control('POST', '/variants', { is_open: 'other' });
  expect(await seen()).toEqual([false, false]);
  expect(await online({ status: 'ONLINE', until: null })).toBe(204);
  expect(await online({ status: 'OFFLINE', until: await inMinutes(15) })).toBe(204);
  await later(partner, 14 * 60);
  expect(await seen()).toEqual([false, false]);
  await later(partner, 61);
  expect(await seen()).toEqual([true, true]);
  for (const wrong of [
    {},
    { status: 'PAUSED' },
    { status: 'ONLINE', until: await inMinutes(15) },
    { status: 'OFFLINE', until: await inMinutes(-1) },
    { status: 'OFFLINE', until: '2930-05-01T12:00:00+02:00' },
    { status: 'OFFLINE', reason: 'Rush' },
  ])
    expect([JSON.stringify(wrong), await online(wrong)]).toEqual([JSON.stringify(wrong), 400]);
});

test('a change of being online shows later where it was told to', async () => {
  await change(partner, { processing_ms: { online: 5_000 } });
  await online({ status: 'OFFLINE' });
  expect((await status()).status.is_online).toBe(true);
  await later(partner, 6);
  expect((await status()).status.is_online).toBe(false);
});

test('online by another path, and opening times by another method, where sources disagree; and every path can be moved', async () => {
  await partner.control('POST', '/variants', { online_path: 'other', opening_times_path: 'other' });
  expect(await online({ status: 'OFFLINE' })).toBe(404);
  expect((await venue(partner, 'PATCH', 'status', { is_online: false, reason: 'Rush' })).status).toBe(204);
  expect((await status()).status.is_online).toBe(false);
  expect(await week([])).toBe(404);
  expect((await venue(partner, 'PUT', 'opening-hours', { availability: [] })).status).toBe(202);
  await partner.control('POST', '/endpoints', { 'get venue status': { path: '/v3/venues/{venue_id}/state', success: 203 } });
  expect((await partner.order('GET', `/v3/venues/${partner.venueId}/state`)).status).toBe(203);
  expect((await partner.control('POST', '/endpoints', { 'get venue status': { path: '/nowhere' } })).status).toBe(400);
  await partner.control('POST', '/endpoints', { 'get venue status': null });
  expect((await venue(partner, 'GET', 'status')).status).toBe(200);
});

test('the week: taken whole, a moment later, told of, and refused where it makes no sense', async () => {
  const { availability } = example('opening-times') as { availability: unknown[] };
  expect(await week(availability)).toBe(202);
  expect((await status()).opening_times).not.toEqual(availability);
  await later(partner, 3);
  expect((await status()).opening_times).toEqual(availability);
  await until(() => events().includes('OPENING_HOURS_UPDATED'), 'the event');
  const span = { opening_day: 'MONDAY', opening_time: '10:00', closing_day: 'MONDAY', closing_time: '12:00' };
  for (const wrong of [
    undefined,
    'always',
    [{ ...span, opening_day: 'monday' }],
    [{ ...span, opening_day: 1 }],
    [{ ...span, opening_time: '9:30' }],
    [{ ...span, opening_time: '24:00' }],
    [{ ...span, closing_time: '10:00' }],
    [span, { ...span, opening_time: '11:00', closing_time: '13:00' }],
    [span, { opening_day: 'SUNDAY', opening_time: '22:00', closing_day: 'MONDAY', closing_time: '10:30' }],
  ])
    expect([JSON.stringify(wrong), await week(wrong)]).toEqual([JSON.stringify(wrong), 400]);
  expect(await week([span, { ...span, opening_time: '12:00', closing_time: '13:00' }])).toBe(202);
});

test('open is what the clock on the venue’s wall says, over midnight and over the end of the week', async () => {
  const open = async () => (await status()).status.is_open;
  await change(partner, { processing_ms: { opening_times: 0 } });
  await week([await spanAround(30, 30)]);
  expect(await open()).toBe(true);
  await later(partner, 35 * 60);
  expect(await open()).toBe(false);
  await change(partner, {
    opening_times: [{ opening_day: 'SATURDAY', opening_time: '20:00', closing_day: 'SUNDAY', closing_time: '04:00' }],
  });
  for (const [zone, day, time, is] of [
    ['UTC', 'SUNDAY', '03:00', true],
    ['UTC', 'SUNDAY', '04:00', false],
    ['UTC', 'SATURDAY', '19:59', false],
    // Sunday morning and Saturday night there, in summer and in winter.
    ['Pacific/Auckland', 'SATURDAY', '19:59', false],
    ['Pacific/Auckland', 'SATURDAY', '08:00', true],
  ] as const) {
    await toNext(day, time);
    await change(partner, { zone });
    const { takes_no_orders_because: why } = (await partner.control('GET', `/venues/${partner.venueId}/menu`)).body;
    expect([zone, day, time, why === null]).toEqual([zone, day, time, is]);
  }
  expect((await change(partner, { zone: 'Atlantis/Harbour' })).status).toBe(400);
});

test('special days: a full list each time that goes before the week, and rules of overlap', async () => {
  const open = async () => (await status()).status.is_open;
  // Not in the last minutes of a day, which would be over before this test is.
  if ((await date()) !== new Date((await now()) + 10 * 60_000).toISOString().slice(0, 10)) await later(partner, 10 * 60);
  const [today, tomorrow] = [await date(), await date(1)];
  const allDay = [{ open_time: '00:00', close_time: '24:00' }];
  const set = async (body: unknown) => {
    expect(await special(body), JSON.stringify(body)).toBe(202);
    await later(partner, 3);
  };
  await set({ days_closed: [{ start_date: today, end_date: tomorrow, message: 'Holiday' }] });
  expect([await open(), (await status()).special_times]).toEqual([false, []]);
  await partner.control('POST', '/variants', { closed_days: 'other' });
  expect((await status()).special_times.length).toBe(2);
  await change(partner, { opening_times: [] });
  await set({ days_open: [{ start_date: today, end_date: tomorrow, daily_availability: allDay }] });
  expect(await open()).toBe(true);
  expect((await status()).special_times).toEqual(
    [today, tomorrow].map((day) => ({ opening_date: day, opening_time: '00:00', closing_date: day, closing_time: '24:00' })),
  );
  await set({});
  expect([await open(), (await status()).special_times]).toEqual([false, []]);
  await set(example('special-opening-times'));
  expect((await status()).special_times.filter(({ opening_date: day }) => day === '2930-05-01').length).toBe(2);
  const day = { start_date: today, end_date: today };
  for (const wrong of [
    { days_closed: [day], days_open: [{ ...day, daily_availability: allDay }] },
    {
      days_closed: [
        { start_date: today, end_date: tomorrow },
        { start_date: tomorrow, end_date: tomorrow },
      ],
    },
    { days_closed: [{ start_date: tomorrow, end_date: today }] },
    { days_closed: [{ start_date: '2930-02-30', end_date: '2930-03-01' }] },
    { days_open: [day] },
    { days_open: [{ ...day, daily_availability: [] }] },
    { days_open: [{ ...day, daily_availability: [{ open_time: '22:00', close_time: '02:00' }] }] },
    { days_open: [{ ...day, daily_availability: [{ open_time: '24:00', close_time: '24:00' }] }] },
    {
      days_open: [
        {
          ...day,
          daily_availability: [
            { open_time: '10:00', close_time: '14:00' },
            { open_time: '13:00', close_time: '15:00' },
          ],
        },
      ],
    },
    { special_times: [] },
  ])
    expect([JSON.stringify(wrong), await special(wrong)]).toEqual([JSON.stringify(wrong), 400]);
});

test('the delivery provider is read and changed, where delivery is hybrid', async () => {
  const provider = async () => (await venue(partner, 'GET', 'delivery-provider')).body;
  const set = async (to: unknown) => (await venue(partner, 'PATCH', 'delivery-provider', { delivery_provider: to })).status;
  expect(await provider()).toEqual({ delivery_provider: 'SERVICE' });
  expect([await set('SELF_DELIVERY'), await provider()]).toEqual([204, { delivery_provider: 'SELF_DELIVERY' }]);
  expect(await set('PIGEONS')).toBe(400);
  await change(partner, { hybrid_delivery: false });
  expect(await set('SERVICE')).toBe(400);
  expect((await venue(partner, 'GET', 'settings')).body).toEqual({ status: { is_open: true } });
});

test('401 without a token and where menus are not enabled, 403 for a deleted venue and for another’s, 404 and 405', async () => {
  const statuses = async (token?: string) => [
    (await partner.order('GET', `/venues/${partner.venueId}/status`, undefined, token)).status,
    (await partner.order('PATCH', `/venues/${partner.venueId}/items`, { data: [] }, token)).status,
  ];
  expect(await statuses()).toEqual([200, 202]);
  expect(await statuses('nonsense')).toEqual([401, 401]);
  const { body: other } = await partner.control('POST', '/venues', {});
  expect((await partner.order('GET', `/venues/${other.venue_id}/status`)).status).toBe(403);
  expect((await partner.order('GET', '/venues/0123456789abcdef01234567/status')).status).toBe(404);
  expect((await venue(partner, 'GET', 'weather')).status).toBe(404);
  for (const [method, path] of [
    ['DELETE', 'items'],
    ['POST', 'online'],
    ['PATCH', 'special-opening-times'],
    ['PUT', 'opening-times'],
    ['PUT', 'status'],
  ])
    expect([path, (await venue(partner, method ?? '', path ?? '', {})).status]).toEqual([path, 405]);
  expect((await partner.order('PUT', `/v1/restaurants/${partner.venueId}/menu`, {})).status).toBe(405);
  await change(partner, { menu_enabled: false });
  expect((await upload(partner, {})).status).toBe(401);
  expect((await venue(partner, 'GET', 'status')).status).toBe(200);
  await change(partner, { menu_enabled: true, is_deleted: true });
  expect(await statuses()).toEqual([403, 403]);
});

test('three rejections in a row raise an alert, and an accepted order ends it; signed, and without an id', async () => {
  const decide = async (operation: string) =>
    partner.order('PUT', `/orders/${await partner.place('takeaway')}/${operation}`, { reason: 'Sold out' });
  for (const operation of ['reject', 'reject', 'accept', 'reject', 'reject']) await decide(operation);
  expect(events()).toEqual([]);
  for (let times = 0; times < 2; times += 1) await decide('reject');
  await until(() => events().length === 1, 'the alert');
  await decide('accept');
  await until(() => events().length === 2, 'its end');
  expect(events()).toEqual(['REJECTION_ALERT_TRIGGERED', 'REJECTION_ALERT_RECOVERED']);
  const told = partner.received.find(({ body }) => body.event_type === 'REJECTION_ALERT_TRIGGERED');
  expect(told?.signature).toBe(signatureOf(told?.raw ?? ''));
  expect(told?.body).toEqual({
    event_type: 'REJECTION_ALERT_TRIGGERED',
    venue_id: partner.venueId,
    external_venue_id: null,
    detected_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    details: {},
  });
});

test('offline within its hours raises an alert, when the hours begin or at once; online again ends it', async () => {
  await change(partner, { opening_times: [await spanAround(-10, 50)] });
  await online({ status: 'OFFLINE', until: await inMinutes(20) });
  await later(partner, 8 * 60);
  expect(events()).toEqual(['OPENING_HOURS_UPDATED']);
  await later(partner, 3 * 60);
  await until(() => events().at(-1) === 'VENUE_OFFLINE_ALERT_TRIGGERED', 'the alert');
  await later(partner, 10 * 60);
  await until(() => events().at(-1) === 'VENUE_OFFLINE_ALERT_RECOVERED', 'its end');
  await partner.control('POST', '/faults', { match: 'notification VENUE_OFFLINE_ALERT_TRIGGERED *', drop: true });
  await online({ status: 'OFFLINE' });
  await online({ status: 'ONLINE' });
  await until(() => events().length === 4, 'the end');
  expect(events().slice(2)).toEqual(['VENUE_OFFLINE_ALERT_RECOVERED', 'VENUE_OFFLINE_ALERT_RECOVERED']);
});

test('the awkward mode befalls calls about menus and venues, by a seed, and says what it did', async () => {
  const day = async () => {
    await partner.control('POST', '/awkward', { seed: 11 });
    const answers: (number | 'lost')[] = [];
    for (let times = 0; times < 40; times += 1) {
      const call = times % 2 === 0 ? venue(partner, 'GET', 'delivery-provider') : update(partner, 'options/values');
      answers.push(await call.then(({ status: answer }) => answer).catch(() => 'lost' as const));
    }
    await partner.control('DELETE', '/awkward');
    return answers;
  };
  const first = await day();
  expect(await day()).toEqual(first);
  const { did } = (await partner.control('GET', '/awkward')).body as { did: { trouble: string; order_id: null }[] };
  expect(did.length).toBeGreaterThan(4);
  expect(did.every(({ trouble, order_id: id }) => trouble.startsWith('menu-') && id === null)).toBe(true);
  expect(new Set(first).size).toBeGreaterThan(2);
});
