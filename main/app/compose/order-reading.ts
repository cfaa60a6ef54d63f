import type {
  CoreServices,
  DeadlineServices,
  IntakeServices,
  ReadingServices,
  ServiceClients,
  StateServices,
} from '../../features/context.ts';
import { keepContact } from '../../intake/keep-contact.ts';
import type { OrderEffects } from '../../intake/reading/apply-reading.ts';
import { startPoller } from '../../intake/reading/poller.ts';
import { readDamaged } from '../../intake/reading/read-damaged.ts';
import { createOrderReader, queueOrderReading } from '../../intake/reading/read-order.ts';
import { unreadGroup } from '../../intake/reading/unread-group.ts';
import { watchMissedNotifications } from '../../view/missed-notifications.ts';

export function startReading(
  given: CoreServices & StateServices & IntakeServices & ServiceClients & DeadlineServices,
  orderEffects: readonly OrderEffects[],
): ReadingServices {
  const { log, settings, time, onDefect, opened, appEvents, store, notices, api, contact, isDecidedHere, leftMs, pace } = given;
  const { wall: now, monotonic } = time;
  const missed = opened.use(watchMissedNotifications({ store, notices, time, onDefect }));
  const reader = createOrderReader({
    store,
    api,
    orderEffects,
    isDecidedHere,
    now,
    monotonic,
    onRead: (order, applied, body) => {
      if (applied === 'new') missed.firstRead(order);
      const unread = applied === 'new' ? unreadGroup(order, body) : null;
      if (unread) log.warn({ orderId: order.id, ...unread }, 'a group order that does not say who ordered what');
      // A missing pickup estimate follows soon: reads the order again.
      if (order.pickupEta === null && order.status === 'received' && !order.delivery.selfDelivery && order.type !== 'preorder')
        appEvents.emit('unestimated', order.id);
    },
    onlyVenueId: () => {
      const venues = store.venues.all();
      return venues.length === 1 ? (venues[0]?.id ?? null) : null;
    },
  });
  // Reads orders of notifications salvaged from a damaged database; the backup lacks them.
  if (store.recoveries.isUnsettled() && !store.readOnly)
    store.write(() => {
      for (const unknown of store.inbox.aboutUnknown()) queueOrderReading(store, unknown);
    });
  if (!store.readOnly) readDamaged(store, now());
  const poller = opened.use(
    startPoller({
      store,
      reader,
      time,
      backOff: pace,
      decidesItselfInMs: leftMs,
      pace: () => ({ fastestSeconds: settings.get().polling.fastest_seconds, slowestSeconds: settings.get().polling.slowest_seconds }),
      onDefect,
    }),
  );
  appEvents.on('unestimated', poller.followUpOnce);
  const { isReadSeldom } = reader;
  opened.defer(keepContact({ store, api, time, lastContactAt: () => contact.view().at, isGone: contact.isGone, isReadSeldom, onDefect }));
  function retryNow(): void {
    store.write(() => store.queue.retryAll());
    poller.readAll();
  }
  return { reader, poller, retryNow };
}
