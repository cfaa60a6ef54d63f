/** The vault with its secrets, and the receiver that needs them; it listens before anything is asked of the service. */
import { keepReceiving, type Receiving } from '../../intake/keep-receiving.ts';
import { takeInSetAside } from '../../intake/set-aside.ts';
import { takesInto } from '../../intake/take-in.ts';
import { type WatchedSignatures, watchSignatures } from '../../intake/wrong-signatures.ts';
import type { VenueMode } from '../../orders/commands.ts';
import { hiddenVault } from '../../settings/hidden-vault.ts';
import { createSecrets, type Secrets } from '../../settings/secrets.ts';
import { venueSettings } from '../../settings/settings.ts';
import type { VaultByEnvironment } from '../../vault/by-environment.ts';
import { openRetrying, type RetryingVault } from '../../vault/keychain/retrying-vault.ts';
import type { Basics } from './basics.ts';
import type { Keeping } from './keeping.ts';

export interface ReceivingSide {
  vault: RetryingVault<VaultByEnvironment>;
  secrets: Secrets;
  receiver: Receiving;
  signatures: WatchedSignatures;
  modeOf: (venueId: string) => VenueMode;
  /** Whether staff decide here, and not in an app of the service's own. */
  isDecidedHere: (venueId: string) => boolean;
}

export function startReceiving(basics: Basics, { store, notices, warnings }: Keeping): ReceivingSide {
  const { options, settings, log, time, onDefect, opened, refreshApp } = basics;
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
  const takesIn = takesInto(store, isHeardHere, signatures);
  takeInSetAside(options.dataDir, { takesIn, priceUnit: settings.get().service.delivery_price_unit, onDefect });
  const receiver = opened.use(
    keepReceiving({
      takesIn,
      time,
      settings: () => settings.get().receiver,
      secrets: secrets.webhookSecrets,
      deliverySecrets: secrets.deliverySecrets,
      priceUnit: () => settings.get().service.delivery_price_unit,
      notices,
      onDefect,
      onChange: refreshApp,
    }),
  );
  return { vault, secrets, receiver, signatures, modeOf, isDecidedHere };
}
