/** The sandbox's venue endpoints: status, online, opening times, delivery provider, and events. */
import { beforeEach, expect, test } from 'vitest';
import { change, later, update, venue } from './menus.ts';
import { type Partner, startPartner, until } from './partner.ts';

let partner: Partner;
beforeEach(async () => {
  partner = await startPartner({}, { zone: 'UTC' });
});

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
const events = () => partner.received.map(({ body }) => String(body.event_type)).filter((type) => type !== 'undefined');
const DAY_MS = 86_400_000;
const DAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];
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
/** Moves the clock to the next such day and time, UTC. */
const toNext = async (day: string, time: string) => {
  const from = await now();
  const moments = Array.from({ length: 8 }, (_, days) =>
    Date.parse(`${new Date(from + days * DAY_MS).toISOString().slice(0, 10)}T${time}:00Z`),
  );
  const next = moments.find((at) => at > from && DAYS[new Date(at).getUTCDay()] === day) ?? from;
  await later(partner, Math.ceil((next - from) / 1_000));
};

test('a change of the online state is visible in the status after the configured delay', async () => {
  await change(partner, { processing_ms: { online: 5_000 } });
  await online({ status: 'OFFLINE' });
  expect((await status()).status.is_online).toBe(true);
  await later(partner, 6);
  expect((await status()).status.is_online).toBe(false);
});

test('the endpoints of online and opening times can be moved to other paths and methods, as can every endpoint', async () => {
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

test('the venue is open by its local clock, also past midnight and past the end of the week', async () => {
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
    // In Auckland it is then Sunday morning and Saturday night, in summer and winter.
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

test('a venue offline within its opening hours raises an alert; being online again ends it', async () => {
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

test('the awkward mode also affects menu and venue calls, the same way with the same seed, and records it', async () => {
  const day = async () => {
    await partner.control('POST', '/awkward', { seed: 11 });
    const answers: (number | 'lost')[] = [];
    for (let times = 0; times < 8; times += 1) {
      const call = times % 2 === 0 ? venue(partner, 'GET', 'delivery-provider') : update(partner, 'options/values');
      answers.push(await call.then(({ status: answer }) => answer).catch(() => 'lost' as const));
    }
    await partner.control('DELETE', '/awkward');
    return answers;
  };
  const first = await day();
  expect(await day()).toEqual(first);
  const { did } = (await partner.control('GET', '/awkward')).body as { did: { trouble: string; order_id: null }[] };
  expect(did.length).toBeGreaterThan(1);
  expect(did.every(({ trouble, order_id: id }) => trouble.startsWith('menu-') && id === null)).toBe(true);
  expect(new Set(first).size).toBeGreaterThan(1);
});
