/** The app's settings part: real files, a real connection to a relay, and the shown texts. */
import { onTestFinished } from 'vitest';
import { makeSealPair } from '../../../contract/relay/sealed.ts';
import { createIngestion } from '../../../main/intake/ingest.ts';
import { type RelayClient, startRelayClient } from '../../../main/intake/relay/relay-client.ts';
import { type ManagedSettings, openManagedSettings } from '../../../main/settings/managed/managed-settings.ts';
import { openSettings, type SettingsKeeper } from '../../../main/settings/settings.ts';
import { openStore } from '../../../main/store/store.ts';
import { startTime } from '../../../main/time/start-time.ts';
import { intakeInto } from '../../setup/intake.ts';
import { onDefect, testFolder } from '../../setup/parts.ts';
import type { RunningRelay } from './at-the-relay.ts';

export interface CounterOfChain {
  kept: RelayClient;
  settings: SettingsKeeper;
  managed: ManagedSettings;
  /** Closes Tillbridge. */
  close(): void;
  again(): CounterOfChain;
}

/** `code`: exchanged at this relay first. */
export async function openCounter(venueId: string, relay: RunningRelay, code: string): Promise<CounterOfChain> {
  const counter = start(testFolder(), venueId, new Map());
  const problem = await counter.kept.join(relay.addresses.counter_url, code);
  if (problem) throw new Error(problem.code);
  return counter;
}

function start(dir: string, venueId: string, keys: Map<string, string>): CounterOfChain {
  const time = startTime();
  const store = openStore(dir, { time, backups: null });
  store.write(() => store.venues.connected(venueId, time.wall()));
  const settings = openSettings(dir);
  const address = (): string | null => settings.get().relay.url;
  const managed = openManagedSettings({ dataDir: dir, settings, address, onChange: () => undefined, onNews: () => undefined, onDefect });
  const setAddress = (url: string | null): void => settings.change((now) => ({ ...now, relay: { url } }));
  const sealPair = makeSealPair();
  const kept = startRelayClient({
    store,
    ...intakeInto(dir, createIngestion(store), time, onDefect),
    time,
    random: Math.random,
    appVersion: '99.0.0',
    address,
    setAddress,
    maySetAddress: () => undefined,
    keys: {
      key: async (at) => keys.get(at) ?? null,
      code: async () => null,
      keepCode: async () => undefined,
      codeSpent: async () => undefined,
      forgetCode: async () => undefined,
      keepKey: async (at, key) => void keys.set(at, key),
      sealPair: async () => sealPair,
      leave: async () => keys.clear(),
    },
    managed,
    health() {
      const { version = null, refused = null } = managed.view() ?? {};
      const settingsRefused = refused && { version: refused.version, code: refused.code, about: refused.place };
      return {
        appVersion: '99.0.0',
        openOrders: 0,
        printers: 'none',
        till: 'none',
        refreshTokenDays: 20,
        managedVersion: version,
        settingsRefused,
      };
    },
    secrets: async () => ['a-secret-of-at-least-128-bits'],
    deliverySecrets: async () => [],
    priceUnit: () => () => 1,
    notices: { raise: () => undefined },
    onNews: () => undefined,
    onDefect,
    onChange: () => undefined,
  });
  let isOpen = true;
  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    kept[Symbol.dispose]();
    managed[Symbol.dispose]();
    store.close();
  }
  onTestFinished(close);
  return {
    kept,
    settings,
    managed,
    close,
    again() {
      close();
      return start(dir, venueId, keys);
    },
  };
}
