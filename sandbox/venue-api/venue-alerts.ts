/** Venue webhooks: rejections in a row, offline within opening times, changed opening times. */
import { ASSUMED } from '../assumptions.ts';
import type { Clock } from '../clock.ts';
import type { Notifier } from '../notifications.ts';
import { isOnline, isWithinHours } from '../venue/venue-state.ts';
import type { Venue } from '../venue/venues.ts';

export interface VenueAlerts {
  /** Call when the venue or the service's timeout decided on an order. */
  decided(venue: Venue, isAccepted: boolean): void;
  /** Call after changes of status or opening times. */
  look(venue: Venue): void;
  openingTimesChanged(venue: Venue): void;
}

const LOOK_AGAIN_MS = 60_000;

export function createVenueAlerts({ clock, notifier }: { clock: Clock; notifier: Notifier }): VenueAlerts {
  const rejections = new Map<string, number>();
  const raised = new Map<string, Set<'rejections' | 'offline'>>();
  const watched = new Map<string, () => void>();

  function raisedOf(venue: Venue): Set<'rejections' | 'offline'> {
    const known = raised.get(venue.id) ?? new Set();
    raised.set(venue.id, known);
    return known;
  }

  function tell(venue: Venue, alert: 'rejections' | 'offline', isRaised: boolean): void {
    const all = raisedOf(venue);
    if (all.has(alert) === isRaised) return;
    if (isRaised) all.add(alert);
    else all.delete(alert);
    const name = alert === 'rejections' ? 'REJECTION' : 'VENUE_OFFLINE';
    notifier.venueEvent(venue, `${name}_ALERT_${isRaised ? 'TRIGGERED' : 'RECOVERED'}`);
  }

  /** Sends or ends the alert about being offline. While offline, checks again each minute, as opening times may start or the pause end. */
  function look(venue: Venue): void {
    watched.get(venue.id)?.();
    watched.delete(venue.id);
    const now = clock.now();
    if (isOnline(venue.state, now)) return tell(venue, 'offline', false);
    if (isWithinHours(venue.state, now)) tell(venue, 'offline', true);
    const end = venue.state.offline?.until ?? Number.POSITIVE_INFINITY;
    watched.set(
      venue.id,
      clock.at(Math.min(end, now + LOOK_AGAIN_MS), () => look(venue)),
    );
  }

  return {
    decided(venue, isAccepted) {
      const inARow = isAccepted ? 0 : (rejections.get(venue.id) ?? 0) + 1;
      rejections.set(venue.id, inARow);
      if (isAccepted) tell(venue, 'rejections', false);
      else if (inARow >= ASSUMED.rejectionsInARow) tell(venue, 'rejections', true);
    },
    look,
    openingTimesChanged(venue) {
      notifier.venueEvent(venue, 'OPENING_HOURS_UPDATED');
      look(venue);
    },
  };
}
