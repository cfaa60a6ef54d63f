/** Opens the vault and the receiver, which listens before any request to the service. */

import type { CoreServices, IntakeServices, StateServices } from '../../features/context.ts';
import { createIngestion, type Ingestion } from '../../intake/ingest.ts';
import { createUnstoredNotifications, NO_DATABASE, type UnstoredCounts } from '../../intake/unstored-notifications.ts';
import { keepReceiving } from '../../intake/webhook/keep-receiving.ts';
import { watchSignatures } from '../../intake/webhook/wrong-signatures.ts';
import type { VenueMode } from '../../orders/commands.ts';
import { type PriceUnit, priceUnitBy } from '../../orders/couriers/delivery.ts';
import { hiddenVault } from '../../settings/hidden-vault.ts';
import { createSecrets } from '../../settings/secrets.ts';
import { venueSettings } from '../../settings/settings.ts';
import type { VaultByEnvironment } from '../../vault/by-environment.ts';
import { openRetrying } from '../../vault/retrying-vault.ts';
import type { VaultError } from '../../vault/vault.ts';

type OpenVault = () => Promise<VaultByEnvironment>;

export function startIntake(given: CoreServices & StateServices, openVault: OpenVault): IntakeServices {
  const { store, warnings, settings, log, time, onDefect, opened, appEvents, refreshApp } = given;
  const modeOf = (venueId: string): VenueMode => ({ flavour: venueSettings(settings.get(), venueId).flavour });
  const isDecidedHere = (venueId: string): boolean => modeOf(venueId).flavour === 'device-free';
  const isHeardHere = (venueId: string | null): boolean => {
    if (venueId !== null) return isDecidedHere(venueId);
    const venues = store.venues.all();
    return venues.length === 0 || venues.some(({ id }) => isDecidedHere(id));
  };
  const signatures = opened.use(watchSignatures(store, time, { onChange: refreshApp, onDefect }));
  // A read-only database accepts no notifications: they're kept in files for the newer Tillbridge.
  const ingestion = store.readOnly
    ? null
    : createIngestion(store, isHeardHere, signatures, (event) => void appEvents.emit('venueEvent', event));
  const onUnstored = ({ waiting, defective }: UnstoredCounts): void => {
    log.warn({ waiting, defective }, 'notifications are kept in files');
    warnings.unstored(waiting, defective);
  };
  const receiving = openReceiver({ ...given, ingestion, onUnstored, openVault, onChange: refreshApp }, (blockedBy) => {
    if (blockedBy) log.warn({ code: blockedBy.code }, 'the keychain is waited for');
    warnings.vault(blockedBy);
  });
  opened.defer(settings.onChange(receiving.receiver.settingsChanged));
  appEvents.on('webhookSecret', signatures.secretChanged);
  return { ...receiving, signatures, modeOf, isDecidedHere };
}

/** `onWaiting`: why the vault is closed; null once it opens. */
export function openReceiver(
  given: Pick<CoreServices, 'dataDir' | 'settings' | 'time' | 'opened' | 'onDefect'> &
    Pick<Parameters<typeof keepReceiving>[0], 'notices' | 'onChange'> & {
      /** Null if the database is read-only. */
      ingestion: Ingestion | null;
      onUnstored: (counts: UnstoredCounts) => void;
      openVault: OpenVault;
    },
  onWaiting: (error: VaultError | null) => void,
): Pick<IntakeServices, 'vault' | 'secrets' | 'intake' | 'receiver'> {
  const { dataDir, settings, time, opened, onDefect, ingestion, onUnstored } = given;
  const vault = opened.use(openRetrying(time, async () => hiddenVault(await given.openVault()), onWaiting));
  const secrets = createSecrets(vault, () => settings.get().service);
  const priceUnit = (): PriceUnit => priceUnitBy(settings.get().service);
  const unstored = opened.use(createUnstoredNotifications({ dataDir, ingestion, priceUnit, time, onChange: onUnstored, onDefect }));
  const intake = {
    ingestion: ingestion ?? NO_DATABASE,
    unstored,
    time,
    secrets: secrets.webhookSecrets,
    deliverySecrets: secrets.deliverySecrets,
    onOlderSecret: secrets.arrivedWithOlder,
    priceUnit,
  };
  const receiver = opened.use(keepReceiving({ ...given, ...intake, settings: () => settings.get().receiver }));
  return { vault, secrets, intake, receiver };
}
