/** The venue's own limits, otherwise the published ones. */
import type { RateLimit, VenueStatus } from '../../menu/venue-status.ts';
import type { IntentEndpoint } from '../../store/rows/menu/menu-rows.ts';

const MINUTE_MS = 60_000;
const once = (minutes: number): RateLimit => ({ calls: 1, everyMs: minutes * MINUTE_MS });

/** Published limits. For option values, opening times and provider none is published; one a minute is safe. */
const OTHERWISE: Record<IntentEndpoint | 'menu', RateLimit | null> = {
  items: once(15),
  inventory: once(10),
  upload: once(15),
  menu: once(3),
  'option-values': once(1),
  'opening-times': once(1),
  'special-times': once(1),
  'delivery-provider': once(1),
  // A pause is never delayed.
  online: null,
};

export function limitOf(endpoint: IntentEndpoint | 'menu', reported: VenueStatus['limits'] | null): RateLimit | null {
  const own = endpoint === 'items' || endpoint === 'inventory' || endpoint === 'menu' ? reported?.[endpoint] : null;
  return own ?? OTHERWISE[endpoint];
}

/** Whether the limit is tight enough to batch changes of a few seconds. */
export function isTight(limit: RateLimit | null): boolean {
  return limit !== null && limit.everyMs / limit.calls >= MINUTE_MS / 2;
}
