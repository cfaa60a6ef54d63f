/** Tolerances: clocks differ slightly, and the service checks deadlines at intervals. */
export const EARLY_MS = 5_000;
const LATE_MS = 90_000;

/** Times are epoch ms on the service's clock. */
export interface RejectionEvidence {
  /** Our rejection: accepted by the service, sent without a known answer, or none. */
  ours: 'taken' | 'out' | 'none';
  /** Whether anyone accepted or confirmed the order. */
  wasAnswered: () => boolean;
  /** Whether a notification called the order cancelled. */
  wasCancelClaimed: () => boolean;
  /** The deadline, by the known or the usual limit. */
  answerBy: number;
  /** When the service last changed the order; null if unknown. */
  changedAt: number | null;
  /** When Tillbridge noticed the rejection. */
  noticedAt: number | null;
}

export function rejectionCause(evidence: RejectionEvidence) {
  if (evidence.ours === 'taken') return 'here';
  if (evidence.ours === 'out') return 'checking';
  if (evidence.wasAnswered()) return 'cancelled';
  if (isTimeOver(evidence)) return 'missed';
  return evidence.wasCancelClaimed() ? 'cancelled' : 'others';
}

/** Checked before a claimed cancellation: the service also calls expired orders cancelled. */
function isTimeOver({ answerBy, changedAt, noticedAt }: RejectionEvidence): boolean {
  if (changedAt !== null) return changedAt >= answerBy - EARLY_MS;
  // An order noticed late may have ended at any time before.
  return noticedAt !== null && noticedAt >= answerBy - EARLY_MS && noticedAt <= answerBy + LATE_MS;
}
