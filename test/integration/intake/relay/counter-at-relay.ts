/** An app at a relay, for tests: real database and vault, a relay on loopback, and controllable or real time. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { english } from '../../../../contract/english.ts';
import type { Text } from '../../../../contract/message.ts';
import { createIngestion, type Ingestion } from '../../../../main/intake/ingest.ts';
import { type RelayClient, startRelayClient } from '../../../../main/intake/relay/relay-client.ts';
import type { Intake } from '../../../../main/intake/verify-and-store.ts';
import { type ManagedSettings, openManagedSettings } from '../../../../main/settings/managed/managed-settings.ts';
import { createRelayAccess, type RelayAccess, redeemRelayCode } from '../../../../main/settings/relay-access.ts';
import { openSettings, type SettingsKeeper } from '../../../../main/settings/settings.ts';
import { openStore, type Store } from '../../../../main/store/store.ts';
import { startTime } from '../../../../main/time/start-time.ts';
import { byEnvironment } from '../../../../main/vault/by-environment.ts';
import { openVault } from '../../../../main/vault/vault.ts';
import { createWarnings } from '../../../../main/view/warnings.ts';
import { intakeInto, signed } from '../../../setup/intake.ts';
import { testFolder } from '../../../setup/parts.ts';
import { type TestTime, testTime } from '../../../setup/test-time.ts';
import { startTestRelay, type TestRelay } from './test-relay.ts';

export const SECRET = 'a-secret-of-at-least-128-bits';
export const DELIVERY_SECRET = 'a-delivery-secret-of-many-bits';

/** Newer than any relay. */
const APP_VERSION = '99.0.0';
const HEALTH = { appVersion: APP_VERSION, openOrders: 0, printers: 'none', till: 'none', refreshTokenDays: 20 } as const;

export interface CounterAtRelay {
  dataDir: string;
  time: TestTime;
  relay: TestRelay;
  store: Store;
  kept: RelayClient;
  access: RelayAccess;
  settings: SettingsKeeper;
  managed: ManagedSettings;
  /** Secrets that verify notifications here. */
  secrets: string[];
  notices: Map<string, string>;
  defects: unknown[];
  defectiveOrder: string | null;
  /** Files of rejected notifications. */
  setAside(): string[];
  /** The relay's state on the screen, in English. */
  text(): string;
  state(): string | undefined;
  tally(name: string): number;
  orders(): string[];
  /** The service sends the relay a notification; returns its seq. */
  notify(orderId: string, over?: { venueId?: string; secret?: string; id?: string; status?: string }): number;
  /** Sets the relay's address and code, as an installer's file does. */
  set(address: string, code: string | null): Promise<void>;
  acked(seq: number | undefined, withinMs?: number): Promise<void>;
  /** Moves time until the condition is true. */
  until(condition: () => unknown, withinMs?: number): Promise<void>;
  /** Makes the file unwritable until the returned function is called. */
  failWrites(file: string): () => void;
  close(): void;
  /** Closes and restarts Tillbridge. */
  again(): void;
}

/** The app is closed after the test; a defect in it fails the test. `isLive`: in real time, as at a relay that runs in real time. */
export async function counterAtRelay({ joined = true, venues = ['v1'], isLive = false, random = 0.5 } = {}): Promise<CounterAtRelay> {
  const dir = testFolder();
  const time = isLive ? (startTime() as unknown as TestTime) : testTime();
  const relay = await startTestRelay();
  const vault = byEnvironment(await openVault({ dataDir: dir, prefer: 'file' }), () => 'production');
  const access = createRelayAccess({ opened: Promise.resolve(vault), now: async () => vault });
  let address: string | null = null;
  const secrets = [SECRET];
  const notices = new Map<string, string>();
  const defects: unknown[] = [];
  let store = openStore(dir, { time, backups: null });
  let settings = openSettings(dir, time.wall);
  let managed = manage();
  function manage(): ManagedSettings {
    return openManagedSettings({
      dataDir: dir,
      settings,
      address: () => address,
      onChange: () => undefined,
      onNews: () => undefined,
      onDefect: (error) => void defects.push(error),
    });
  }
  for (const id of venues) store.write(() => store.venues.connected(id, time.wall()));
  if (joined) {
    address = relay.url;
    await access.keepKey(relay.url, relay.authenticate(venues));
  }
  const onDefect = (error: unknown): void => void defects.push(error);
  const screen = {
    raise: (id: string, _level: unknown, text: Text): void => void notices.set(id, english(text)),
    clear: (id: string): void => void notices.delete(id),
    dismiss: () => undefined,
  };
  function takeIn(): Intake {
    const ingestion = defective(createIngestion(store), () => counter.defectiveOrder);
    const warnings = createWarnings({ store, notices: screen });
    return intakeInto(dir, ingestion, time, onDefect, ({ waiting, defective }) => warnings.unstored(waiting, defective));
  }
  let intake: Intake;
  function open(): RelayClient {
    intake = takeIn();
    return startRelayClient({
      ...intake,
      store,
      time,
      random: () => random,
      appVersion: APP_VERSION,
      address: () => address,
      setAddress: (next) => {
        address = next;
      },
      maySetAddress: () => undefined,
      keys: access,
      managed,
      health() {
        const { version = null, refused = null } = managed.view() ?? {};
        const settingsRefused = refused && { version: refused.version, code: refused.code, about: refused.place };
        return { ...HEALTH, managedVersion: version, settingsRefused };
      },
      secrets: async () => secrets,
      deliverySecrets: async () => [DELIVERY_SECRET],
      priceUnit: () => () => 1,
      notices: screen,
      onNews: () => undefined,
      onDefect,
      onChange: () => undefined,
    });
  }
  let kept: RelayClient;
  let isOpen = true;
  const counter: CounterAtRelay = {
    dataDir: dir,
    time,
    relay,
    get store() {
      return store;
    },
    get kept() {
      return kept;
    },
    access,
    get settings() {
      return settings;
    },
    get managed() {
      return managed;
    },
    secrets,
    notices,
    defects,
    defectiveOrder: null,
    setAside: () => (existsSync(join(dir, 'notifications-waiting')) ? readdirSync(join(dir, 'notifications-waiting')) : []),
    text: () => english(kept.view()?.text ?? ''),
    state: () => kept.view()?.state,
    tally: (name) => store.tallies.all().find((entry) => entry.name === name)?.count ?? 0,
    orders: () => store.inbox.newest(1_000).flatMap(({ orderId }) => orderId ?? []),
    notify(orderId, { venueId = 'v1', secret = SECRET, id = randomUUID(), status = 'CREATED' } = {}) {
      const body = JSON.stringify({
        id,
        type: 'order.notification',
        order: { id: orderId, venue_id: venueId, status },
        created_at: '2026-03-14T11:14:07.912345Z',
      });
      return relay.take({ venueId, body, signature: signed(body, secret)['SERVICE-SIGNATURE'] });
    },
    async set(to, code) {
      address = to;
      if (code !== null) await redeemRelayCode(vault, to, code);
      kept.changed();
    },
    acked: (seq, withinMs) => counter.until(() => relay.acked.get('v1') === seq, withinMs),
    until: (condition, withinMs = 60_000) =>
      isLive ? expect.poll(condition, { timeout: withinMs }).toBeTruthy() : time.advanceUntil(condition, withinMs),
    failWrites(file) {
      // A folder in place of the temporary file lets the write fail.
      const blockedBy = join(dir, `${file}.part`);
      mkdirSync(blockedBy);
      return () => rmSync(blockedBy, { recursive: true });
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      kept[Symbol.dispose]();
      intake.unstored[Symbol.dispose]();
      managed[Symbol.dispose]();
      store.close();
    },
    again() {
      counter.close();
      isOpen = true;
      store = openStore(dir, { time, backups: null });
      settings = openSettings(dir, time.wall);
      managed = manage();
      kept = open();
    },
  };
  kept = open();
  onTestFinished(async () => {
    counter.close();
    await relay[Symbol.asyncDispose]();
    expect(defects).toEqual([]);
  });
  return counter;
}

function defective(ingestion: Ingestion, orderId: () => string | null): Ingestion {
  return {
    ...ingestion,
    notification(body, isNewest) {
      ingestion.notification(body, isNewest);
      if (orderId() !== null && body.includes(`"${orderId()}"`)) throw new TypeError('a defect');
    },
  };
}
