/** Several relays that share one Postgres. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { makeSettingsPair, signSettings } from '../../../contract/relay/settings-document.ts';
import { RELAY_PATHS } from '../../../contract/relay/wire.ts';
import { keepAlerts } from '../../../relay/alerts/keep-alerts.ts';
import { COMMANDS } from '../../../relay/command/commands.ts';
import { openPostgresDatabase } from '../../../relay/engine/postgres/database.ts';
import type { RelayShown } from '../../../relay/operator/other-relays.ts';
import type { Watched } from '../../../relay/operator/problems.ts';
import { createSharedAlertRows } from '../../../relay/store/shared/shared-alert-rows.ts';
import { systemTime } from '../../../shared/time/system-time.ts';
import { testFolder } from '../../setup/parts.ts';
import { openPooler, openPostgres, openStandby, type Postgres } from '../../setup/postgres.ts';
import { runningTime } from '../../setup/test-time.ts';
import { HEALTH, receiver } from './alert-receiver.ts';
import { OTHER_VENUE, openRelay, orderNotification, postOrder, type RunningRelay, signed, VENUE } from './at-the-relay.ts';
import { type Invited, keyFor, type LightCounter, listen, operator, ping, redeem } from './light-counter.ts';

const LONG = { timeout: 40_000 };

let postgres: Postgres;
beforeAll(async () => {
  postgres = await openPostgres(afterAll);
});

let databases = 0;
function freshDatabase(): string {
  databases += 1;
  postgres.sql(`CREATE DATABASE of_test_${databases}`);
  return postgres.url.replace(/postgres$/, `of_test_${databases}`);
}

type Options = NonNullable<Parameters<typeof openRelay>[0]>;

function relayOn(url: string, name: string, { settings, ...more }: Options = {}): Promise<RunningRelay> {
  return openRelay({ ...more, settings: { ...settings, name, engine: { postgres: { urls: [url], replicated_beneath: true } } } });
}

/** A data folder with the key files of that relay. */
function folderLike({ dataDir }: RunningRelay): string {
  const folder = testFolder();
  for (const file of ['waiting.key', 'operator.key']) copyFileSync(join(dataDir, file), join(folder, file));
  return folder;
}

async function twoRelays(options: Options = {}): Promise<[RunningRelay, RunningRelay]> {
  const url = freshDatabase();
  const one = await relayOn(url, 'one', options);
  return [one, await relayOn(url, 'two', { ...options, dataDir: folderLike(one) })];
}

const bodies = (counter: LightCounter): string[] => counter.news().map(({ body }) => Buffer.from(body, 'base64').toString());
const isConnected = async (relay: RunningRelay, id: string): Promise<unknown> => {
  const { counters } = (await operator(relay, 'GET', '/counters')).body as { counters: { id: string; is_connected: boolean }[] };
  return counters.find((counter) => counter.id === id)?.is_connected;
};

test('a code made at one relay is used at another, and the counter connects to either and gets what both received', async () => {
  const [one, two] = await twoRelays();
  const { code } = (await operator(one, 'POST', '/invitations', { venue_ids: [VENUE] })).body as Invited;
  const { body } = await redeem(two, code);
  expect((await redeem(one, code)).status).not.toBe(200);
  const sent = [orderNotification(VENUE), orderNotification(VENUE)];
  const counter = await listen(one, String(body.key), { [VENUE]: 0 });
  for (const [at, relay] of [two, one].entries()) {
    expect(await postOrder(relay, sent[at] ?? Buffer.alloc(0))).toBe(200);
    await expect.poll(() => bodies(counter).length, LONG).toBe(at + 1);
  }
  expect(bodies(counter)).toEqual(sent.map(String));
  counter.ack(VENUE);
  await counter.close();
  const later = await listen(two, String(body.key), { [VENUE]: counter.news().at(-1)?.seq ?? 0 });
  await expect.poll(() => later.frames[0], LONG).toMatchObject({ type: 'welcome' });
  await expect.poll(() => isConnected(one, String(body.counterId)), LONG).toBe(true);
});

test('text that Postgres cannot store is refused with a word about it, and a notification with it names no venue', async () => {
  const [one] = await twoRelays();
  for (const venue_id of ['v\0', 'v\ud800'])
    expect(await operator(one, 'POST', '/invitations', { venue_ids: [venue_id] })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('venue_ids') },
    });
  expect(await operator(one, 'POST', '/invitations', { venue_ids: [VENUE], label: 'a\0b' })).toMatchObject({ status: 400 });
  for (const path of ['/counters/%00', '/counters/%00/support']) expect(await operator(one, 'DELETE', path)).toMatchObject({ status: 404 });
  const { code } = (await operator(one, 'POST', '/invitations', { venue_ids: [VENUE] })).body as Invited;
  const labelled = { method: 'POST', body: JSON.stringify({ code, label: 'a\0b' }) };
  expect((await fetch(one.addresses.counter_url + RELAY_PATHS.redeem, labelled)).status).toBe(200);
  expect(await postOrder(one, orderNotification('v\0'))).toBe(200);
  expect((await operator(one, 'GET', '/unroutable')).body).toMatchObject({ waiting: 1 });
}, 60_000);

test('a counter that is removed at one relay is sent away by the other, and may connect to neither', async () => {
  const [one, two] = await twoRelays();
  const { key, id } = await keyFor(one, VENUE);
  const counter = await listen(two, key, { [VENUE]: 0 });
  await expect.poll(() => counter.frames.length, LONG).toBe(1);
  expect(await operator(one, 'DELETE', `/counters/${id}`)).toMatchObject({ status: 204 });
  expect(await counter.ended).toBe('revoked');
  for (const relay of [one, two]) expect(await (await listen(relay, key, null)).ended).toBe('revoked');
  expect(await operator(two, 'DELETE', `/counters/${id}`)).toMatchObject({ status: 404 });
});

test('of two connections with one key to two relays, the newer stays', async () => {
  const [one, two] = await twoRelays();
  const { key } = await keyFor(one, VENUE);
  const older = await listen(one, key, { [VENUE]: 0 });
  await expect.poll(() => older.frames.length, LONG).toBe(1);
  const newer = await listen(two, key, { [VENUE]: 0 });
  expect(await older.ended).toBe('too-many');
  newer.send(ping(7));
  await expect.poll(() => newer.frames.at(-1), LONG).toMatchObject({ type: 'pong', id: 7 });
});

test("a group's settings published at one relay reach a counter of the other; an older version is refused by both", async () => {
  const [one, two] = await twoRelays();
  const pair = makeSettingsPair();
  const publish = (relay: RunningRelay, version: number) =>
    operator(
      relay,
      'POST',
      '/settings/harbour',
      signSettings({ format: 1, group: 'harbour', version, by: 'Example chain', made_at: '2026-11-22T12:00:00Z', settings: {} }, pair),
    );
  const invitation = { venue_ids: [VENUE], group: 'harbour', settings_key: pair.publicKey };
  const { code } = (await operator(one, 'POST', '/invitations', invitation)).body as Invited;
  const { body } = await redeem(one, code);
  const counter = await listen(two, String(body.key), null);
  counter.send({
    type: 'hello',
    versions: [2],
    appVersion: '0.1.0',
    venues: [],
    at: new Date().toISOString(),
    settings: { version: 0, refused: 0 },
  });
  await expect.poll(() => counter.frames.length, LONG).toBe(1);
  expect((await publish(one, 1)).status).toBe(201);
  await expect.poll(() => counter.frames.at(-1), LONG).toMatchObject({ type: 'settings', key: pair.publicKey });
  await expect.poll(async () => (await operator(two, 'GET', '/settings/harbour')).body, LONG).toMatchObject({ version: 1 });
  counter.send(ping(1, { health: { ...HEALTH, managedVersion: 1 } }));
  const used = async () => ((await operator(one, 'GET', '/settings')).body as { groups: object[] }).groups;
  await expect.poll(used, LONG).toMatchObject([{ counters: 1, counters_running_it: 1 }]);
  expect((await publish(two, 1)).status).toBe(409);
  expect((await publish(two, 2)).status).toBe(201);
});

test('a support file is asked for at one relay and given to a counter of the other', async () => {
  const [one, two] = await twoRelays();
  const { key, id } = await keyFor(one, VENUE);
  const counter = await listen(two, key, null);
  counter.send({ type: 'hello', versions: [2], appVersion: '0.1.0', venues: [], at: new Date().toISOString(), support: { request: null } });
  await expect.poll(() => counter.frames.length, LONG).toBe(1);
  const asked = await operator(one, 'POST', `/counters/${id}/support`, { reason: 'The printer stops.' });
  expect(asked.status).toBe(201);
  const request = (asked.body as { id: string }).id;
  await expect
    .poll(() => counter.frames.at(-1), LONG)
    .toMatchObject({ type: 'support', request: { id: request, reason: 'The printer stops.' } });
  expect((await operator(two, 'POST', `/counters/${id}/support`, { reason: 'Once more.' })).status).toBe(409);
  const file = gzipSync('a file').toString('base64');
  const headers = { authorization: `Bearer ${key}` };
  const answer = () =>
    fetch(`${two.addresses.counter_url}${RELAY_PATHS.support}/${request}`, { method: 'POST', headers, body: JSON.stringify({ file }) });
  expect([(await answer()).status, (await answer()).status]).toEqual([200, 200]);
  expect((await operator(one, 'GET', `/counters/${id}/support`)).body).toMatchObject({ state: 'sent' });
  expect((await operator(one, 'DELETE', `/counters/${id}/support`)).status).toBe(204);
  expect((await answer()).status).toBe(410);
});

test('one relay alerts about counters; a relay that stops reporting, or has other webhook secrets, is a problem at the others', async () => {
  const reported = await receiver();
  const url = freshDatabase();
  const settings = { alerts: { url: reported.url } };
  const one = await relayOn(url, 'one', { settings });
  const two = await relayOn(url, 'two', { settings, dataDir: folderLike(one), orderSecrets: ['another-order-secret-of-128-bits'] });
  await postOrder(one, orderNotification(VENUE));
  await expect.poll(() => reported.reported().toSorted(), LONG).toEqual(['relays-differ began', 'unknown-venue began']);
  await two.stop();
  await expect
    .poll(() => reported.reported().toSorted(), LONG)
    .toEqual(['relays-differ began', 'relays-differ ended', 'unknown-venue began']);
  postgres.sql(`INSERT INTO relay VALUES ('three', '{}', clock_ms() - 20000)`, new URL(url).pathname.slice(1));
  await expect.poll(() => reported.reported(), LONG).toContain('relay-away began');
  expect(reported.alerts().at(-1)).toMatchObject({ code: 'relay-away', relay: 'three' });
  await systemTime.wait(6_000);
  expect(reported.alerts()).toHaveLength(4);
}, 90_000);

test('an alert that a relay left unsent when it died is sent by the next one', async () => {
  const reported = await receiver();
  const url = freshDatabase();
  await relayOn(url, 'one', { settings: { alerts: { url: reported.url } } });
  const database = new URL(url).pathname.slice(1);
  const lease = () => postgres.sql('SELECT until FROM lease', database);
  await expect.poll(lease, LONG).not.toBe('');
  const first = lease();
  await expect.poll(lease, LONG).not.toBe(first);
  const alert = { state: 'began', code: 'silent' };
  postgres.sql(`INSERT INTO alert_message (body) VALUES ('${JSON.stringify({ id: 'left', at: '', alerts: [alert] })}')`, database);
  await expect.poll(reported.reported, LONG).toEqual(['silent began']);
  await expect.poll(() => postgres.sql('SELECT count(*) FROM alert_message', database), LONG).toBe('0');
}, 60_000);

test('each relay lists all of its database, and one that is away with what only its disk has', async () => {
  const [one, two] = await twoRelays();
  const database = `of_test_${databases}`;
  const state = { version: '0.0.1', secrets: '', spooled: 12, problems: [] };
  postgres.sql(`INSERT INTO relay VALUES ('three', '${JSON.stringify(state)}', clock_ms() - 20000)`, database);
  const listed = async (relay: RunningRelay) => ((await operator(relay, 'GET', '/relays')).body as { relays: RelayShown[] }).relays;
  for (const relay of [one, two]) {
    await expect.poll(async () => (await listed(relay)).length, LONG).toBe(3);
    const [first, three, second] = await listed(relay);
    expect([first, second]).toMatchObject(
      ['one', 'two'].map((name) => ({ name, is_away: false, spooled: 0, version: expect.stringMatching(/^\d/) })),
    );
    expect(three).toMatchObject({ name: 'three', is_away: true, spooled: 12, version: '0.0.1' });
    expect(Date.parse(three?.seen_at ?? '')).toBeLessThan(Date.now() - 15_000);
  }
  const typed = await COMMANDS.get('relays')?.({ dataDir: two.dataDir, words: [], label: undefined, json: false, now: Date.now });
  expect(typed?.replace(/version \d\S*|seen \S+Z/g, '*').split('\n')).toEqual([
    'one  up, *',
    'three  away, last *, 12 waiting on its disk for the database',
    'two  up, *',
  ]);
  const body = orderNotification(VENUE);
  for (let times = 0; times < 5; times += 1) await postOrder(two, body, signed(body, 'another-secret-of-the-webhook'));
  const status = () => COMMANDS.get('status')?.({ dataDir: one.dataDir, words: [], label: undefined, json: false, now: Date.now });
  await expect.poll(status, LONG).toContain('\n  ! Relay two: The last order notifications were refused');
});

test('two relays of the same name are a problem until one of them ends', async () => {
  const url = freshDatabase();
  const one = await relayOn(url, 'one');
  const again = await relayOn(url, 'one', { dataDir: folderLike(one) });
  const found = async () => ((await operator(one, 'GET', '/problems')).body as { problems: object[] }).problems;
  await expect
    .poll(found, LONG)
    .toMatchObject([{ code: 'relays-differ', text: expect.stringContaining('Two relays are named one'), relay: 'one' }]);
  await again.stop();
  await expect.poll(found, LONG).toEqual([]);
}, 120_000);

test('without the database a relay welcomes the counters that it knows, and does not refuse the key of another', async () => {
  const own = await openPostgres();
  const one = await relayOn(own.url, 'one');
  const { key } = await keyFor(one, VENUE);
  own.kill();
  const counter = await listen(one, key, { [VENUE]: 5 });
  await expect.poll(() => counter.frames[0], LONG).toMatchObject({ type: 'welcome', venues: [{ venueId: VENUE, last: 5 }] });
  expect(await (await listen(one, 'a-key-that-another-relay-may-know', null)).ended).toBe('closing');
  own.start();
  await expect.poll(async () => (await listen(one, 'a-key-that-no-relay-knows', null)).ended, LONG).toBe('key');
}, 120_000);

test('a database restored from before gets back counters, removals and settings from its relays', async () => {
  const url = freshDatabase();
  const name = new URL(url).pathname.slice(1);
  const one = await relayOn(url, 'one');
  const { key } = await keyFor(one, VENUE);
  const removed = await keyFor(one, 'another-venue');
  await operator(one, 'DELETE', `/counters/${removed.id}`);
  const pair = makeSettingsPair();
  const made = { by: 'Example chain', made_at: '2026-11-22T12:00:00Z', settings: {} };
  await operator(one, 'POST', '/settings/harbour', signSettings({ format: 1, group: 'harbour', version: 3, ...made }, pair));
  // As a backup from before all that.
  postgres.sql(
    `UPDATE registry_version SET version = 1; DELETE FROM counter WHERE revoked_at IS NULL; DELETE FROM group_settings; DELETE FROM reader;
     UPDATE counter SET revoked_at = NULL, version = 1`,
    name,
  );
  const rows = (): string => postgres.sql('SELECT count(*), count(revoked_at) FROM counter', name);
  await expect.poll(rows, LONG).toBe('2|1');
  await expect.poll(() => postgres.sql('SELECT number FROM group_settings', name), LONG).toBe('3');
  const two = await relayOn(url, 'two', { dataDir: folderLike(one) });
  const counter = await listen(two, key, { [VENUE]: 0 });
  await expect.poll(() => counter.frames[0], LONG).toMatchObject({ type: 'welcome' });
  await postOrder(one, orderNotification(VENUE));
  await expect.poll(() => counter.news().length, LONG).toBe(1);
  expect(await (await listen(two, removed.key, null)).ended).toBe('revoked');
  expect((await operator(two, 'GET', '/settings/harbour')).body).toMatchObject({ version: 3 });
}, 60_000);

test('a change made right after a restore does not hide it from the relays', async () => {
  const url = freshDatabase();
  const one = await relayOn(url, 'one');
  await keyFor(one, VENUE);
  const removed = await keyFor(one, OTHER_VENUE);
  await operator(one, 'DELETE', `/counters/${removed.id}`);
  const { code } = (await operator(one, 'POST', '/invitations', { venue_ids: [VENUE] })).body as Invited;
  const name = new URL(url).pathname.slice(1);
  postgres.sql(
    `UPDATE registry_version SET version = 1; DELETE FROM counter WHERE revoked_at IS NULL; UPDATE counter SET revoked_at = NULL, version = 1`,
    name,
  );
  expect((await redeem(one, code)).status).toBe(200);
  await expect.poll(() => postgres.sql('SELECT count(*), count(revoked_at) FROM counter', name), LONG).toBe('3|1');
}, 60_000);

test('a counter that was removed stays so at a relay, even if the database has forgotten it', async () => {
  const url = freshDatabase();
  const one = await relayOn(url, 'one');
  const { key, id } = await keyFor(one, VENUE);
  await operator(one, 'DELETE', `/counters/${id}`);
  postgres.sql('UPDATE counter SET revoked_at = NULL, version = (SELECT next_version(clock_ms()))', new URL(url).pathname.slice(1));
  // Reads all changes before.
  await keyFor(one, OTHER_VENUE);
  expect(await (await listen(one, key, null)).ended).toBe('revoked');
}, 60_000);

test('removing a counter again, after the database went away in between, removes what the first try left', async () => {
  const url = freshDatabase();
  const one = await relayOn(url, 'one');
  const { id } = await keyFor(one, VENUE);
  const name = new URL(url).pathname.slice(1);
  postgres.sql('UPDATE counter SET revoked_at = 1, version = (SELECT next_version(clock_ms()))', name);
  expect((await operator(one, 'DELETE', `/counters/${id}`)).status).toBe(404);
  expect(postgres.sql('SELECT count(*) FROM reader', name)).toBe('0');
}, 60_000);

test('a relay whose clock is a day ahead says so and deletes nothing; the newer of two connections stays', async () => {
  const url = freshDatabase();
  const one = await relayOn(url, 'one');
  const { key } = await keyFor(one, VENUE);
  const time = runningTime();
  time.setWall(time.wall() + 24 * 3_600_000);
  const settings = { retention_hours: 1 };
  const two = await relayOn(url, 'two', { settings, time, dataDir: folderLike(one) });
  await postOrder(one, orderNotification(VENUE));
  const problems = async () =>
    ((await operator(two, 'GET', '/problems')).body as { problems: { text: string }[] }).problems.map(({ text }) => text).join();
  await expect.poll(problems, LONG).toMatch("The clock of this computer and the database's differ by 1440 minutes.");
  const older = await listen(two, key, { [VENUE]: 0 });
  await expect.poll(() => older.frames.length, LONG).toBe(2);
  await listen(one, key, { [VENUE]: 0 });
  expect(await older.ended).toBe('too-many');
  await time.advance(120_000);
  expect((await operator(one, 'GET', `/venues/${VENUE}/backlog`)).body).toMatchObject({ waiting: 1 });
}, 90_000);

test('a relay that checks its counters for longer than a lease keeps the lease, and its alert is sent', async () => {
  const reported = await receiver();
  const settings = { urls: [freshDatabase()], ca_file: null, replicated_beneath: true };
  const database = openPostgresDatabase(settings, null, systemTime);
  onTestFinished(() => database[Symbol.dispose]());
  for (const name of ['one', 'two']) {
    const alerting = keepAlerts({
      watched: { time: systemTime, registry: { counters: () => [] } } as unknown as Watched,
      problems: async () => {
        await systemTime.wait(20_000);
        return [{ code: 'silent', text: '', venue_id: null, counter_id: 'c', group: null, relay: null, since: null }];
      },
      rows: createSharedAlertRows(database, name),
      settings: () => ({ url: reported.url, secret: null }),
      onDefect: () => undefined,
    });
    onTestFinished(() => alerting[Symbol.dispose]());
  }
  await expect.poll(reported.reported, LONG).toEqual(['silent began']);
}, 90_000);

test('a relay with another waiting.key or operator.key than the others does not start', async () => {
  const url = freshDatabase();
  await relayOn(url, 'one');
  await expect(relayOn(url, 'two')).rejects.toThrow(/waiting\.key is not the one of the other relays/);
});

test('if a standby is promoted while the earlier primary runs on, the relay uses the promoted one and says so', async () => {
  const primary = await openPostgres();
  const standby = await openStandby(primary);
  const engine = { postgres: { urls: [primary.url, standby.url], replicated_beneath: true } };
  const relay = await openRelay({ settings: { name: 'one', engine } });
  const { key } = await keyFor(relay, VENUE);
  const counter = await listen(relay, key, { [VENUE]: 0 });
  const sent = [orderNotification(VENUE), orderNotification(VENUE), orderNotification(VENUE)];
  for (const [at, body] of sent.entries()) {
    if (at === 1) standby.promote();
    expect(await postOrder(relay, body)).toBe(200);
    await expect.poll(() => counter.news().filter(({ seq }) => seq > 0).length, LONG).toBe(at + 1);
  }
  expect(standby.sql('SELECT count(*) FROM news')).toBe('3');
  const problems = async () => ((await operator(relay, 'GET', '/problems')).body as { problems: { text: string }[] }).problems;
  await expect.poll(async () => (await problems()).map(({ text }) => text).join(), LONG).toMatch(/both take writes/);
  primary.kill();
  await expect.poll(problems, LONG).toEqual([]);
}, 120_000);

test('behind a pooler in transaction mode counters get their notifications, and the operator reads to name the database itself', async () => {
  const relay = await relayOn(await openPooler(freshDatabase()), 'one');
  const { key } = await keyFor(relay, VENUE);
  const counter = await listen(relay, key, { [VENUE]: 0 });
  const texts = async () => {
    expect(await postOrder(relay, orderNotification(VENUE))).toBe(200);
    return ((await operator(relay, 'GET', '/problems')).body as { problems: { text: string }[] }).problems.map(({ text }) => text).join();
  };
  await expect.poll(texts, LONG).toMatch(/name the database itself, not a pooler/);
  expect(counter.news().length).toBeGreaterThan(0);
}, 60_000);
