/** The order and all its effects are saved in one transaction. */

import { claimedStage, confirms } from '../../orders/claim.ts';
import { type Consequence, consequencesOf } from '../../orders/consequences.ts';
import type { Order } from '../../orders/order.ts';
import { isBeingPrepared, isKnownStatus, isNewer, isOpen, stageOf } from '../../orders/stage.ts';
import { NOT_READ, type OrderRow } from '../../store/rows/order-rows.ts';
import type { Store } from '../../store/store.ts';

/** A feature's reaction to an order, in the same transaction. */
export interface OrderEffects {
  due?(order: Order, consequence: Consequence): void;
  /** For an order that was open or may be cooking. */
  changed?(before: Order, order: Order, isCancelled: boolean): void;
}

export interface Applies {
  store: Store;
  now: () => number;
  orderEffects: readonly OrderEffects[];
  /** Whether staff decide the venue's orders here, so that they ring. */
  isDecidedHere(venueId: string): boolean;
}

export type Applied = 'new' | 'changed' | 'stale';

/** `text`: the body as received, stored whole. */
export function applyReading({ store, now, orderEffects, isDecidedHere }: Applies, order: Order, raw: unknown, text?: string): Applied {
  return store.write(() => {
    const before = store.orders.get(order.id);
    if (before && !isNewer(before.order, order)) return 'stale';
    const stage = stageOf(order, before?.stage ?? null);
    // Restored and damaged rows count as unread until the next read.
    const isUnread = before === null || before.readAt === NOT_READ;
    const mayBeCooking = isUnread && store.recoveries.mayBeCooking(order);
    const due = consequencesOf(before, order, stage, mayBeCooking);
    const claim = store.claims.get(order.id);
    // Accepted by notification, never read, now cancelled: it may be cooking.
    const isUnanswered = before === null && stage === 'rejected' && claim?.alerting === true && wasTakenOn(store, order.id);
    // A notification claims a cancellation that this reading doesn't show, just as the kitchen starts.
    const wasPrepared = before !== null && isBeingPrepared(before.stage);
    const isCancelClaimed = isBeingPrepared(stage) && !wasPrepared && claimedStage(claim?.status ?? null) === 'rejected';
    const rings =
      isUnanswered ||
      isCancelClaimed ||
      (due.some(({ kind }) => kind === 'alert') && (stage === 'rejected' || isDecidedHere(order.venueId)));
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
    if (claim && confirms(stage, claim.status)) store.claims.settle(order.id);
    if (order.venueName) store.venues.learnName(order.venueId, order.venueName);
    const known = before && isOpen(before.stage) ? before.order : !before && mayBeCooking && stage === 'rejected' ? order : null;
    for (const effects of orderEffects) {
      for (const consequence of due) effects.due?.(order, consequence);
      if (known) effects.changed?.(known, order, stage === 'rejected');
    }
    if (before?.stage !== stage)
      store.journal.append(order.id, { kind: 'stage', before: before?.stage ?? null, after: stage, status: wordOf(order.status) });
    return before ? 'changed' : 'new';
  });
}

function wasTakenOn(store: Store, orderId: string): boolean {
  const claims = store.journal.ofKind(orderId, 'notification').map(({ status }) => claimedStage(status));
  return claims.some((stage) => stage !== null && (isBeingPrepared(stage) || stage === 'delivered'));
}

/** Records the reading of an unchanged long body without rewriting megabytes. */
export function applySame(store: Store, now: () => number, { order, stage, readAt }: OrderRow): void {
  const claim = store.claims.get(order.id);
  const isConfirmed = claim !== null && confirms(stage, claim.status);
  const isAwaited = store.queue.ofOrder(order.id).some(({ finishedAt }) => (finishedAt ?? 0) >= readAt);
  if (!isConfirmed && !isAwaited) return;
  store.write(() => {
    if (isConfirmed) store.claims.settle(order.id);
    if (isAwaited) store.orders.readAgain(order.id, now());
  });
}

/** The activity gets only the interface's words. */
function wordOf(status: string): string {
  return isKnownStatus(status) || status === 'other' ? status : 'another status';
}
