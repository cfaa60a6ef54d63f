import type { Message } from '../../../contract/message.ts';
import type { Cancel } from '../../../shared/time/time.ts';
import { saveVenueStatus } from '../../outbox/menu/queue-changes.ts';
import { confirmByStatus, wasWeekChangedElsewhere, wereHoursChangedHere } from '../../outbox/menu/read-back.ts';
import { isPausedHere } from '../../view/menu/sale-view.ts';
import { createVenueAlerts, type VenueAlerts } from '../../view/menu/venue-alerts.ts';
import type { Kernel } from '../context.ts';

/** ms until a pause or new opening times show in the status. */
const SHOWS_AFTER_MS = 1_500;

/** `ofVenue`: adds the venue to a text. */
export function followVenues(
  given: Kernel<'store' | 'time' | 'notices' | 'appEvents' | 'venueWatch' | 'onDefect'>,
  ofVenue: (venueId: string, text: Message) => Message,
): VenueAlerts {
  const { store, time, notices, appEvents, venueWatch, onDefect } = given;
  const { now } = time.service;
  const alerts = createVenueAlerts({
    store,
    notices,
    now,
    isPaused: (venueId) => isPausedHere(store, venueId, now()),
    wereHoursChangedHere: (venueId) => wereHoursChangedHere(store, venueId, now()),
    ofVenue,
  });
  appEvents.on('venueStatus', ({ venueId, status, body, askedAt }) => {
    try {
      if (wasWeekChangedElsewhere(store, venueId, status)) alerts.hoursChanged(venueId);
      alerts.statusRead(venueId, status, askedAt);
      store.write(() => {
        saveVenueStatus(store, time, venueId, askedAt, { ...body });
        confirmByStatus(store, venueId, status, askedAt);
      });
    } catch (error) {
      onDefect(error);
    }
  });
  appEvents.on('venueEvent', (event) => {
    if (!store.venues.get(event.venueId)) return;
    alerts.happened(event);
    // Asks for the status, as it is authoritative and the webhook isn't.
    venueWatch.askNow(event.venueId).catch(onDefect);
    appEvents.emit('orders');
  });
  return alerts;
}

export function askAfterChange({
  time,
  opened,
  venueWatch,
  onDefect,
}: Kernel<'time' | 'opened' | 'venueWatch' | 'onDefect'>): (venueId: string) => void {
  const waiting = new Set<Cancel>();
  opened.defer(() => {
    for (const cancel of waiting) cancel();
  });
  return (venueId) => {
    const cancel = time.after(SHOWS_AFTER_MS, () => {
      waiting.delete(cancel);
      venueWatch.askNow(venueId).catch(onDefect);
    });
    waiting.add(cancel);
  };
}
