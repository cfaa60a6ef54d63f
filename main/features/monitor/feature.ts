import { endsAt } from '../../menu/hours.ts';
import { keepOutages } from '../../monitor/keep-outages.ts';
import { unheardVenues, watchUnheard } from '../../monitor/unheard.ts';
import { venueSettings } from '../../settings/settings.ts';
import { ownTimeZone } from '../../time/time-text.ts';
import { hoursOf } from '../../view/menu/sale-view.ts';
import { namesAmongSeveral } from '../../view/venue-names.ts';
import type { Kernel } from '../context.ts';
import { defineFeature } from '../feature.ts';
import { createMonitorCalls } from './calls.ts';

export const monitor = defineFeature({
  name: 'monitor',
  calls: createMonitorCalls,
  start(given: Kernel<'store' | 'feed' | 'settings' | 'tablets' | 'venueWatch' | 'warnings' | 'time' | 'onDefect' | 'opened'>) {
    const { store, feed, settings, tablets, warnings, time, onDefect, opened } = given;
    const unheard = () => (settings.get().counter.unattended ? unheardVenues(tablets?.() ?? [], store) : null);
    const unwatched = () => unheard() ?? (feed.isWatched() ? [] : ['']);
    opened.defer(keepOutages({ store, feed, unwatched, time, onDefect }));
    opened.defer(
      watchUnheard({
        unheard: () => unheard() ?? [],
        isNeeded: (id) => isOpen(given, id) || hasOrders(given, id),
        onChange: (ids) => warnings.unheard(ids.length === 0 ? null : namesAmongSeveral(store, settings.get(), ids)),
        time,
        onDefect,
      }),
    );
  },
});

/** An order never read may be of any venue. */
function hasOrders({ store }: Kernel<'store'>, id: string): boolean {
  const venues = [...store.orders.open().map(({ order }) => order), ...store.claims.unread()].map(({ venueId }) => venueId);
  return venues.some((venueId) => venueId === null || venueId === id);
}

/** By the service, or by the opening times while its answer is missing. */
function isOpen({ store, settings, venueWatch, time }: Kernel<'store' | 'settings' | 'venueWatch' | 'time'>, id: string): boolean {
  const zone = venueSettings(settings.get(), id).time_zone ?? ownTimeZone();
  return venueWatch.isOpen(id) ?? endsAt(hoursOf(store, id), time.service.now(), zone).isOpen;
}
