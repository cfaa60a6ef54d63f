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

export function startReceiving(given: Basics & Keeping, openVault: () => Promise<VaultByEnvironment>): ReceivingSide {
  const { store, notices, warnings, dataDir, settings, log, time, onDefect, opened, news, refreshApp } = given;
  const vault = opened.use(
    openRetrying(
      time,
      async () => hiddenVault(await openVault()),
      (blockedBy) => {
        if (blockedBy) log.warn({ code: blockedBy.code }, 'the keychain is waited for');
        warnings.vault(blockedBy);
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
  const ingestion = store.readOnly
    ? withFileFallback(dataDir, null, { time, onDefect })
    : createIngestion(store, isHeardHere, signatures, (event) => void news.emit('venueEvent', event));
  if (!store.readOnly) ingestUnstored(dataDir, { ingestion, priceUnit: priceUnitBy(settings.get().service), onDefect });
  const gate = {
    ingestion,
    time,
    secrets: secrets.webhookSecrets,
    deliverySecrets: secrets.deliverySecrets,
    priceUnit: () => priceUnitBy(settings.get().service),
  };
  const receiver = opened.use(keepReceiving({ ...gate, settings: () => settings.get().receiver, notices, onDefect, onChange: refreshApp }));
  opened.defer(settings.onChange(receiver.settingsChanged));
  news.on('webhookSecret', signatures.secretChanged);
  return { vault, secrets, receiver, signatures, gate, modeOf, isDecidedHere };
}
