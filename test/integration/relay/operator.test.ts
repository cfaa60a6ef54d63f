/** What a relay's operator sees and does. */
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { systemTime } from '../../../shared/time/system-time.ts';
import type { Time } from '../../../shared/time/time.ts';
import { runningTime } from '../../setup/test-time.ts';
import {
  deliveryEvent,
  ORDER_SECRET,
  OTHER_VENUE,
  openRelay,
  orderNotification,
  postDelivery,
  postOrder,
  type RunningRelay,
  signed,
  VENUE,
} from './at-the-relay.ts';
import { type Invited, keyFor, listen, operator, ping, redeem, relayWithKey } from './light-counter.ts';

const HOUR = 3_600_000;

function laterTime(): Time & { pass(ms: number): void } {
  let ahead = 0;
  return {
    ...systemTime,
    wall: () => Date.now() + ahead,
    pass(ms) {
      ahead += ms;
    },
  };
}

async function problems(relay: RunningRelay): Promise<string[]> {
  const { body } = await operator(relay, 'GET', '/problems');
  return (body as { problems: { code: string }[] }).problems.map(({ code }) => code);
}

test("requests without the operator's key get nothing and change nothing", async () => {
  const relay = await openRelay();
  for (const [method, path] of [
    ['GET', '/counters'],
    ['POST', '/invitations'],
    ['GET', '/problems'],
    ['GET', '/unroutable'],
    ['DELETE', '/counters/x'],
  ]) {
    for (const authorization of [undefined, 'Bearer x', `Bearer ${'k'.repeat(43)}`, `Basic ${relay.addresses.operator_key}`]) {
      const answer = await fetch(relay.addresses.operator_url + path, {
        method: method ?? '',
        headers: authorization ? { authorization } : {},
      });
      expect([answer.status, await answer.json()]).toEqual([401, { error: "The operator's key is missing or wrong." }]);
    }
  }
});

test("behind a proxy the operator's requests are answered only if they came over HTTPS", async () => {
  const relay = await openRelay({ settings: { behind_proxy: true } });
  const ask = async (proto: string | null) => {
    const headers = { authorization: `Bearer ${relay.addresses.operator_key}`, ...(proto === null ? {} : { 'x-forwarded-proto': proto }) };
    return (await fetch(`${relay.addresses.operator_url}/counters`, { headers })).status;
  };
  expect([await ask('http'), await ask('https'), await ask(null)]).toEqual([403, 200, 200]);
});

test('an invitation lasts a day', async () => {
  const time = laterTime();
  const relay = await openRelay({ time });
  const made = await operator(relay, 'POST', '/invitations', { venue_ids: [VENUE], label: 'Harbour Kitchen' });
  expect(made).toMatchObject({ status: 201, body: { code: expect.any(String) } });
  const { code, expires_at } = made.body as Invited;
  expect(Date.parse(expires_at) - time.wall()).toBeGreaterThan(23 * HOUR);
  time.pass(24 * HOUR);
  expect(await redeem(relay, code)).toEqual({ status: 400, body: { code: 'expired' } });
  for (const wrong of [{}, { venue_ids: [] }, { venue_ids: 'x' }, { venue_ids: ['a/../b'] }, { venue_ids: ['v'.repeat(201)] }])
    expect((await operator(relay, 'POST', '/invitations', wrong)).status).toBe(400);
});

test('an app offline for longer than configured needs a new code', async () => {
  const time = laterTime();
  let { relay, key } = await relayWithKey({ time, settings: { keys_expire_after_days: 2 } });
  time.pass(47 * HOUR);
  await (await listen(relay, key, { [VENUE]: 0 })).close();
  time.pass(47 * HOUR);
  await (await listen(relay, key, { [VENUE]: 0 })).close();
  // The relay writes with a delay when a key was used.
  relay = await relay.again();
  time.pass(47 * HOUR);
  const counter = await listen(relay, key, { [VENUE]: 0 });
  await expect.poll(() => counter.frames[0]?.type).toBe('welcome');
  await counter.close();
  time.pass(49 * HOUR);
  expect(await (await listen(relay, key, { [VENUE]: 0 })).ended).toBe('expired');
});

test('the list of apps shows their connections, states, and how many notifications wait since when', async () => {
  const relay = await openRelay();
  const { key, id } = await keyFor(relay, VENUE, OTHER_VENUE);
  const health = {
    appVersion: '0.2.0',
    openOrders: 3,
    printers: 'trouble',
    till: 'none',
    refreshTokenDays: 12.5,
    managedVersion: null,
    updateRing: 'early',
  };
  const counter = await listen(relay, key, { [VENUE]: 0, [OTHER_VENUE]: 0 });
  counter.send(ping(1, { health, at: new Date(Date.now() + 90_000).toISOString() }));
  await postOrder(relay, orderNotification(VENUE));
  await expect.poll(() => counter.news().length).toBe(1);
  const { body } = await operator(relay, 'GET', '/counters');
  expect(body).toMatchObject({
    counters: [
      {
        id,
        label: 'Harbour Kitchen',
        venue_ids: [VENUE, OTHER_VENUE],
        is_connected: true,
        way: 'socket',
        connected_since: expect.any(String),
        last_proof_at: expect.any(String),
        app_version: '0.2.0',
        update_ring: 'early',
        waiting: 1,
        waiting_since: expect.any(String),
        printers: 'trouble',
        till: 'none',
        open_orders: 3,
        refresh_token_days: 12.5,
      },
    ],
  });
  const [shown] = (body as { counters: { clock_offset_ms: number }[] }).counters;
  expect(Math.abs((shown?.clock_offset_ms ?? 0) - 90_000)).toBeLessThan(10_000);
  expect((await operator(relay, 'GET', `/venues/${VENUE}/backlog`)).body).toMatchObject({
    venue_id: VENUE,
    waiting: 1,
    counters: [{ id, waiting: 1 }],
    news: [{ kind: 'order', taken_at: expect.any(String) }],
  });
  counter.ack(VENUE);
  await counter.close();
  await expect
    .poll(async () => (await operator(relay, 'GET', '/counters')).body)
    .toMatchObject({ counters: [{ is_connected: false, waiting: 0, waiting_since: null, connected_since: null }] });
});

test('venues without readers, silent apps and unroutable events are listed as problems', async () => {
  const time = runningTime();
  const relay = await openRelay({ time });
  expect(await problems(relay)).toEqual([]);
  await postOrder(relay, orderNotification('a-venue-of-tomorrow'));
  await postDelivery(
    relay,
    deliveryEvent({
      type: 'order.location_updated',
      details: { id: 'e1', service_order_reference_id: 's1', tracking_id: 't1', courier_location: { lat: 60.17, lon: 24.94 } },
    }),
  );
  expect(await problems(relay)).toEqual(['unknown-venue', 'unroutable']);
  await keyFor(relay, 'a-venue-of-tomorrow');
  expect(await problems(relay)).toEqual(['unroutable']);
  await time.advance(61_000);
  expect(await problems(relay)).toEqual(['silent', 'unroutable']);

  const listed = await operator(relay, 'GET', '/unroutable');
  expect(listed.body).toMatchObject({ waiting: 1, news: [{ kind: 'delivery', type: 'order.location_updated', reference: 's1' }] });
  expect(JSON.stringify(listed.body)).not.toMatch(/60\.17|token/);
  const [news] = (listed.body as { news: { seq: number }[] }).news;
  const { key } = await keyFor(relay, VENUE);
  const counter = await listen(relay, key, { [VENUE]: 0 });
  expect((await operator(relay, 'POST', `/unroutable/${news?.seq}`, { venue_id: VENUE })).status).toBe(204);
  await expect.poll(() => counter.news()).toMatchObject([{ venueId: VENUE, kind: 'delivery', signature: null }]);
  expect((await operator(relay, 'POST', `/unroutable/${news?.seq}`, { venue_id: VENUE })).status).toBe(404);
  expect((await operator(relay, 'POST', '/unroutable/1', {})).status).toBe(400);
});

test('a wrong webhook secret is listed as a problem until a correctly signed request arrives', async () => {
  const relay = await openRelay();
  const post = (secret?: string) => {
    const body = orderNotification(VENUE);
    return postOrder(relay, body, secret === undefined ? 'no-signature' : signed(body, secret));
  };
  for (let count = 0; count < 5; count += 1) expect(await post()).toBe(401);
  expect(await problems(relay)).toEqual([]);
  for (let count = 0; count < 5; count += 1) expect(await post('another-secret-of-the-webhook')).toBe(401);
  expect((await operator(relay, 'GET', '/problems')).body).toMatchObject({
    problems: [{ code: 'wrong-secret', text: expect.stringContaining('webhook_secrets.orders') }],
  });
  expect(await post(ORDER_SECRET)).toBe(200);
  expect(await problems(relay)).toEqual(['unknown-venue']);
});

test('notifications are deleted after the hours that are set, and reported; a changed clock deletes none', async () => {
  const time = runningTime();
  const relay = await openRelay({ time, settings: { retention_hours: 2 } });
  await postOrder(relay, orderNotification(VENUE));
  const backlog = async () => ((await operator(relay, 'GET', `/venues/${VENUE}/backlog`)).body as { waiting: number }).waiting;
  for (const moved of [30 * 24 * HOUR, -30 * 24 * HOUR]) {
    time.setWall(time.wall() + moved);
    await time.advance(60_000);
    expect(await problems(relay)).toContain('clock-moved');
    expect(await backlog()).toBe(1);
    time.setWall(time.wall() - moved);
    await time.advance(60_000);
    expect(await problems(relay)).toEqual(['unknown-venue']);
  }
  await time.advance(HOUR);
  expect(await backlog()).toBe(1);
  await time.advance(HOUR);
  await expect.poll(backlog).toBe(0);
  expect(await problems(relay)).toEqual(['expired']);
  await postOrder(relay, orderNotification(VENUE));
  expect(await backlog()).toBe(1);
});

test('notifications received while the clock was a month slow are kept for the hours that are set too', async () => {
  const time = runningTime();
  const relay = await openRelay({ time, settings: { retention_hours: 2 } });
  const backlog = async () => ((await operator(relay, 'GET', `/venues/${VENUE}/backlog`)).body as { waiting: number }).waiting;
  time.setWall(time.wall() - 30 * 24 * HOUR);
  await time.advance(60_000);
  await postOrder(relay, orderNotification(VENUE));
  time.setWall(time.wall() + 30 * 24 * HOUR);
  await time.advance(HOUR);
  expect(await backlog()).toBe(1);
  await time.advance(2 * HOUR);
  await expect.poll(backlog).toBe(0);
  expect(await problems(relay)).toEqual(['expired']);
});

test('unknown paths, other methods and invalid names get an answer', async () => {
  const relay = await openRelay();
  expect((await operator(relay, 'GET', '/nothing')).status).toBe(404);
  expect((await operator(relay, 'PUT', '/counters')).status).toBe(405);
  expect((await operator(relay, 'GET', '/venues/%E0%A4%A/backlog')).status).toBe(404);
  expect((await operator(relay, 'DELETE', `/counters/${randomUUID()}`)).status).toBe(404);
  expect(relay.defects).toEqual([]);
});

test("metrics are in OpenMetrics, and served to the relay's own computer or with the operator's key", async () => {
  const { relay, key } = await relayWithKey();
  await listen(relay, key, { [VENUE]: 0 });
  const body = orderNotification(VENUE);
  await postOrder(relay, body);
  await postOrder(relay, body);
  await postOrder(relay, body, '0'.repeat(64));
  const answer = await fetch(relay.addresses.metrics_url);
  expect(answer.headers.get('content-type')).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
  const text = await answer.text();
  for (const line of [
    'relay_requests_total{outcome="kept"} 1',
    'relay_requests_total{outcome="known"} 1',
    'relay_requests_total{outcome="refused"} 1',
    'relay_counters 1',
    'relay_counters_connected 1',
    'relay_waiting 1',
    'relay_expired_total 0',
    'relay_storage_trouble 0',
  ])
    expect(text.split('\n')).toContain(line);
  expect(text.endsWith('\n# EOF\n')).toBe(true);
  // Each line is a comment, or a name with at most one label and a value; no venue is named.
  for (const line of text.trim().split('\n'))
    expect(line).toMatch(/^(# (TYPE|HELP) \w+ .+|# EOF|[a-z_]+(\{[a-z]+="[a-z]+"\})? [\d.e+-]+)$/);
  expect(text).not.toContain(VENUE);
  const forwarded = (authorization: string) =>
    new Promise((resolve) =>
      request(relay.addresses.metrics_url, { headers: { 'x-forwarded-for': '192.0.2.1', authorization } }, (got) =>
        resolve(got.resume().statusCode),
      ).end(),
    );
  expect(await forwarded('')).toBe(401);
  expect(await forwarded(`Bearer ${relay.addresses.operator_key}`)).toBe(200);
});
