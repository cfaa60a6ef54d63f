import type { Settings } from '../../contract/contract.ts';
import { venueSettings } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';

const idsOf = (store: Store): string[] => store.venues.all().map(({ id }) => id);

/** Of all venues by default: the sender on printouts without an order. */
export function venueNames(store: Store, settings: Settings, ids: readonly string[] = idsOf(store)): string {
  return ids.map((id) => venueSettings(settings, id).name ?? store.venues.get(id)?.name ?? id).join(', ');
}

/** Empty if the app has only one venue. */
export function namesAmongSeveral(store: Store, settings: Settings, ids: readonly string[]): string {
  return idsOf(store).length > 1 ? venueNames(store, settings, ids) : '';
}
