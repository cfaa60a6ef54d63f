/** The venue endpoints (section 4.3; paths and bodies from public sources). */
import { orderErrorBody } from '../assumptions.ts';
import type { Clock } from '../clock.ts';
import type { SandboxOrder } from '../order.ts';
import type { Variants } from '../variants.ts';
import { readSpecialDays } from '../venue/special-days.ts';
import { isOnline, isWithinHours, type VenueState } from '../venue/venue-state.ts';
import { venueStatus } from '../venue/venue-status.ts';
import type { Venue } from '../venue/venues.ts';
import { readSpans, refuseOverlaps } from '../venue/week.ts';
import { type Fields, Refusal } from '../wire/exchange.ts';
import type { Journal } from '../wire/journal.ts';
import { invalid, oneOf, optionalTime, requiredBoolean } from '../wire/request-bodies.ts';
import type { Call, Endpoint } from './endpoints.ts';
import type { VenueAlerts } from './venue-alerts.ts';

const PROVIDERS = ['SERVICE', 'SELF_DELIVERY'] as const;

export function venueEndpoints(parts: {
  clock: Clock;
  book: { all(): SandboxOrder[] };
  variants: Variants;
  alerts: VenueAlerts;
  journal: Journal;
}): Endpoint[] {
  const { clock, book, variants, alerts, journal } = parts;
  /** Earlier online states, which reads still show. */
  const shown = new Map<string, { was: VenueState['offline']; until: number }>();

  function later(venue: Venue, ms: number, event: string, run: () => void): void {
    const apply = () => {
      run();
      journal.write({ kind: 'venue', venue_id: venue.id, event, details: null });
    };
    if (ms === 0) apply();
    else clock.at(clock.now() + ms, apply);
  }

  function isShownOnline(venue: Venue): boolean {
    const old = shown.get(venue.id);
    const isOld = old !== undefined && old.until > clock.now();
    return isOnline(isOld ? { ...venue.state, offline: old.was } : venue.state, clock.now());
  }

  function setOffline(venue: Venue, offline: VenueState['offline']): void {
    shown.set(venue.id, { was: venue.state.offline, until: clock.now() + venue.state.processing.online });
    venue.state.offline = offline;
    journal.write({ kind: 'venue', venue_id: venue.id, event: offline ? 'offline' : 'online', details: offline });
    alerts.look(venue);
  }

  /** Sets the venue online or offline from `{status, until}`. */
  function online({ venue, body, hasEffect }: Call): void {
    const fields = body();
    refuseOthers(fields, ['status', 'until']);
    if (fields.status === undefined) throw invalid('status is required.');
    const status = oneOf(fields, 'status', ['ONLINE', 'OFFLINE'], '');
    const until = optionalTime(fields, 'until');
    if (status === 'ONLINE' && until !== null) throw invalid('until belongs to OFFLINE: a venue cannot be scheduled to be online.');
    if (until !== null && until <= clock.now()) throw invalid('until is in the past.');
    if (hasEffect) setOffline(venue, status === 'ONLINE' ? null : { until });
  }

  /** `{is_online, reason}`, as in one official guide. */
  function onlineByStatus({ venue, body, hasEffect }: Call): void {
    const isOnlineNow = requiredBoolean(body(), 'is_online');
    if (hasEffect) setOffline(venue, isOnlineNow ? null : { until: null });
  }

  function openingTimes({ venue, body, hasEffect }: Call): void {
    const fields = body();
    refuseOthers(fields, ['availability']);
    const week = readSpans(fields.availability, 'availability');
    refuseOverlaps(week, 'availability');
    if (hasEffect)
      later(venue, venue.state.processing.openingTimes, 'opening times', () => {
        venue.state.week = week;
        alerts.openingTimesChanged(venue);
      });
  }

  function specialOpeningTimes({ venue, body, hasEffect }: Call): void {
    const days = readSpecialDays(body());
    if (hasEffect)
      later(venue, venue.state.processing.openingTimes, 'special opening times', () => {
        venue.state.special = days;
        alerts.openingTimesChanged(venue);
      });
  }

  function setDeliveryProvider({ venue, body, hasEffect }: Call): void {
    const fields = body();
    refuseOthers(fields, ['delivery_provider']);
    const provider = oneOf(fields, 'delivery_provider', PROVIDERS, '');
    if (!venue.state.hasHybridDelivery)
      throw new Refusal(400, orderErrorBody('HYBRID_DELIVERY_NOT_ENABLED', 'The venue has no hybrid delivery.'));
    if (hasEffect) venue.state.deliveryProvider = provider as VenueState['deliveryProvider'];
  }

  const atStatus = () => variants.is('online_path', 'other');
  const atHours = () => variants.is('opening_times_path', 'other');
  const row = (name: string, method: string, path: string, success: number, serve: Endpoint['serve'], more: Partial<Endpoint> = {}) => ({
    name,
    method,
    path: `/venues/{venue_id}/${path}`,
    success,
    isOfMenu: false,
    serve,
    ...more,
  });

  return [
    row('get venue status', 'GET', 'status', 200, ({ venue }) =>
      venueStatus(venue, { book, variants, now: clock.now(), shownOnline: isShownOnline(venue) }),
    ),
    row('set venue online', 'PATCH', 'online', 204, online, { limited: 'online', isThere: () => !atStatus() }),
    row('set venue online by status', 'PATCH', 'status', 204, onlineByStatus, { limited: 'online', isThere: atStatus }),
    row('update opening times', 'PATCH', 'opening-times', 202, openingTimes, { limited: 'openingTimes', isThere: () => !atHours() }),
    row('update opening hours', 'PUT', 'opening-hours', 202, openingTimes, { limited: 'openingTimes', isThere: atHours }),
    row('set special opening times', 'PUT', 'special-opening-times', 202, specialOpeningTimes, { limited: 'openingTimes' }),
    row('get delivery provider', 'GET', 'delivery-provider', 200, ({ venue }) => ({ delivery_provider: venue.state.deliveryProvider })),
    row('change delivery provider', 'PATCH', 'delivery-provider', 204, setDeliveryProvider),
    row('get venue settings', 'GET', 'settings', 200, ({ venue }) => ({
      status: { is_open: venue.isOpen && isWithinHours(venue.state, clock.now()) },
    })),
  ];
}

/** 7.2: unknown properties are a 400. */
function refuseOthers(fields: Fields, known: readonly string[], where = ''): void {
  for (const key of Object.keys(fields)) if (!known.includes(key)) throw invalid(`${where}${key} is not a property of this request.`);
}
