/** A chain at the relay: its groups, and which venues are silent. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeSettingsPair, signSettings } from '../../../contract/relay/settings-document.ts';
import { COMMANDS } from '../../../relay/command/commands.ts';
import { createEmbeddedEngine } from '../../../relay/engine/embedded.ts';
import type { Engine } from '../../../relay/engine/engine.ts';
import type { Presence } from '../../../relay/give/hub.ts';
import { type GroupStatus, groupsOf as readGroups, type SilentVenue } from '../../../relay/operator/status.ts';
import { openDatabase } from '../../../relay/store/database.ts';
import { createGroupSettings } from '../../../relay/store/group-settings.ts';
import { createRegistry } from '../../../relay/store/registry.ts';
import { onDefect, testFolder } from '../../setup/parts.ts';
import { runningTime } from '../../setup/test-time.ts';
import { HEALTH, pass } from './alert-receiver.ts';
import { openRelay, orderNotification, postOrder, type RunningRelay, VENUE } from './at-the-relay.ts';
import { type Invited, listen, operator, ping, redeem } from './light-counter.ts';

const HOUR_MS = 3_600_000;
const groupsOf = async (relay: RunningRelay) => ((await operator(relay, 'GET', '/groups')).body as { groups: GroupStatus[] }).groups;
const silentOf = async (relay: RunningRelay) => ((await operator(relay, 'GET', '/silent')).body as { venues: SilentVenue[] }).venues;
const run = (relay: RunningRelay, words: string[], json = false) =>
  COMMANDS.get('status')?.({ dataDir: relay.dataDir, words, label: undefined, json, now: Date.now }) ?? Promise.reject(new Error('none'));

async function invite(
  relay: RunningRelay,
  label: string,
  group: string | null,
  ...venue_ids: string[]
): Promise<{ key: string; id: string }> {
  const asked = { venue_ids, label, ...(group === null ? {} : { group }) };
  const { code } = (await operator(relay, 'POST', '/invitations', asked)).body as Invited;
  const { key, counterId } = (await redeem(relay, code)).body;
  return { key: String(key), id: String(counterId) };
}

test('groups show their counters, versions, settings, silent venues and problems', async () => {
  const time = runningTime();
  const relay = await openRelay({ time });
  expect([await groupsOf(relay), await silentOf(relay), await run(relay, [])]).toEqual([[], [], 'No counter has a key yet.']);
  const made = { format: 1 as const, group: 'harbour', by: 'Example chain', made_at: new Date(time.wall()).toISOString(), settings: {} };
  const pair = makeSettingsPair();
  for (const version of [1, 2]) await operator(relay, 'POST', '/settings/harbour', signSettings({ ...made, version }, pair));
  const [one, two] = [await invite(relay, 'One', 'harbour', 'v1'), await invite(relay, 'Two', 'harbour', 'v2')];
  await invite(relay, 'Three', 'harbour', 'v3', 'v4');
  const alone = await invite(relay, 'Alone', null, VENUE);
  await postOrder(relay, orderNotification('v3'));
  await time.advance(61_000);
  const at = new Date(time.wall()).toISOString();
  const counters = [
    await listen(relay, one.key, { v1: 0 }),
    await listen(relay, two.key, { v2: 0 }),
    await listen(relay, alone.key, { [VENUE]: 0 }),
  ];
  counters[0]?.send(
    ping(1, { at, health: { ...HEALTH, managedVersion: 2, updateRing: 'early', venues: [{ venueId: 'v1', refusedChanges: 2 }] } }),
  );
  counters[1]?.send(ping(1, { at, health: { ...HEALTH, appVersion: '98.0.0', managedVersion: 1, updateRing: 'stable' } }));
  counters[2]?.send(ping(1, { at, health: HEALTH }));
  for (const counter of counters) await expect.poll(() => counter.frames.some(({ type }) => type === 'pong')).toBe(true);

  expect(await groupsOf(relay)).toEqual([
    {
      group: 'harbour',
      counters: 3,
      connected: 2,
      silent_venues: 2,
      silent_since: expect.stringMatching(/Z$/),
      waiting: 1,
      waiting_since: expect.stringMatching(/Z$/),
      app_versions: [
        { version: '99.0.0', counters: 1 },
        { version: '98.0.0', counters: 1 },
      ],
      update_rings: [
        { ring: 'early', counters: 1 },
        { ring: 'stable', counters: 1 },
      ],
      newest_version: 2,
      settings_versions: [
        { version: 2, counters: 1 },
        { version: 1, counters: 1 },
      ],
      problems: [
        { code: 'refused-changes', count: 1 },
        { code: 'silent', count: 1 },
      ],
    },
    {
      group: null,
      counters: 1,
      connected: 1,
      silent_venues: 0,
      silent_since: null,
      waiting: 0,
      waiting_since: null,
      app_versions: [{ version: '99.0.0', counters: 1 }],
      update_rings: [],
      newest_version: null,
      settings_versions: [],
      problems: [],
    },
  ]);
  const all = await run(relay, []);
  expect(all.split('\n').map((line) => line.replace(/since \S+/g, 'since T'))).toEqual([
    'harbour: 2 of 3 counters connected, 1 waiting since T',
    '  silent: 2 venues, the longest since T',
    '  apps: 99.0.0 (1), 98.0.0 (1)',
    '  update rings: early (1), stable (1)',
    '  settings: version 2 (1), version 1 (1); the newest is version 2',
    '  problems: refused-changes (1), silent (1)',
    'No group: 1 of 1 counters connected, 0 waiting',
    '  apps: 99.0.0 (1)',
  ]);
  expect((await run(relay, ['harbour'])).split('\n').slice(6)).toEqual([
    expect.stringMatching(/^ {2}v3 {2}Three {2}not connected since \S+Z$/),
    expect.stringMatching(/^ {2}v4 {2}Three {2}not connected since \S+Z$/),
    '  ! The service refused 2 changes of One to its menu, hours or sale: look at its screen.',
    '  ! Three is not connected, and 1 notification waits for it.',
  ]);
  expect(JSON.parse(await run(relay, ['harbour'], true))).toMatchObject({ group: 'harbour', silent: [{}, {}], problems: [{}, {}] });
  await expect(run(relay, ['airport'])).rejects.toThrow('There is no group airport.');
  await expect(run(relay, ['harbour', 'airport'])).rejects.toThrow('Name one group, or none');
});

test('a venue is silent since its last counter left, or when its notifications stopped for twice the usual time', async () => {
  const time = runningTime();
  const relay = await openRelay({ time });
  const { key } = await invite(relay, 'One', null, 'v1');
  const other = await invite(relay, 'Other', null, 'v1');
  const [first, second] = [await listen(relay, key, { v1: 0 }), await listen(relay, other.key, { v1: 0 })];
  const report = (openSince: string | null) => ({
    health: { ...HEALTH, venues: [{ venueId: 'v1', lastOrderAt: null, usualGapMs: 10 * 60_000, openSince }] },
  });
  const openSince = new Date(time.wall() - 600_000).toISOString();
  await postOrder(relay, orderNotification('v1'));
  const cameAt = time.wall();
  for (const counter of [first, second]) {
    await expect.poll(() => counter.news().length).toBe(1);
    counter.ack('v1');
  }
  await pass(time, 29 * 60_000, first, report(openSince));
  expect(await silentOf(relay)).toEqual([]);
  await pass(time, 60_000, first, report(openSince));
  const [quiet, ...more] = await silentOf(relay);
  expect([quiet, more]).toMatchObject([{ venue_id: 'v1', reason: 'no-notifications', usual_gap_ms: 600_000, counters: [{}, {}] }, []]);
  expect(Math.abs(Date.parse(quiet?.since ?? '') - cameAt)).toBeLessThan(10_000);
  await pass(time, 5_000, first, report(null));
  expect(await silentOf(relay)).toEqual([]);

  const leftAt = time.wall();
  await first.close();
  await time.advance(61_000);
  expect(await silentOf(relay)).toMatchObject([{ reason: 'not-connected' }]);
  const seen = (await silentOf(relay))[0]?.since ?? '';
  expect(Math.abs(Date.parse(seen) - leftAt)).toBeLessThan(10_000);
  const shown = (await operator(relay, 'GET', '/counters')).body as { counters: { last_proof_at: string }[] };
  expect(shown.counters[0]?.last_proof_at.slice(0, 19)).toBe(seen.slice(0, 19));
});

test('groups of 500 counters cost two reads', async () => {
  const time = runningTime();
  using db = openDatabase(join(testFolder(), 'relay.sqlite'));
  db.pragma('synchronous = OFF');
  using registry = createRegistry(db, time, 180, onDefect);
  for (let number = 1; number <= 500; number += 1)
    await registry.redeem((await registry.invite(`Kitchen ${number}`, [`v${number}`], null)).code, undefined);
  await time.advance(61_000);
  const reporting = registry.counters().find(({ venueIds }) => venueIds.includes('v1'));
  const venue = { venueId: 'v1', lastOrderAt: null, usualGapMs: null, openSince: null, soldOut: null, refusedChanges: 3 };
  const here: Presence = {
    way: 'socket',
    connectedAt: 0,
    seenAt: 0,
    appVersion: null,
    clockOffsetMs: null,
    health: { ...HEALTH, openOrders: 0, printers: 'none', till: 'none', venues: [venue] },
  };
  const presences = {
    renew: async () => undefined,
    presence: (id: string) => (id === reporting?.id ? here : null),
    reach: (id: string) => ({ isHere: id === reporting?.id, wasHere: true, ms: HOUR_MS }),
  };
  await using engine = createEmbeddedEngine(db, time, onDefect);
  const reads: Record<PropertyKey, number> = {};
  const counting = new Proxy(engine, {
    get: (target, name: keyof Engine) => {
      reads[name] = (reads[name] ?? 0) + 1;
      return target[name];
    },
  });
  const [group, ...more] = await readGroups({ engine: counting, registry, groupSettings: createGroupSettings(db), presences, time });
  expect([group, more]).toMatchObject([{ counters: 500, silent_venues: 499, problems: [{ code: 'refused-changes', count: 1 }] }, []]);
  expect(reads).toEqual({ backlogs: 1, lastTaken: 1 });
});
