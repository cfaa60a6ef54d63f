/** Reads orders and venues from the service, on news and by itself, and knows until when each order is to be answered. */
import { keepContact } from '../../intake/keep-contact.ts';
import { type Poller, startPoller } from '../../intake/poller.ts';
import { readDamaged } from '../../intake/read-damaged.ts';
import { createOrderReader, type OrderReader, wantReading } from '../../intake/read-order.ts';
import { unreadGroup } from '../../intake/unread-group.ts';
import { type VenueWatch, watchVenues } from '../../intake/watch-venues.ts';
import { type Deadline, type DeadlineRules, deadlineOf, deadlineRules } from '../../orders/deadline.ts';
import { venueSettings } from '../../settings/settings.ts';
import type { OrderRow } from '../../store/rows/order-rows.ts';
import type { AskingSide } from './asking.ts';
import type { Basics } from './basics.ts';
import type { Keeping } from './keeping.ts';
import type { PaperSide } from './paper.ts';

export interface ReadingSide {
  reader: OrderReader;
  poller: Poller;
  venueWatch: VenueWatch;
  rulesFor: (venueId: string) => DeadlineRules;
  deadlineFor: (row: OrderRow) => Deadline | null;
  /** ms until the service decides by itself, on its clock; null where it does not. */
  leftMs: (row: OrderRow) => number | null;
}

export function startReading(basics: Basics, keeping: Keeping, { api, contact }: AskingSide, { orderEffects }: PaperSide): ReadingSide {
  const { settings, log, time, onDefect, opened, news, refresh } = basics;
  const { wall: now, monotonic, service: clock } = time;
  const { store, warnings } = keeping;
  const reader = createOrderReader({
    store,
    api,
    orderEffects,
    now,
    monotonic,
    onRead: (order, applied, body) => {
      warnings.missed(order, applied === 'new');
      const unread = applied === 'new' ? unreadGroup(order, body) : null;
      if (unread) log.warn({ orderId: order.id, ...unread }, 'a group order that does not say who ordered what');
      // A pickup estimate that is not there yet comes a moment later.
      if (order.pickupEta === null && order.status === 'received' && !order.delivery.selfDelivery && order.type !== 'preorder')
        news.emit('unestimated', order.id);
    },
    onlyVenueId: () => {
      const venues = store.venues.all();
      return venues.length === 1 ? (venues[0]?.id ?? null) : null;
    },
  });
  // What could be read from the damaged file, and is not in the backup.
  if (store.recoveries.isUnsettled())
    store.write(() => {
      for (const unknown of store.inbox.aboutUnknown()) wantReading(store, unknown);
    });
  readDamaged(store, now());
  const venueWatch = opened.use(
    watchVenues({
      store,
      time,
      api,
      isSet: () => settings.get().service.venue_path !== null,
      onMissing: warnings.missingAtService,
      onNeverCame: warnings.neverCame,
      onRefused: warnings.venueRefused,
      // Orders that stand there count down by it from now on.
      onTimes: refresh,
      onDefect,
    }),
  );
  const rulesFor = (venueId: string): DeadlineRules => ({
    ...deadlineRules(venueSettings(settings.get(), venueId), venueWatch.acceptWithinSeconds(venueId)),
    serviceNow: clock.now(),
  });
  const deadlineFor = ({ order, stage, noticedAt }: OrderRow): Deadline | null =>
    deadlineOf(order, stage, rulesFor(order.venueId), clock.iso(noticedAt));
  const leftMs = (row: OrderRow): number | null => {
    const deadline = deadlineFor(row);
    return deadline && Date.parse(deadline.at) - clock.now();
  };
  const poller = opened.use(
    startPoller({
      store,
      reader,
      time,
      decidesItselfInMs: leftMs,
      pace: () => ({ fastestSeconds: settings.get().polling.fastest_seconds, slowestSeconds: settings.get().polling.slowest_seconds }),
      onDefect,
    }),
  );
  news.on('unestimated', poller.followUpOnce);
  const { isReadSeldom } = reader;
  opened.defer(keepContact({ store, api, time, lastContactAt: () => contact.view().at, isGone: contact.isGone, isReadSeldom, onDefect }));
  return { reader, poller, venueWatch, rulesFor, deadlineFor, leftMs };
}
