/**
 * Reads the venue resource (section 2.6) where an installer set its path: whether the venue is open, and whether the service
 * knows of a waiting order that never arrived here. There is no list of orders, so this is the only such alarm.
 */
import { asArray, asRecord, asText } from '../orders/reading/reading.ts';
import type { OrderApi } from '../service/order-api.ts';
import type { Store } from '../store/store.ts';
import type { Time } from '../time/time.ts';

const EVERY_MS = 60_000;
const FIRST_MS = 1_000;
/** Statuses of an order that nobody has decided yet (section 2.5). */
const WAITING = new Set(['received', 'fetched', 'acknowledged']);

export interface VenueWatch extends Disposable {
  /** Null while the service has not said. */
  isOpen(venueId: string): boolean | null;
  /** Whether the service accepts this venue's orders by itself (section 2.3); null while it has not said. */
  acceptsItself(venueId: string): boolean | null;
  /** How long the service waits for an answer to an instant order of this venue; null while it has not said. */
  acceptWithinSeconds(venueId: string): number | null;
}

export function watchVenues(options: {
  store: Store;
  time: Time;
  api: OrderApi;
  isSet: () => boolean;
  /** Told at each reading whether more orders wait at the service than here. */
  onMissing: (missing: boolean) => void;
  /** Told when the service has told another time to answer of a venue than before. */
  onTimes: () => void;
  onDefect: (error: unknown) => void;
}): VenueWatch {
  const { store, api } = options;
  const open = new Map<string, boolean>();
  const accepting = new Map<string, boolean>();
  const times = new Map<string, number>();
  /** Venues of which one reading found more waiting orders than are here: a notification may still be on its way. */
  const suspected = new Set<string>();

  async function look(): Promise<void> {
    if (!options.isSet()) return;
    let missing = false;
    let isOtherTime = false;
    for (const venue of store.venues.all()) {
      if (venue.state !== 'connected') continue;
      const answer = await api.readVenue(venue.id);
      if (!answer.ok) continue;
      const resource = asRecord(answer.value) ?? {};
      if (typeof resource.is_open === 'boolean') open.set(venue.id, resource.is_open);
      const handling = asRecord(resource.order_handling_configuration) ?? {};
      if (typeof handling.acceptance_by_service === 'boolean') accepting.set(venue.id, handling.acceptance_by_service);
      const within = acceptWithin(resource);
      isOtherTime ||= within !== (times.get(venue.id) ?? null);
      if (within === null) times.delete(venue.id);
      else times.set(venue.id, within);
      const there = asArray(resource.last_three_orders_status).filter((status) => WAITING.has(asText(status) ?? '')).length;
      const here = store.orders.open().filter(({ order }) => order.venueId === venue.id && WAITING.has(order.status)).length;
      if (there <= here) suspected.delete(venue.id);
      else if (suspected.has(venue.id)) missing = true;
      else suspected.add(venue.id);
    }
    if (isOtherTime) options.onTimes();
    options.onMissing(missing);
  }

  const forgetFirst = options.time.after(FIRST_MS, () => void look().catch(options.onDefect));
  const stopLooking = options.time.every(EVERY_MS, look, options.onDefect);
  return {
    isOpen: (venueId) => open.get(venueId) ?? null,
    acceptWithinSeconds: (venueId) => times.get(venueId) ?? null,
    acceptsItself: (venueId) => accepting.get(venueId) ?? null,
    [Symbol.dispose]() {
      forgetFirst();
      stopLooking();
    },
  };
}

const SANE_SECONDS = { least: 30, most: 3_600 };

/** Known in public only, as `max_acceptance_prep_time_duration` in seconds; what cannot be a time to answer is taken for not said. */
function acceptWithin(resource: Record<string, unknown>): number | null {
  const seconds = asRecord(resource.venue_config)?.max_acceptance_prep_time_duration;
  return typeof seconds === 'number' && seconds >= SANE_SECONDS.least && seconds <= SANE_SECONDS.most ? seconds : null;
}
