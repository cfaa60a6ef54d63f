/** How an order came to be rejected, for cards, History and reports. Pure. */

/** Clocks differ a little, and the service looks at its deadlines now and then. */
export const EARLY_MS = 5_000;
const LATE_MS = 90_000;

/** Times are epoch ms of the service's clock. */
export interface RejectionEvidence {
  /** Our own rejection: the service took it, it is out and its answer unknown, or there is none. */
  ours: 'taken' | 'out' | 'none';
  /** Whether it was accepted, or as a pre-order confirmed, by anyone at any time. */
  wasAnswered: () => boolean;
  /** Whether a notification called it cancelled. */
  wasCancelClaimed: () => boolean;
  /** Until when an answer was wanted, by the limit that is known or the usual one. */
  answerBy: number;
  /** When the service changed it last; null if it doesn't say. */
  changedAt: number | null;
  /** When its end was noticed here. */
  noticedAt: number | null;
}

export function rejectionCause(evidence: RejectionEvidence) {
  if (evidence.ours === 'taken') return 'here';
  if (evidence.ours === 'out') return 'checking';
  if (evidence.wasAnswered()) return 'cancelled';
  if (isTimeOver(evidence)) return 'missed';
  return evidence.wasCancelClaimed() ? 'cancelled' : 'others';
}

/** A notification of the service calls an order cancelled also where its time was over. */
function isTimeOver({ answerBy, changedAt, noticedAt }: RejectionEvidence): boolean {
  if (changedAt !== null) return changedAt >= answerBy - EARLY_MS;
  // What was noticed long after may have ended at any time before.
  return noticedAt !== null && noticedAt >= answerBy - EARLY_MS && noticedAt <= answerBy + LATE_MS;
}
