/** The sender on printouts without an order: all venue names. */
import { type SettingsKeeper, venueSettings } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';

export function venueNames(store: Store, settings: SettingsKeeper): string {
  return store.venues
    .all()
    .map(({ id, name }) => venueSettings(settings.get(), id).name ?? name ?? id)
    .join(', ');
}
