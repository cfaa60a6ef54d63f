/** Alerts to a relay's operator by webhook: one when a trouble begins, one when it ends. */
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isOlder } from '../../../relay/operator/counter-problems.ts';
import { inDatabase } from '../../setup/parts.ts';
import { HEALTH, pass, watched } from './alert-receiver.ts';
import { fillDisk, OTHER_VENUE, orderNotification, postOrder, VENUE } from './at-the-relay.ts';
import { keyFor, listen, operator, ping } from './light-counter.ts';

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

test('a venue without orders raises an alert after twice its usual gap and half an hour, which a restart of the relay keeps', async () => {
  const { relay, reported, time } = await watched();
  const venues = { [VENUE]: 0, [OTHER_VENUE]: 0, 'a-third-venue': 0 };
  const { key } = await keyFor(relay, ...Object.keys(venues));
  const at = (minutes: number) => new Date(time.wall() + minutes * 60_000).toISOString();
  const state = { usualGapMs: 60_000, openSince: at(-900), soldOut: null, refusedChanges: 0 };
  const report = [
    { ...state, venueId: 'a-third-venue', lastOrderAt: at(-600) },
    { ...state, venueId: VENUE, lastOrderAt: at(-27) },
    { ...state, venueId: OTHER_VENUE, lastOrderAt: at(-15), usualGapMs: 20 * 60_000 },
    { ...state, venueId: 'a-venue-of-another-counter', lastOrderAt: at(-600) },
  ];
  const health = { health: { ...HEALTH, venues: report } };
  let counter = await listen(relay, key, venues);
  // Its report may be from before its connection.
  await pass(time, 110_000, counter, health);
  expect(reported.reported()).toEqual([]);
  await pass(time, 40_000, counter, health);
  await expect.poll(reported.reported).toEqual(['no-orders began']);
  expect(reported.alerts()[0]?.venue_id).toBe('a-third-venue');
  await pass(time, 40_000, counter, health);
  await expect.poll(reported.reported).toEqual(['no-orders began', 'no-orders began']);
  expect(reported.alerts()[1]).toMatchObject({
    venue_id: VENUE,
    since: report[1]?.lastOrderAt,
    text: `Harbour Kitchen (venue ${VENUE}) is open and gets no orders; usual now is one every 1 min.`,
  });
  const again = await relay.again();
  await pass(time, 30_000);
  counter = await listen(again, key, venues);
  await pass(time, 15 * 60_000, counter, health);
  expect(reported.reported()).toHaveLength(2);
  await pass(time, 15 * 60_000, counter, health);
  await expect.poll(() => reported.alerts()[2]).toMatchObject({ state: 'began', venue_id: OTHER_VENUE });
  const closed = report.map((one) => (one.venueId === VENUE ? { ...one, openSince: null } : { ...one, lastOrderAt: at(0) }));
  await pass(time, 10_000, counter, { health: { ...HEALTH, venues: closed } });
  await expect.poll(() => reported.reported().slice(3)).toEqual(['no-orders ended', 'no-orders ended', 'no-orders ended']);
});

test("no alert ends because the relay's notifications can't be read", async () => {
  const { relay, reported, time } = await watched();
  const { key } = await keyFor(relay, VENUE);
  const counter = await listen(relay, key, { [VENUE]: 0 });
  const bad = { health: { ...HEALTH, appVersion: '0.0.9' } };
  await postOrder(relay, orderNotification(null));
  await pass(time, 10_000, counter, bad);
  await expect.poll(reported.reported).toEqual(['version-behind began', 'unroutable began']);
  const rename = (from: string, to: string) =>
    inDatabase(join(relay.dataDir, 'relay.sqlite'), (db) => db.exec(`ALTER TABLE ${from} RENAME TO ${to}`));
  rename('expired', 'expired_before');
  await pass(time, 30_000, counter, bad);
  await expect.poll(() => reported.reported().slice(2)).toEqual(['database began']);
  rename('expired_before', 'expired');
  await pass(time, 30_000, counter, bad);
  await expect.poll(() => reported.reported().slice(2)).toEqual(['database began', 'database ended']);
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
