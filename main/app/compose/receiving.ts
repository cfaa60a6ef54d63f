/** Opens the vault and the receiver that needs its secrets; it listens before any request to the service. */

import type { Basics, Keeping, ReceivingSide } from '../../features/context.ts';
import { createIngestion } from '../../intake/ingest.ts';
import { ingestUnstored, withFileFallback } from '../../intake/unstored-notifications.ts';
import { keepReceiving } from '../../intake/webhook/keep-receiving.ts';
import { watchSignatures } from '../../intake/webhook/wrong-signatures.ts';
import type { VenueMode } from '../../orders/commands.ts';
import { priceUnitBy } from '../../orders/couriers/delivery.ts';
import { hiddenVault } from '../../settings/hidden-vault.ts';
import { createSecrets } from '../../settings/secrets.ts';
import { venueSettings } from '../../settings/settings.ts';
import type { VaultByEnvironment } from '../../vault/by-environment.ts';
import { openRetrying } from '../../vault/keychain/retrying-vault.ts';
import type { VaultError } from '../../vault/vault.ts';

type OpenVault = () => Promise<VaultByEnvironment>;

export function startReceiving(given: Basics & Keeping, openVault: OpenVault): ReceivingSide {
  const { store, warnings, dataDir, settings, log, time, onDefect, opened, news, refreshApp } = given;
  const modeOf = (venueId: string): VenueMode => ({ flavour: venueSettings(settings.get(), venueId).flavour });
  const isDecidedHere = (venueId: string): boolean => modeOf(venueId).flavour === 'device-free';
  const isHeardHere = (venueId: string | null): boolean => {
    if (venueId !== null) return isDecidedHere(venueId);
    const venues = store.venues.all();
    return venues.length === 0 || venues.some(({ id }) => isDecidedHere(id));
  };
  const signatures = opened.use(watchSignatures(store, time, { onChange: refreshApp, onDefect }));
  // Where the database takes nothing they are kept for the Tillbridge whose it is.
  const ingestion = store.readOnly
    ? withFileFallback(dataDir, null, { time, onDefect })
    : createIngestion(store, isHeardHere, signatures, (event) => void news.emit('venueEvent', event));
  if (!store.readOnly) ingestUnstored(dataDir, { ingestion, priceUnit: priceUnitBy(settings.get().service), onDefect });
  const receiving = openReceiver({ ...given, ingestion, openVault, onChange: refreshApp }, (blockedBy) => {
    if (blockedBy) log.warn({ code: blockedBy.code }, 'the keychain is waited for');
    warnings.vault(blockedBy);
  });
  opened.defer(settings.onChange(receiving.receiver.settingsChanged));
  news.on('webhookSecret', signatures.secretChanged);
  return { ...receiving, signatures, modeOf, isDecidedHere };
}

/** The vault and the receiver alone. `onWaiting`: what keeps the vault closed, and null once it answers. */
export function openReceiver(
  given: Pick<Basics, 'settings' | 'time' | 'opened' | 'onDefect'> &
    Pick<Parameters<typeof keepReceiving>[0], 'ingestion' | 'notices' | 'onChange'> & { openVault: OpenVault },
  onWaiting: (error: VaultError | null) => void,
): Pick<ReceivingSide, 'vault' | 'secrets' | 'gate' | 'receiver'> {
  const { settings, time, opened, ingestion } = given;
  const vault = opened.use(openRetrying(time, async () => hiddenVault(await given.openVault()), onWaiting));
  const secrets = createSecrets(vault, () => settings.get().service);
  const gate = {
    ingestion,
    time,
    secrets: secrets.webhookSecrets,
    deliverySecrets: secrets.deliverySecrets,
    onOlderSecret: secrets.arrivedWithOlder,
    priceUnit: () => priceUnitBy(settings.get().service),
  };
  const receiver = opened.use(keepReceiving({ ...given, ...gate, settings: () => settings.get().receiver }));
  return { vault, secrets, gate, receiver };
}
