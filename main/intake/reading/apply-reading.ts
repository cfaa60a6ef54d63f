/** Writes what a reading of an order says, and everything it sets off, in one transaction. */
import { consequencesOf, type Occasion } from '../../orders/consequences.ts';
import type { Order } from '../../orders/order.ts';
import { isBeingPrepared, isKnownStatus, isNewer, isOpen, stageOf } from '../../orders/stage.ts';
import { bearsOut, claimedStage } from '../../orders/told.ts';
import type { NewJob } from '../../store/queue/queue.ts';
import { NOT_READ, type OrderRow } from '../../store/rows/order-rows.ts';
import type { Store } from '../../store/store.ts';

/** What the rooms that act on an order want queued; compose says which rooms those are. */
export interface OrderEffects {
  /** Queues the papers that this moment asks for, in the caller's transaction. */
  paper(order: Order, occasion: Occasion): void;
  /** The hand-off to the till; none where the printed ticket is the hand-off. */
  tillJobs(order: Order): NewJob[];
  /** Tells the till of an order that it has, in the caller's transaction. */
  tellTill(before: Order, order: Order, isCancelled: boolean): void;
  /** Whether the kitchen may have it although it is not known here: the database was put back from a backup. */
  mayBeCooking(order: Order): boolean;
  /** Whether staff decide orders of this venue here (and so must hear of them). */
  isDecidedHere(venueId: string): boolean;
}

export type Applied = 'new' | 'changed' | 'stale';

/** `raw` is the body, and `text` the same exactly as received: it is stored whole, with keys and values nobody knows yet. */
export function applyReading(
  store: Store,
  orderEffects: OrderEffects,
  now: () => number,
  order: Order,
  raw: unknown,
  text?: string,
): Applied {
  return store.write(() => {
    const before = store.orders.get(order.id);
    if (before && !isNewer(before.order, order)) return 'stale';
    const stage = stageOf(order, before?.stage ?? null);
    // Read once since then, it is known again.
    const isUnread = before === null || before.readAt === NOT_READ;
    const mayBeCooking = isUnread && orderEffects.mayBeCooking(order);
    const due = consequencesOf(before, order, stage, mayBeCooking);
    const told = store.told.get(order.id);
    // It was told of and taken on, could not be read, and is cancelled: nobody has answered that alarm, and it may be on the stove.
    const isUnanswered = before === null && stage === 'rejected' && told?.alerting === true && wasTakenOn(store, order.id);
    const rings =
      isUnanswered || (due.some(({ kind }) => kind === 'alert') && (stage === 'rejected' || orderEffects.isDecidedHere(order.venueId)));
    const silenced = due.some(({ kind }) => kind === 'silence');

    store.orders.save(
      {
        order,
        stage,
        open: isOpen(stage),
        noticedAt: before?.noticedAt ?? store.inbox.firstAbout(order.id) ?? now(),
        readAt: now(),
        initialPickupEta: before?.initialPickupEta ?? order.pickupEta,
        alerting: rings || ((before?.alerting ?? false) && !silenced),
        endedAt: isOpen(stage) ? null : (before?.endedAt ?? now()),
      },
      raw,
      text,
      text !== undefined,
    );
    if (told && bearsOut(stage, told.status)) store.told.settle(order.id);
    if (order.venueName) store.venues.learnName(order.venueId, order.venueName);
    for (const consequence of due) {
      if (consequence.kind === 'paper') orderEffects.paper(order, consequence);
      if (consequence.kind === 'hand-to-till') for (const job of orderEffects.tillJobs(order)) store.queue.add(job);
    }
    if (before && isOpen(before.stage)) orderEffects.tellTill(before.order, order, stage === 'rejected');
    else if (!before && mayBeCooking && stage === 'rejected') orderEffects.tellTill(order, order, true);
    if (before?.stage !== stage)
      store.journal.append(order.id, { kind: 'stage', before: before?.stage ?? null, after: stage, status: wordOf(order.status) });
    return before ? 'changed' : 'new';
  });
}

/** Whether a notification said that somebody accepted it. */
function wasTakenOn(store: Store, orderId: string): boolean {
  const claims = store.journal.ofKind(orderId, 'notification').map(({ status }) => claimedStage(status));
  return claims.some((stage) => stage !== null && (isBeingPrepared(stage) || stage === 'delivered'));
}

/**
 * A long body that is as it is stored: what a reading bears out, without writing megabytes again. The row says when it was read only where
 * something is waited for since.
 */
export function applySame(store: Store, now: () => number, { order, stage, readAt }: OrderRow): void {
  const told = store.told.get(order.id);
  const isBorneOut = told !== null && bearsOut(stage, told.status);
  const isAwaited = store.queue.ofOrder(order.id).some(({ finishedAt }) => (finishedAt ?? 0) >= readAt);
  if (!isBorneOut && !isAwaited) return;
  store.write(() => {
    if (isBorneOut) store.told.settle(order.id);
    if (isAwaited) store.orders.readAgain(order.id, now());
  });
}

/** The story of an order holds words of the interface alone. */
function wordOf(status: string): string {
  return isKnownStatus(status) || status === 'other' ? status : 'another status';
}
