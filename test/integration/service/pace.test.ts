/** Pauses that the service requests, against the sandbox with a controllable clock. */
import { beforeEach, expect, test } from 'vitest';
import type { OrderAddress, OrderApi } from '../../../main/service/order-api.ts';
import type { Result } from '../../../main/service/problem.ts';
import type { TestTime } from '../../setup/test-time.ts';
import { connectedVenue, orderApiOf } from './rooms.ts';

let venue: Awaited<ReturnType<typeof connectedVenue>>;
let api: OrderApi;
let time: TestTime;
let first: OrderAddress;
let second: OrderAddress;

const fault = (match: string, more: Record<string, unknown>) => venue.control('POST', '/faults', { match, ...more });
const reading = ({ orderId }: OrderAddress) => `GET /v2/orders/${orderId}`;
const wait = (result: Result<unknown>) => (result.ok ? 0 : (result.problem.retryAfterMs ?? 0));
const held = (result: Result<unknown>) => !result.ok && result.problem.notSent === true;

beforeEach(async () => {
  venue = await connectedVenue({ aheadSeconds: 3 * 3_600 });
  const { control, venueId } = venue;
  time = venue.time;
  // No jitter: a pause has its full length.
  api = orderApiOf(venue.asking);
  const place = async (): Promise<OrderAddress> => ({
    venueId,
    orderId: String((await control('POST', '/orders', { venue_id: venueId, kind: 'instant' })).order_id),
  });
  [first, second] = [await place(), await place()];
});

test("a Retry-After date is obeyed, by the service's clock", async () => {
  await fault(reading(first), { status: 429, retry_after_seconds: 30, retry_after_form: 'date' });
  const limited = await api.readOrder(first);
  expect(wait(limited)).toBeGreaterThanOrEqual(29_000);
  expect(wait(limited)).toBeLessThanOrEqual(31_000);
  time.sleep(28_000);
  expect(held(await api.readOrder(second))).toBe(true);
  time.sleep(4_000);
  expect((await api.readOrder(second)).ok).toBe(true);
});

test('a 503 with a Retry-After date pauses only its own endpoint', async () => {
  await fault(reading(first), { status: 503, retry_after_seconds: 20, retry_after_form: 'date' });
  expect(wait(await api.readOrder(first))).toBeGreaterThanOrEqual(19_000);
  time.sleep(15_000);
  expect(held(await api.readOrder(first))).toBe(true);
  expect((await api.readOrder(second)).ok).toBe(true);
});

test.each([429, 503])(
  'readings of an order that wait for their token obey the pause that an earlier reading got by a %i',
  async (status) => {
    await fault(reading(first), { status, retry_after_seconds: 30 });
    const slow: (() => void)[] = [];
    const { asking, tokens } = venue;
    const slowTokens = {
      ...tokens,
      accessToken: async (venueId: string) => {
        if (slow.length > 0) await new Promise<void>((resolve) => slow.push(resolve));
        else slow.push(() => undefined);
        return tokens.accessToken(venueId);
      },
    };
    const parallel = orderApiOf({ ...asking, tokens: slowTokens });
    const readings = [1, 2, 3].map(() => parallel.readOrder(first));
    expect(wait((await readings[0]) as Result<unknown>)).toBe(30_000);
    for (const go of slow) go();
    for (const late of await Promise.all(readings.slice(1))) expect([held(late), wait(late)]).toEqual([true, 30_000]);
    time.sleep(29_000);
    expect(held(await parallel.readOrder(first))).toBe(true);
  },
);

test("a call in flight that succeeds after a pause began doesn't end the pause", async () => {
  await fault(reading(first), { delay_ms: 300 });
  await fault(reading(second), { status: 429, retry_after_seconds: 40 });
  const slow = api.readOrder(first);
  expect(wait(await api.readOrder(second))).toBe(40_000);
  expect((await slow).ok).toBe(true);
  time.sleep(39_000);
  expect(held(await api.readOrder(first))).toBe(true);
  time.sleep(2_000);
  expect((await api.readOrder(first)).ok).toBe(true);
});

test('of several 429s the longest pause counts, whichever arrives last', async () => {
  for (const [early, late] of [
    [50, 5],
    [5, 50],
  ]) {
    await fault(reading(first), { status: 429, retry_after_seconds: early });
    await fault(reading(second), { status: 429, retry_after_seconds: late, delay_ms: 300 });
    const answers = await Promise.all([api.readOrder(first), api.readOrder(second)]);
    expect(wait(answers[1])).toBe(50_000);
    time.sleep(49_000);
    expect(held(await api.readOrder(first))).toBe(true);
    time.sleep(2_000);
    expect((await api.readOrder(first)).ok).toBe(true);
  }
});

test('eight calls refused at the same time count as one, so the pause is the shortest', async () => {
  await fault(reading(first), { status: 429, retry_after_form: 'none', times: 8, delay_ms: 100 });
  await Promise.all(Array.from({ length: 8 }, () => api.readOrder(first)));
  time.sleep(1_100);
  expect((await api.readOrder(first)).ok).toBe(true);
  await fault(reading(first), { status: 429, retry_after_form: 'none', times: 3 });
  const waits: number[] = [];
  for (let times = 0; times < 3; times += 1) {
    waits.push(wait(await api.readOrder(first)));
    time.sleep(60_000);
  }
  expect(waits).toEqual([1_000, 2_000, 4_000]);
});

test("a call in flight that succeeds after another refusal made the pause longer doesn't end it", async () => {
  await fault(reading(first), { status: 429, retry_after_form: 'none' });
  await fault(reading(second), { status: 429, retry_after_seconds: 30, delay_ms: 400 });
  const late = api.readOrder(second);
  expect(wait(await api.readOrder(first))).toBe(1_000);
  time.sleep(1_100);
  await fault(reading(first), { delay_ms: 700 });
  const onItsWay = api.readOrder(first);
  time.sleep(100);
  expect(wait(await late)).toBe(30_000);
  expect((await onItsWay).ok).toBe(true);
  expect(held(await api.readOrder(second))).toBe(true);
  time.sleep(29_000);
  expect(held(await api.readOrder(first))).toBe(true);
  time.sleep(2_000);
  expect((await api.readOrder(first)).ok).toBe(true);
});

test('a 429 with a web page of a gateway pauses like any other, for its Retry-After time', async () => {
  await fault(reading(first), {
    status: 429,
    headers: { 'content-type': 'text/html; charset=utf-8', 'retry-after': '30' },
    body: '<html>Too many requests</html>',
  });
  const limited = await api.readOrder(first);
  expect(limited).toMatchObject({ ok: false, problem: { code: 'rate-limited', retryAfterMs: 30_000 } });
  expect(held(await api.readOrder(second))).toBe(true);
});

test('an order that staff wait for is read every few seconds, unless the service requests a pause', async () => {
  const patience = 4_000;
  await fault(reading(first), { status: 503, times: 8 });
  const waits: number[] = [];
  for (let times = 0; times < 8; times += 1) {
    const answer = await api.readOrder(first, patience);
    expect(held(answer)).toBe(false);
    waits.push(wait(answer));
    time.sleep(wait(answer) + 1);
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 4_000, 4_000, 4_000, 4_000, 4_000]);
  expect((await api.readOrder(first, patience)).ok).toBe(true);
  await fault(reading(first), { status: 503, retry_after_seconds: 20 });
  expect(wait(await api.readOrder(first, patience))).toBe(20_000);
  time.sleep(19_000);
  expect(held(await api.readOrder(first, patience))).toBe(true);
});

test('a requested pause stays even if a call in flight then fails without requesting one', async () => {
  await fault(reading(first), { status: 503, retry_after_seconds: 40 });
  await fault(reading(first), { status: 500, delay_ms: 300 });
  await Promise.all([api.readOrder(first), api.readOrder(first)]);
  const patience = 4_000;
  for (const passes of [5_000, 33_000]) {
    time.sleep(passes);
    expect(held(await api.readOrder(first, patience))).toBe(true);
  }
  time.sleep(3_000);
  expect((await api.readOrder(first, patience)).ok).toBe(true);
});

test('a Retry-After of half an hour is limited to ten minutes, and a meaningless or huge one is ignored', async () => {
  const year = new Date(Date.now() + 365 * 86_400_000).toUTCString();
  const usual = 1_000;
  const values: [header: string, ms: number][] = [
    ['31536000', usual],
    ['99999999999999999999999', usual],
    [year, usual],
    ['-5', usual],
    ['soon', usual],
    ['', usual],
    ['0x10', usual],
    ['1e9', usual],
    ['Infinity', usual],
    // Two texts that Date.parse reads as dates.
    ['5 minutes', usual],
    ['2026', 600_000],
    ['Thu, 01 Jan 1970 00:00:00 GMT', usual],
    ['Foo, 99 Bar 2026 00:00:00 GMT', usual],
    ['1800', 600_000],
    ['7', 7_000],
  ];
  for (const [header, ms] of values) {
    await fault(reading(first), { status: 429, headers: { 'retry-after': header } });
    expect(wait(await api.readOrder(first)), header).toBe(ms);
    time.sleep(700_000);
    expect((await api.readOrder(first)).ok, header).toBe(true);
  }
});

test('Retry-After dates in the two older HTTP formats are read too', async () => {
  const now = Date.now() + 3 * 3_600_000;
  const at = new Date(now + 60_000);
  const [, day = '', month = '', year = '', clock = ''] = /^\w+, (\d+) (\w+) (\d+) (\S+)/.exec(at.toUTCString()) ?? [];
  const weekday = at.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
  for (const header of [
    `${weekday}, ${day}-${month}-${year.slice(2)} ${clock} GMT`,
    `${weekday.slice(0, 3)} ${month} ${day.replace(/^0/, ' ')} ${clock} ${year}`,
  ]) {
    await fault(reading(first), { status: 429, headers: { 'retry-after': header } });
    const asked = wait(await api.readOrder(first));
    // Less than a minute, by the time since the header was written.
    expect(asked, header).toBeGreaterThan(20_000);
    expect(asked, header).toBeLessThanOrEqual(61_000);
    time.sleep(700_000);
    expect((await api.readOrder(first)).ok, header).toBe(true);
  }
});
