/** Each alert there is: caused once, it begins once, and ends once. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { VenueReport } from '../../../contract/relay/wire.ts';
import type { Problem } from '../../../relay/operator/problems.ts';
import { SETTINGS_FILE } from '../../../relay/settings/settings-file.ts';
import { inDatabase, testFolder } from '../../setup/parts.ts';
import type { RunningTime } from '../../setup/test-time.ts';
import { HEALTH, pass, type Receiver, watched } from './alert-receiver.ts';
import { fillDisk, orderNotification, postOrder, type RunningRelay, signed, VENUE } from './at-the-relay.ts';
import { keyFor, type LightCounter, listen, operator } from './light-counter.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Stage {
  relay: RunningRelay;
  time: RunningTime;
  counter: LightCounter | null;
  ping: object;
}

/** Causes the problem; returns what ends it. */
type Case = (stage: Stage) => Promise<() => unknown>;

/** A new code needs a case. Those between relays are caused in relays-together.system.test.ts. */
const CASES: Record<Exclude<Problem['code'], 'relay-away' | 'relays-differ'>, Case> = {
  async storage({ relay }) {
    const mend = fillDisk(relay, 'news', 'write_probe');
    await postOrder(relay, orderNotification(VENUE));
    return mend;
  },
  async settings({ relay }) {
    const file = join(relay.dataDir, SETTINGS_FILE);
    const good = readFileSync(file, 'utf8');
    writeFileSync(file, good.slice(1));
    return () => writeFileSync(file, good);
  },
  async 'wrong-secret'({ relay }) {
    const body = orderNotification(VENUE);
    for (let times = 0; times < 5; times += 1) await postOrder(relay, body, signed(body, 'another-secret-of-the-webhook'));
    return () => postOrder(relay, body);
  },
  async 'clock-moved'({ time }) {
    time.setWall(time.wall() + HOUR);
    return () => time.setWall(time.wall() - HOUR);
  },
  async expired(stage) {
    await postOrder(stage.relay, orderNotification(VENUE));
    await stage.time.advance(HOUR);
    // Shown for thirty days.
    return async () => {
      stage.time.setWall(stage.time.wall() + 31 * DAY);
      stage.relay = await stage.relay.again();
    };
  },
  async 'unknown-venue'({ relay }) {
    await postOrder(relay, orderNotification(VENUE));
    return () => keyFor(relay, VENUE);
  },
  async unroutable({ relay }) {
    await postOrder(relay, orderNotification(null));
    return async () => {
      const { news } = (await operator(relay, 'GET', '/unroutable')).body as { news: [{ seq: number }] };
      await operator(relay, 'POST', `/unroutable/${news[0].seq}`, { venue_id: VENUE });
    };
  },
  async database({ relay }) {
    const rename = (from: string, to: string) =>
      inDatabase(join(relay.dataDir, 'relay.sqlite'), (db) => db.exec(`ALTER TABLE ${from} RENAME TO ${to}`));
    rename('expired', 'expired_before');
    return () => rename('expired_before', 'expired');
  },
  async silent(stage) {
    const { key } = await keyFor(stage.relay, VENUE);
    await postOrder(stage.relay, orderNotification(VENUE));
    return async () => {
      stage.counter = await listen(stage.relay, key, { [VENUE]: 0 });
      await acknowledged(stage.counter);
    };
  },
  async unacknowledged(stage) {
    const counter = await connect(stage);
    await postOrder(stage.relay, orderNotification(VENUE));
    return () => acknowledged(counter);
  },
  'refresh-token': reported({ refreshTokenDays: 3 }),
  async 'clock-off'(stage) {
    await connect(stage);
    stage.ping = { at: new Date(stage.time.wall() - HOUR).toISOString() };
    return () => {
      stage.ping = {};
    };
  },
  'version-behind': reported({ appVersion: '0.0.9' }),
  'settings-refused': reported({ settingsRefused: { version: 4, code: 'damaged', about: null } }),
  unheard: reported({ isUnheard: true }),
  'no-orders': ofVenue(({ wall }) => ({ lastOrderAt: iso(wall() - HOUR), usualGapMs: 20 * MINUTE, openSince: iso(wall() - 2 * HOUR) })),
  'sold-out': ofVenue(({ wall }) => ({ soldOut: { since: iso(wall() - 3 * DAY), count: 2 } })),
  'refused-changes': ofVenue(() => ({ refusedChanges: 1 })),
};

function reported(trouble: object): Case {
  return async (stage) => {
    await connect(stage);
    stage.ping = { health: { ...HEALTH, ...trouble } };
    return () => {
      stage.ping = { health: HEALTH };
    };
  };
}

function ofVenue(trouble: (time: RunningTime) => Partial<VenueReport>): Case {
  return (stage) => reported({ venues: [{ venueId: VENUE, ...trouble(stage.time) }] })(stage);
}

test.each(Object.entries(CASES))('the alert %s begins once and ends once', async (code, cause) => {
  const dataDir = testFolder();
  const retention = code === 'expired' ? { retention_hours: 1 } : {};
  const more = { dataDir, settingsFile: join(dataDir, SETTINGS_FILE), settings: retention };
  const { relay, reported: received, time } = await watched(undefined, more);
  const stage: Stage = { relay, time, counter: null, ping: {} };
  const mend = await cause(stage);
  await passUntil(stage, received, [`${code} began`]);
  await pass(time, MINUTE, stage.counter, stage.ping);
  await mend();
  await passUntil(stage, received, [`${code} began`, `${code} ended`]);
  await pass(time, MINUTE, stage.counter, stage.ping);
  expect(of(received, code)).toEqual([`${code} began`, `${code} ended`]);
  const [began, ended] = received.alerts().filter((alert) => alert.code === code);
  expect(ended?.id).toBe(began?.id);
});

const of = (received: Receiver, code: string): string[] => received.reported().filter((one) => one.startsWith(`${code} `));
const iso = (at: number): string => new Date(at).toISOString();

async function connect(stage: Stage): Promise<LightCounter> {
  const { key } = await keyFor(stage.relay, VENUE);
  stage.counter = await listen(stage.relay, key, { [VENUE]: 0 });
  return stage.counter;
}

async function acknowledged(counter: LightCounter): Promise<void> {
  await expect.poll(() => counter.news().length).toBe(1);
  counter.ack(VENUE);
}

async function passUntil({ time, counter, ping }: Stage, received: Receiver, expected: string[]): Promise<void> {
  const [code = ''] = (expected[0] ?? '').split(' ');
  for (let steps = 0; steps < 60 && of(received, code).length < expected.length; steps += 1) {
    await pass(time, 5_000, counter, ping);
    // The relay reads its disk and posts in real time.
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await expect.poll(() => of(received, code)).toEqual(expected);
}
