/** The body of "get venue status". Its fields follow public sources, not the interface description. */
import type { SandboxOrder } from '../order.ts';
import type { Variants } from '../variants.ts';
import type { Fields } from '../wire/exchange.ts';
import { localTime } from './local-time.ts';
import { asSpecialTimes } from './special-days.ts';
import { isOnline, isWithinHours, REPORTED_LIMITS, type VenueState } from './venue-state.ts';
import type { Venue } from './venues.ts';

/** `shownOnline`: the online state in reads, which follows a change with a delay. `now`: epoch ms. */
export function venueStatus(
  venue: Venue,
  parts: { book: { all(): SandboxOrder[] }; variants: Variants; now: number; shownOnline: boolean },
): Fields {
  const { book, variants, now, shownOnline } = parts;
  const { state } = venue;
  const isOpen = venue.isOpen && isWithinHours(state, now) && (shownOnline || !variants.is('is_open', 'other'));
  const orders = book.all().filter((order) => order.venueId === venue.id);
  return {
    external_venue_id: state.externalId,
    ...(variants.is('top_level_is_open', 'other') ? { is_open: isOpen } : {}),
    status: { is_open: isOpen, is_online: shownOnline, is_ipad_free: state.isDeviceFree },
    contact_details: { address: 'Koekatu 4, 00100 Testikylä', phone: '+358000000042' },
    opening_times: state.week,
    special_times: asSpecialTimes(state.special, localTime(now, state.zone).date, variants.is('closed_days', 'other')),
    delivery_area: AREA,
    venue_config: {
      order_api_enabled: true,
      menu_api_enabled: state.menuEnabled,
      prep_time_duration: venue.preparationMinutes * 60,
      max_acceptance_prep_time_duration: venue.tellsAcceptTime ? venue.acceptWithinSeconds : null,
      ...(variants.is('rate_limits', 'missing') ? {} : { rate_limit_settings: reportedLimits(state) }),
      geo_fencing_status: null,
    },
    last_three_orders_status: orders
      .slice(-3)
      .reverse()
      .map((order) => order.body.order_status.toUpperCase()),
    order_handling_configuration: {
      acceptance_by_service: venue.autoAccepts,
      using_courier_arrival_notification: venue.announcesCourier,
    },
  };
}

function reportedLimits(state: VenueState): Fields {
  return Object.fromEntries(REPORTED_LIMITS.flatMap((name) => (state.limits[name] ? [[name, state.limits[name]]] : [])));
}

export function whyNoOrders(venue: Venue, now: number): string | null {
  if (venue.state.isDeleted) return 'The venue is marked deleted.';
  if (!isOnline(venue.state, now)) return 'The venue is offline.';
  if (!venue.isOpen || !isWithinHours(venue.state, now)) return 'The venue is closed.';
  return null;
}

/** A delivery area as a closed ring. Other parts of the interface use `lon` instead of `lng`. */
const AREA = [
  { lat: 60.16, lng: 24.92 },
  { lat: 60.18, lng: 24.92 },
  { lat: 60.18, lng: 24.96 },
  { lat: 60.16, lng: 24.96 },
  { lat: 60.16, lng: 24.92 },
];
