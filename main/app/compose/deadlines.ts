import type { CoreServices, DeadlineServices, ServiceClients, StateServices } from '../../features/context.ts';
import { watchVenues } from '../../intake/watch-venues.ts';
import { type Deadline, type DeadlineRules, deadlineOf, deadlineRules } from '../../orders/deadline.ts';
import { venueSettings } from '../../settings/settings.ts';
import type { OrderRow } from '../../store/rows/order-rows.ts';

export function watchDeadlines(given: CoreServices & StateServices & ServiceClients): DeadlineServices {
  const { settings, time, onDefect, opened, appEvents, refresh, store, warnings, venueApi } = given;
  const { service: clock } = time;
  const venueWatch = opened.use(
    watchVenues({
      store,
      time,
      api: venueApi,
      isSet: () => settings.get().service.venue_path !== null || settings.get().service.endpoints.venue_status !== undefined,
      onMissing: warnings.missingAtService,
      onNeverCame: warnings.neverCame,
      onRefused: warnings.venueRefused,
      // Open orders must count down by the new limits.
      onTimes: refresh,
      onStatus(venueId, status, body, askedAt) {
        appEvents.emit('venueStatus', { venueId, status, body, askedAt });
      },
      onDefect,
    }),
  );
  const rulesFor = (venueId: string): DeadlineRules =>
    deadlineRules(venueSettings(settings.get(), venueId), venueWatch.acceptWithinSeconds(venueId));
  const deadlineFor = (row: OrderRow): Deadline | null => deadlineOf(row.stage, rulesFor(row.order.venueId), store.history.placedAt(row));
  const leftMs = (row: OrderRow): number | null => {
    const deadline = deadlineFor(row);
    return deadline && Date.parse(deadline.at) - clock.now();
  };
  return { venueWatch, deadlineRules: rulesFor, deadlineFor, leftMs };
}
