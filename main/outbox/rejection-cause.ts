/** How an order came to be rejected, by one rule for the card, History, the day and its table. */
import type { RejectionCause } from '../../contract/rejection-cause.ts';
import { claimedStage } from '../orders/claim.ts';
import { answerBy, type DeadlineRules } from '../orders/deadline.ts';
import { EARLY_MS, rejectedBy } from '../orders/rejected-by.ts';
import type { Job } from '../store/queue/queue.ts';
import type { OrderRow } from '../store/rows/order-rows.ts';
import type { Store } from '../store/store.ts';
import { isOurRejection, mayBeOurRejection } from './commands.ts';

export interface RejectionContext extends DeadlineRules {
  /** The jobs of this order. */
  jobs: readonly Job[];
  /** Whether it was accepted or confirmed at any time, by anybody. */
  wasAnswered: () => boolean;
  /** Whether a notification called it cancelled. */
  wasCancelClaimed: () => boolean;
  /** A moment of this computer's clock as ISO UTC on the service's. */
  iso: (at: number) => string;
}

/** Null for an order that isn't rejected. */
export function rejectionCause({ order, stage, noticedAt, endedAt }: OrderRow, context: RejectionContext): RejectionCause | null {
  const { jobs, iso } = context;
  if (stage !== 'rejected') return null;
  if (jobs.some(isOurRejection)) return 'here';
  if (jobs.some(mayBeOurRejection)) return 'checking';
  const deadline = answerBy(order, context, iso(noticedAt));
  const ended = endedAt === null ? null : iso(endedAt);
  const by = rejectedBy(order, { deadline, endedAt: ended, wasAnswered: context.wasAnswered() });
  // At the end of a time that is only guessed it may as well have been that no one answered.
  const mayBeTime = deadline.about && (ended === null || Date.parse(ended) >= Date.parse(deadline.at) - EARLY_MS);
  return by === 'others' && !mayBeTime && context.wasCancelClaimed() ? 'cancelled' : by;
}

/** What was kept of an order that tells how it was rejected. */
export function traces(store: Store, orderId: string): Pick<RejectionContext, 'wasAnswered' | 'wasCancelClaimed'> {
  return {
    wasAnswered: () => store.history.wasAnswered(orderId),
    wasCancelClaimed: () => store.journal.ofKind(orderId, 'notification').some(({ status }) => claimedStage(status) === 'rejected'),
  };
}
