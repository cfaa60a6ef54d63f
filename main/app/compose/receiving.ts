/** The vault with its secrets, and the receiver that needs them; it listens before anything is asked of the service. */
import { english } from '../../../contract/english.ts';
import type { SettingsRefused } from '../../../contract/relay/wire.ts';
import type { Settings } from '../../../contract/settings/settings.ts';
import { type KeptRelay, keepRelay } from '../../intake/relay/keep-relay.ts';
import type { Health } from '../../intake/relay/relay-link.ts';
import { takeInSetAside, takesInOrSetsAside } from '../../intake/set-aside.ts';
import { takesInto } from '../../intake/take-in.ts';
import { keepReceiving, type Receiving } from '../../intake/webhook/keep-receiving.ts';
import { type WatchedSignatures, watchSignatures } from '../../intake/webhook/wrong-signatures.ts';
import type { VenueMode } from '../../orders/commands.ts';
import { priceUnitBy } from '../../orders/couriers/delivery.ts';
import { hiddenVault } from '../../settings/hidden-vault.ts';
import { type ManagedSettings, openManagedSettings } from '../../settings/managed/managed-settings.ts';
import { createRelayAccess } from '../../settings/relay-access.ts';
import { createSecrets, type Secrets } from '../../settings/secrets.ts';
import { venueSettings } from '../../settings/settings.ts';
import type { Store } from '../../store/store.ts';
import type { VaultByEnvironment } from '../../vault/by-environment.ts';
import { openRetrying, type RetryingVault } from '../../vault/keychain/retrying-vault.ts';
import { VaultError } from '../../vault/vault.ts';
import type { Feed } from '../../view/feed.ts';
import type { Basics } from './basics.ts';
import type { Keeping } from './keeping.ts';

export interface ReceivingSide {
  vault: RetryingVault<VaultByEnvironment>;
  secrets: Secrets;
  receiver: Receiving;
  signatures: WatchedSignatures;
  /** Null where nothing may be written to the database: what comes waits at the relay then. */
  relay: KeptRelay | null;
  managed: ManagedSettings;
  modeOf: (venueId: string) => VenueMode;
  /** Whether staff decide here, and not in an app of the service's own. */
  isDecidedHere: (venueId: string) => boolean;
}

export function startReceiving(basics: Basics, { store, notices, warnings }: Keeping): ReceivingSide {
  const { options, settings, log, time, onDefect, opened, news, refreshApp } = basics;
  const vault = opened.use(
    openRetrying(
      time,
      async () => hiddenVault(await options.openVault()),
      (inTheWay) => {
        if (inTheWay) log.warn({ code: inTheWay.code }, 'the keychain is waited for');
        warnings.vault(inTheWay);
      },
    ),
  );
  const secrets = createSecrets(vault, () => settings.get().service);
  const modeOf = (venueId: string): VenueMode => ({ flavour: venueSettings(settings.get(), venueId).flavour });
  const isDecidedHere = (venueId: string): boolean => modeOf(venueId).flavour === 'device-free';
  const isHeardHere = (venueId: string | null): boolean => {
    if (venueId !== null) return isDecidedHere(venueId);
    const venues = store.venues.all();
    return venues.length === 0 || venues.some(({ id }) => isDecidedHere(id));
  };
  const signatures = opened.use(watchSignatures(store, time, { onChange: refreshApp, onDefect }));
  // Where the database takes nothing they are kept for the Tillbridge whose it is.
  const takesIn = store.readOnly
    ? takesInOrSetsAside(options.dataDir, null, { time, onDefect })
    : takesInto(store, isHeardHere, signatures, (event) => void news.emit('venueEvent', event));
  if (!store.readOnly) takeInSetAside(options.dataDir, { takesIn, priceUnit: priceUnitBy(settings.get().service), onDefect });
  const gate = {
    takesIn,
    time,
    secrets: secrets.webhookSecrets,
    deliverySecrets: secrets.deliverySecrets,
    priceUnit: () => priceUnitBy(settings.get().service),
  };
  const receiver = opened.use(keepReceiving({ ...gate, settings: () => settings.get().receiver, notices, onDefect, onChange: refreshApp }));
  const managed = opened.use(
    openManagedSettings({
      dataDir: options.dataDir,
      settings,
      address: () => settings.get().relay.url,
      onChange: refreshApp,
      onNews: (says, about) => log.info(about, says),
      onDefect,
    }),
  );
  const relay = store.readOnly
    ? null
    : opened.use(
        keepRelay({
          ...gate,
          store,
          dataDir: options.dataDir,
          random: Math.random,
          appVersion: options.version,
          address: () => settings.get().relay.url,
          setAddress: (url) => settings.change(withRelay(url)),
          maySetAddress: (url) => settings.mayChange(withRelay(url)),
          keys: createRelayAccess(vault),
          managed,
          health: () => healthOf(options.feed, store, managed),
          notices,
          onNews: (says, about) => log.info(about, says),
          onDefect: (error) => error instanceof VaultError || onDefect(error),
          onChange: refreshApp,
        }),
      );
  return { vault, secrets, receiver, signatures, relay, managed, modeOf, isDecidedHere };
}

const withRelay =
  (url: string | null) =>
  (settings: Settings): Settings => ({ ...settings, relay: { ...settings.relay, url } });

/** What the operator of the relay sees of this counter: no name and no order. */
function healthOf(feed: Feed, store: Store, managed: ManagedSettings): Health | undefined {
  const app = feed.get('app', 'app');
  if (!app) return undefined;
  const printers = feed.ids('printers').flatMap((id) => feed.get('printers', id) ?? []);
  const days = feed.ids('venues').flatMap((id) => feed.get('venues', id)?.tokenDaysLeft ?? []);
  return {
    appVersion: app.version.slice(0, 40),
    openOrders: store.orders.openIds().length,
    printers: printers.length === 0 ? 'none' : printers.some(({ state }) => state === 'trouble') ? 'trouble' : 'ready',
    till: app.till === null ? 'none' : app.till.state === 'trouble' ? 'trouble' : 'ready',
    refreshTokenDays: days.length === 0 ? null : Math.min(...days),
    managedVersion: managed.view()?.version ?? null,
    settingsRefused: refusedBy(managed),
  };
}

function refusedBy(managed: ManagedSettings): SettingsRefused | null {
  const refused = managed.view()?.refused ?? null;
  if (refused === null) return null;
  const { version, code, place, mistake } = refused;
  const about = mistake === null ? place : `${place}: ${english(mistake)}`;
  return { version, code, about: about === null ? null : about.slice(0, 300) };
}
