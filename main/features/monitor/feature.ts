import { endsAt } from '../../menu/hours.ts';
import { keepOutages } from '../../monitor/keep-outages.ts';
import { connectedRinging, watchUnheard } from '../../monitor/unheard.ts';
import { venueSettings } from '../../settings/settings.ts';
import { ownTimeZone } from '../../time/time-text.ts';
import { hoursOf } from '../../view/menu/sale-view.ts';
import type { Kernel } from '../context.ts';
import { defineFeature } from '../feature.ts';
import { createMonitorCalls } from './calls.ts';

export const monitor = defineFeature({
  name: 'monitor',
  calls: createMonitorCalls,
  start(given: Kernel<'store' | 'feed' | 'settings' | 'tablets' | 'venueWatch' | 'warnings' | 'time' | 'onDefect' | 'opened'>) {
    const { store, feed, settings, tablets, warnings, time, onDefect, opened } = given;
    const isUnattended = () => settings.get().counter.unattended;
    const anyRings = () => connectedRinging(tablets?.() ?? []).length > 0;
    const isWatched = () => (isUnattended() ? anyRings() : feed.isWatched());
    opened.defer(keepOutages({ store, feed, isWatched, time, onDefect }));
    opened.defer(
      watchUnheard({
        isHeard: () => !isUnattended() || anyRings(),
        isNeeded: () => hasOrders(given) || isAnyOpen(given),
        onChange: warnings.unheard,
        time,
        onDefect,
      }),
    );
  },
});

function hasOrders({ store }: Kernel<'store'>): boolean {
  return store.orders.openIds().length > 0 || store.claims.unread().length > 0;
}

/** By the service, or by the opening times while its answer is missing. */
function isAnyOpen({ store, settings, venueWatch, time }: Kernel<'store' | 'settings' | 'venueWatch' | 'time'>): boolean {
  return store.venues.all().some(({ id }) => {
    const zone = venueSettings(settings.get(), id).time_zone ?? ownTimeZone();
    return venueWatch.isOpen(id) ?? endsAt(hoursOf(store, id), time.service.now(), zone).isOpen;
  });
}
