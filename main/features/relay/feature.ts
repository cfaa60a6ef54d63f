/** The relay: notifications and managed settings for a computer behind a router. */
import type { AppView } from '../../../contract/contract.ts';
import type { Settings } from '../../../contract/settings/settings.ts';
import { type RelayClient, startRelayClient } from '../../intake/relay/relay-client.ts';
import { type ManagedSettings, openManagedSettings } from '../../settings/managed/managed-settings.ts';
import { wordsOfRefusal } from '../../settings/managed/refusal.ts';
import { createRelayAccess } from '../../settings/relay-access.ts';
import type { Kernel } from '../context.ts';
import { defineFeature } from '../feature.ts';
import { createRelayCalls } from './calls.ts';
import { createHealth } from './health.ts';

type Dependencies = Kernel<
  | 'dataDir'
  | 'version'
  | 'feed'
  | 'settings'
  | 'store'
  | 'vault'
  | 'intake'
  | 'notices'
  | 'log'
  | 'opened'
  | 'appEvents'
  | 'time'
  | 'onDefect'
  | 'onVaultDefect'
  | 'refreshApp'
>;

interface OwnServices {
  /** Null with a read-only database; notifications wait at the relay. */
  relay: RelayClient | null;
  managed: ManagedSettings;
}

export const relay = defineFeature({
  name: 'relay',
  services(given: Dependencies): OwnServices {
    const { dataDir, version, feed, settings, store, vault, intake, notices, log, opened, appEvents, onDefect, onVaultDefect, refreshApp } =
      given;
    const address = () => settings.get().relay.url;
    const logged = { onNews: (text: string, about: object) => log.info(about, text), onChange: refreshApp };
    const managed = opened.use(openManagedSettings({ dataDir, settings, address, ...logged, onDefect }));
    if (store.readOnly) return { relay: null, managed };
    const kept = opened.use(
      startRelayClient({
        ...intake,
        time: given.time,
        store,
        random: Math.random,
        appVersion: version,
        address,
        setAddress: (url) => settings.change(withRelay(url)),
        maySetAddress: (url) => settings.mayChange(withRelay(url)),
        keys: createRelayAccess(vault),
        managed,
        health: createHealth({ feed, store, managed, settings, time: given.time, onDefect }),
        notices,
        ...logged,
        onDefect: onVaultDefect,
      }),
    );
    opened.defer(settings.onChange(kept.changed));
    appEvents.on('webhookSecret', kept.again);
    appEvents.on('vault', kept.changed);
    appEvents.on('wake', kept.retryNow);
    return { relay: kept, managed };
  },
  appView: ({ managed, relay }: OwnServices) => ({ managed: managedView(managed), supportRequest: supportRequestView(relay) }),
  calls: createRelayCalls,
});

const withRelay =
  (url: string | null) =>
  (settings: Settings): Settings => ({ ...settings, relay: { ...settings.relay, url } });

function managedView(managed: ManagedSettings): AppView['managed'] {
  const view = managed.view();
  if (!view) return null;
  const { by, version, keyPrint, places, refused } = view;
  return { by, version, keyPrint, places, refused: refused && wordsOfRefusal(refused) };
}

function supportRequestView(relay: RelayClient | null): AppView['supportRequest'] {
  const request = relay?.support.shown() ?? null;
  const address = relay?.view()?.address;
  return request && address ? { id: request.id, reason: request.reason, host: new URL(address).host } : null;
}
