import type { AppView } from '../../../contract/contract.ts';
import type { RelayClient } from '../../intake/relay/relay-client.ts';
import { intakeSources, webhookSecretView } from '../../intake/sources.ts';
import { venueSettings } from '../../settings/settings.ts';
import { ownTimeZone } from '../../time/time-text.ts';
import type { Kernel } from '../context.ts';

const timeZone = ownTimeZone();

export function venuesView(
  given: Kernel<'settings' | 'store' | 'mode' | 'addresses' | 'secrets' | 'version' | 'time' | 'contact' | 'receiver' | 'signatures'> & {
    relay: RelayClient | null;
  },
) {
  const { settings, store, mode, addresses, secrets, version } = given;
  const venues = store.venues.all();
  const names = venues.map(({ id, name }) => venueSettings(settings.get(), id).name ?? name ?? '');
  const venueName = (id: string): string => venueSettings(settings.get(), id).name ?? store.venues.get(id)?.name ?? id;
  const parts = { ...given, clock: given.time.service, venueName };
  const isTraining = mode === 'training';
  return {
    venue: names.filter(Boolean).join(', '),
    severalVenues: venues.length > 1,
    mode: isTraining ? 'training' : venues.length > 0 ? 'live' : 'setup',
    environment: isTraining ? 'training' : settings.get().service.environment,
    timeZone,
    intake: intakeSources(parts),
    webhookSecret: webhookSecretView(parts),
    addresses: addresses.view(),
    vault: secrets.view(),
    version,
  } satisfies Partial<AppView>;
}
