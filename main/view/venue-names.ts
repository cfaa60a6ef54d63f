/** The sender on printouts that belong to no order: the names of all venues here. */
import { type SettingsKeeper, venueSettings } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';

export function venueNames(store: Store, settings: SettingsKeeper): string {
  return store.venues
    .all()
    .map(({ id, name }) => venueSettings(settings.get(), id).name ?? name ?? id)
    .join(', ');
}
