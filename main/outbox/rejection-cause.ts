import type { RejectionCause } from '../../contract/rejection-cause.ts';
import { claimedStage } from '../orders/claim.ts';
import { ACCEPTING_ACTIONS } from '../orders/commands.ts';
import { answerBy, type DeadlineRules } from '../orders/deadline.ts';
import { rejectionCause } from '../orders/rejection-cause.ts';
import { isUndecided } from '../orders/stage.ts';
import type { Job } from '../store/queue/queue.ts';
import type { OrderRow } from '../store/rows/order-rows.ts';
import type { Store } from '../store/store.ts';
import { isOurRejection, mayBeOurRejection } from './commands.ts';

/** `jobs`: of this order. Null if it isn't rejected. */
export function causeOfRejection(store: Store, row: OrderRow, jobs: readonly Job[], rules: DeadlineRules): RejectionCause | null {
  if (row.stage !== 'rejected') return null;
  const { order } = row;
  return rejectionCause({
    ours: oursAmong(jobs),
    wasAnswered: () => wasAnswered(store, row),
    wasCancelClaimed: () => wasCancelClaimed(store, order.id),
    answerBy: Date.parse(answerBy(order.type === 'preorder', rules, store.history.placedAt(row)).at),
    changedAt: changedAt(row),
    noticedAt: store.history.get(order.id)?.endedAt ?? null,
  });
}

export function oursAmong(jobs: readonly Job[]): 'taken' | 'out' | 'none' {
  if (jobs.some(isOurRejection)) return 'taken';
  return jobs.some(mayBeOurRejection) ? 'out' : 'none';
}

/** The service's last change, epoch ms. */
export function changedAt({ order }: OrderRow): number | null {
  const at = Date.parse(order.modifiedAt ?? '');
  return Number.isFinite(at) ? at : null;
}

/**
 * Whether the order was accepted or confirmed: by a reading, our answer, or a notification, as it may be cancelled before it's read again.
 */
export function wasAnswered(store: Store, { order }: OrderRow): boolean {
  if (order.preOrder?.status === 'confirmed' || store.history.wasAnswered(order.id)) return true;
  return store.journal.ofKind(order.id, 'notification', 'answer').some((entry) => {
    if (entry.kind === 'answer') return ACCEPTING_ACTIONS.some((action) => action === entry.action);
    const claimed = claimedStage(entry.status);
    return claimed !== null && !isUndecided(claimed) && claimed !== 'rejected';
  });
}

export function wasCancelClaimed(store: Store, orderId: string): boolean {
  return store.journal.ofKind(orderId, 'notification').some(({ status }) => claimedStage(status) === 'rejected');
}
