/** Alerts to a relay's operator by webhook: one when a trouble begins, one when it ends. */
import { createHmac } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { isOlder } from '../../../relay/operator/problems.ts';
import { isJson } from '../../setup/is-json.ts';
import { testServer } from '../../setup/parts.ts';
import { type RunningTime, runningTime } from '../../setup/test-time.ts';
import { fillDisk, openRelay, orderNotification, postOrder, type RunningRelay, VENUE } from './at-the-relay.ts';
import { keyFor, type LightCounter, listen, operator, ping } from './light-counter.ts';

interface Alert {
  id: string;
  state: 'began' | 'ended';
  code: string;
  text: string;
  counter_id: string | null;
  venue_id: string | null;
  began_at: string;
  ended_at: string | null;
}

interface Receiver {
  url: string;
  /** The answer's status; null for no answer. */
  status: number | null;
  requests: { body: string; signature: string | undefined }[];
  /** In order of arrival. */
  reported(): string[];
  alerts(): Alert[];
}

async function receiver(): Promise<Receiver> {
  const taken: string[] = [];
  const { origin } = await testServer(async (request, response) => {
    const body = await text(request);
    const { 'relay-signature': signature } = request.headers;
    here.requests.push({ body, signature: signature === undefined ? undefined : String(signature) });
    if (here.status === null) return;
    const status = isJson(request) ? here.status : 415;
    if (status === 200) taken.push(body);
    response.writeHead(status).end();
  });
  const alerts = (): Alert[] => taken.flatMap((body) => (JSON.parse(body) as { alerts: Alert[] }).alerts);
  const here: Receiver = {
    url: `${origin}/alerts`,
    status: 200,
    requests: [],
    reported: () => alerts().map(({ state, code }) => `${code} ${state}`),
    alerts,
  };
  return here;
}

async function watched(secret?: string): Promise<{ relay: RunningRelay; reported: Receiver; time: RunningTime }> {
  const reported = await receiver();
  const time = runningTime();
  const alerts = { url: reported.url, ...(secret === undefined ? {} : { secret }) };
  return { relay: await openRelay({ time, settings: { alerts } }), reported, time };
}

async function pass(time: RunningTime, ms: number, counter: LightCounter | null = null, health: object = {}): Promise<void> {
  for (let passed = 0; passed < ms; passed += 5_000) {
    const before = counter?.frames.length ?? 0;
    counter?.send(ping(passed, { at: new Date(time.wall()).toISOString(), ...health }));
    if (counter) await expect.poll(() => counter.frames.length).toBeGreaterThan(before);
    await time.advance(5_000);
  }
}

const HEALTH = { appVersion: '99.0.0', openOrders: 0, printers: 'none', till: 'none', refreshTokenDays: 20, managedVersion: null };

test('an app silent for a minute with notifications waiting raises one alert, and one at its end', async () => {
  const { relay, reported, time } = await watched();
  const { key, id } = await keyFor(relay, VENUE);
  const idle = await keyFor(relay, 'a-venue-without-news');
  const body = orderNotification(VENUE);
  await postOrder(relay, body);
  await pass(time, 50_000);
  expect(reported.reported()).toEqual([]);
  await pass(time, 15_000);
  await expect.poll(reported.reported).toEqual(['silent began']);
  await pass(time, 60_000);
  expect(reported.alerts()).toMatchObject([
    { counter_id: id, venue_id: null, ended_at: null, text: 'Harbour Kitchen is not connected, and 1 notification waits for it.' },
  ]);
  expect(idle.id).not.toBe(id);
  const counter = await listen(relay, key, { [VENUE]: 0 });
  await expect.poll(() => counter.news().length).toBe(1);
  counter.ack(VENUE);
  await pass(time, 10_000, counter);
  await expect.poll(reported.reported).toEqual(['silent began', 'silent ended']);
  const [began, ended] = reported.alerts();
  expect(ended).toMatchObject({ id: began?.id, began_at: began?.began_at, ended_at: expect.any(String) });
  // Alerts have no order data.
  const { id: notification, order } = JSON.parse(body.toString()) as { id: string; order: { id: string } };
  for (const { body: sent, signature } of reported.requests) {
    expect(sent).not.toMatch(new RegExp(`${notification}|${order.id}|${VENUE}`));
    expect(signature).toBeUndefined();
  }
  expect(relay.defects).toEqual([]);
});

test('an app with unacknowledged notifications, expiring access, a wrong clock or an old version raises alerts', async () => {
  const { relay, reported, time } = await watched();
  const { key, id } = await keyFor(relay, VENUE);
  const counter = await listen(relay, key, { [VENUE]: 0 });
  await pass(time, 20_000, counter, { health: HEALTH });
  await postOrder(relay, orderNotification(VENUE));
  await pass(time, 25_000, counter, { health: HEALTH });
  expect(reported.reported()).toEqual([]);
  await pass(time, 10_000, counter, { health: HEALTH });
  await expect.poll(reported.reported).toEqual(['unacknowledged began']);
  counter.ack(VENUE);
  await pass(time, 10_000, counter, { health: HEALTH });
  await expect.poll(reported.reported).toEqual(['unacknowledged began', 'unacknowledged ended']);

  const settingsRefused = { version: 4, code: 'not-manageable', about: 'relay.url' };
  const bad = { health: { ...HEALTH, appVersion: '0.0.9', refreshTokenDays: 6.9, settingsRefused } };
  counter.send(ping(1, { at: new Date(time.wall() - 90_000).toISOString(), ...bad }));
  await expect
    .poll(async () => (await operator(relay, 'GET', '/problems')).body)
    .toMatchObject({
      problems: [{ code: 'refresh-token' }, { code: 'clock-off' }, { code: 'version-behind' }, { code: 'settings-refused' }],
    });
  await time.advance(5_000);
  await expect
    .poll(() => reported.reported().slice(2))
    .toEqual(['refresh-token began', 'clock-off began', 'version-behind began', 'settings-refused began']);
  expect(reported.requests).toHaveLength(3);
  expect(
    reported
      .alerts()
      .slice(2)
      .map(({ text }) => text.replace(/\d+ s/, 'N s')),
  ).toEqual([
    'Harbour Kitchen has to be connected to the service anew: its access runs out in 6 days.',
    'The clock of Harbour Kitchen is N s behind.',
    expect.stringMatching(/^Harbour Kitchen runs version 0\.0\.9, and this relay \d/),
    "Harbour Kitchen refused version 4 of the settings: relay.url can't be managed remotely: tokens, secrets or orders go there, so whoever changed it would receive them. Leave it out.",
  ]);
  // While the app is away its alerts stay; they end when its key is revoked.
  await counter.close();
  await pass(time, 60_000);
  expect(reported.reported()).toHaveLength(6);
  await operator(relay, 'DELETE', `/counters/${id}`);
  await time.advance(5_000);
  await expect
    .poll(() => reported.reported().slice(6))
    .toEqual(['refresh-token ended', 'clock-off ended', 'version-behind ended', 'settings-refused ended']);
});

test('an app that reconnects every few seconds without acknowledging raises an alert', async () => {
  const { relay, reported, time } = await watched();
  const { key } = await keyFor(relay, VENUE);
  await postOrder(relay, orderNotification(VENUE));
  for (let times = 0; times < 9; times += 1) {
    const counter = await listen(relay, key, { [VENUE]: 0 });
    await pass(time, 5_000, counter);
    await counter.close();
  }
  await expect.poll(reported.reported).toEqual(['unacknowledged began']);
});

test("the relay's own trouble raises alerts: unknown venues, unroutable events, a full disk", async () => {
  const { relay, reported, time } = await watched();
  await postOrder(relay, orderNotification(null));
  await postOrder(relay, orderNotification('a-venue-of-tomorrow'));
  await time.advance(5_000);
  await expect.poll(reported.reported).toEqual(['unknown-venue began', 'unroutable began']);
  const mend = fillDisk(relay, 'news', 'write_probe', 'open_alerts', 'alert_messages');
  expect(await postOrder(relay, orderNotification(VENUE))).toBe(503);
  await time.advance(5_000);
  await expect.poll(() => reported.reported().slice(2)).toEqual(['storage began']);
  await time.advance(20_000);
  mend();
  expect(await postOrder(relay, orderNotification('a-venue-of-tomorrow'))).toBe(200);
  await pass(time, 15_000);
  await expect.poll(() => reported.reported().slice(2)).toEqual(['storage began', 'storage ended']);
});

test("an alert address that fails is retried at growing pauses and doesn't hold up notifications", async () => {
  const { relay, reported, time } = await watched('a-secret-of-the-alerts');
  reported.status = 503;
  const { key } = await keyFor(relay, VENUE);
  await postOrder(relay, orderNotification(null));
  await time.advance(5_000);
  await expect.poll(() => reported.requests.length).toBe(1);
  for (let tries = 1; tries < 6; tries += 1) {
    // Nothing is sent before the pause ends; each pause is twice the last.
    await expect.poll(() => relay.defects.length).toBe(tries);
    await time.advance(5_000 * 2 ** (tries - 1) - 1_000);
    expect(reported.requests).toHaveLength(tries);
    await time.advance(1_000);
    await expect.poll(() => reported.requests.length).toBe(tries + 1);
  }
  expect(String(relay.defects[0])).toContain('its address answers 503');
  reported.status = null;
  const again = await relay.again();
  await expect.poll(() => reported.requests.length).toBe(7);
  expect(await postOrder(again, orderNotification(VENUE))).toBe(200);
  const counter = await listen(again, key, { [VENUE]: 0 });
  await expect.poll(() => counter.news().length).toBe(1);
  reported.status = 200;
  await pass(time, 10_000, counter);
  await expect.poll(() => again.defects.map(String)).toContainEqual(expect.stringContaining('its address does not answer'));
  await pass(time, 5_000, counter);
  await expect.poll(reported.reported).toEqual(['unroutable began']);
  const { body, signature } = reported.requests.at(-1) ?? { body: '' };
  expect(signature).toBe(createHmac('sha256', 'a-secret-of-the-alerts').update(body).digest('hex'));
  expect(new Set(reported.requests.map((request) => request.body))).toEqual(new Set([body]));

  // The trouble ends after the next restart: its end is sent too, and nothing twice.
  const last = await again.again();
  const { news } = (await operator(last, 'GET', '/unroutable')).body as { news: [{ seq: number }] };
  await pass(time, 15_000);
  expect(reported.reported()).toEqual(['unroutable began']);
  await operator(last, 'POST', `/unroutable/${news[0].seq}`, { venue_id: VENUE });
  await time.advance(5_000);
  await expect.poll(reported.reported).toEqual(['unroutable began', 'unroutable ended']);
});

test("an app's alert continues over a restart of the relay and ends only when the app is connected", async () => {
  const { relay, reported, time } = await watched();
  const { key } = await keyFor(relay, VENUE);
  await postOrder(relay, orderNotification(VENUE));
  await pass(time, 65_000);
  await expect.poll(reported.reported).toEqual(['silent began']);
  const again = await relay.again();
  await pass(time, 90_000);
  expect(reported.reported()).toEqual(['silent began']);
  const counter = await listen(again, key, { [VENUE]: 0 });
  await expect.poll(() => counter.news().length).toBe(1);
  counter.ack(VENUE);
  await pass(time, 5_000, counter);
  await expect.poll(reported.reported).toEqual(['silent began', 'silent ended']);
});

test('versions of Tillbridge are compared by their numbers', () => {
  expect(isOlder('0.9.0', '0.10.0')).toBe(true);
  expect(isOlder('1.2.3-beta.1', '1.2.4')).toBe(true);
  for (const [version, than] of [
    ['0.10.0', '0.9.9'],
    ['1.2.3', '1.2.3'],
    ['test', '1.0.0'],
    ['1.0', '1.0.1'],
  ] as const)
    expect(isOlder(version, than)).toBe(false);
});
