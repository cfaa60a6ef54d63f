/** A relay of a chain: 500 counters, eight connected. */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { makeSettingsPair, signSettings } from '../../../contract/relay/settings-document.ts';
import { PROOF_EVERY_MS } from '../../../contract/relay/wire.ts';
import { openDatabase } from '../../../relay/store/database.ts';
import { createGroupSettings } from '../../../relay/store/group-settings.ts';
import { createRegistry } from '../../../relay/store/registry.ts';
import { onDefect, testFolder } from '../../setup/parts.ts';
import { type RunningTime, runningTime } from '../../setup/test-time.ts';
import { HEALTH } from './alert-receiver.ts';
import { openRelay, orderNotification, postOrder, type RunningRelay } from './at-the-relay.ts';
import { type LightCounter, listen, ping } from './light-counter.ts';

const COUNTERS = 500;
const GROUPS = ['airport', 'bay', 'castle', 'dock', 'east', 'fair', 'garden', 'harbour', 'island', 'kings', 'lake', 'mill'];
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export interface Chain {
  relay: RunningRelay;
  /** Moves time; connected counters ping every five seconds. */
  pass(ms: number): Promise<void>;
  /** By number of the venue, from 1. */
  connect(number: number, health?: object): Promise<LightCounter>;
}

const venueOf = (number: number): string => `venue-${String(number).padStart(3, '0')}`;

export async function chainAtRelay(): Promise<Chain> {
  const dataDir = testFolder();
  const time = runningTime();
  const keys = await register(dataDir, time);
  const relay = await openRelay({ dataDir, time });
  const pinging: (() => void)[] = [];
  const pingAll = (): void => {
    for (const send of pinging) send();
  };
  const timer = setInterval(pingAll, PROOF_EVERY_MS);
  onTestFinished(() => clearInterval(timer));
  const chain: Chain = {
    relay,
    async pass(ms) {
      for (let passed = 0; passed < ms; passed += PROOF_EVERY_MS) {
        pingAll();
        await setTimeout(20);
        await time.advance(PROOF_EVERY_MS);
      }
    },
    async connect(number, health = {}) {
      const venueId = venueOf(number);
      const counter = await listen(relay, keys[number - 1] ?? '', { [venueId]: 0 });
      const send = (): void =>
        counter.send(ping(1, { at: new Date(time.wall()).toISOString(), health: { ...HEALTH, managedVersion: 2, ...health } }));
      send();
      pinging.push(send);
      await expect.poll(() => counter.frames.some(({ type }) => type === 'pong')).toBe(true);
      return counter;
    },
  };
  // Silent ones with notifications waiting, and a venue without a counter.
  for (const number of [20, 40, 60, 80, 100, 120, 121, 501]) await postOrder(relay, orderNotification(venueOf(number)));
  await time.advance(61_000);
  const report = (number: number, state: object) => ({ venues: [{ venueId: venueOf(number), ...state }] });
  const ago = (ms: number) => new Date(time.wall() - ms).toISOString();
  await chain.connect(1, report(1, { soldOut: { since: ago(4 * DAY), count: 2 } }));
  await chain.connect(2, { ...report(2, { refusedChanges: 3 }), printers: 'trouble' });
  await chain.connect(3, report(3, { lastOrderAt: ago(2 * HOUR), usualGapMs: 12 * 60_000, openSince: ago(3 * HOUR) }));
  await chain.connect(4, { appVersion: '0.0.9', managedVersion: 1, refreshTokenDays: 4 });
  for (const number of [13, 14, 15, 16])
    await chain.connect(number, { printers: 'ready', till: 'ready', openOrders: number, updateRing: number > 14 ? 'stable' : 'early' });
  return chain;
}

/** Keys of the counters, by number. */
async function register(dataDir: string, time: RunningTime): Promise<string[]> {
  using db = openDatabase(join(dataDir, 'relay.sqlite'));
  db.pragma('synchronous = OFF');
  using registry = createRegistry(db, time, 180, onDefect);
  const [groupSettings, pair] = [createGroupSettings(db), makeSettingsPair()];
  for (const group of GROUPS)
    for (const version of [1, 2]) {
      const made = { by: 'Example chain', made_at: new Date(time.wall()).toISOString(), settings: {} };
      await groupSettings.publish(group, signSettings({ format: 1, group, version, ...made }, pair));
    }
  const keys: string[] = [];
  for (let number = 1; number <= COUNTERS; number += 1) {
    const group = number > 480 ? null : (GROUPS[(number - 1) % GROUPS.length] ?? null);
    const managed = group === null ? null : { group, key: pair.publicKey };
    const { code } = await registry.invite(`Kitchen ${number}`, [venueOf(number)], managed);
    const redeemed = await registry.redeem(code, undefined);
    keys.push(redeemed.ok ? redeemed.key : '');
  }
  return keys;
}
