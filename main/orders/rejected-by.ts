/** Who rejected an order that wasn't rejected here, as far as known. Pure. */
import type { Deadline } from './deadline.ts';
import type { Order } from './order.ts';

/** Clocks differ a little, and the service looks at its deadlines now and then. */
export const EARLY_MS = 5_000;
const LATE_MS = 90_000;

/**
 * `time`: the service, because no one answered in time. `others`: the service, the customer or support, unknown which.
 * `cancelled`: the same for an order that had been answered.
 * `deadline`: of the answer that was wanted; `endedAt`: ISO UTC, when it was noticed here; `wasAnswered`: accepted, or a pre-order confirmed.
 */
export function rejectedBy(
  order: Order,
  { deadline, endedAt, wasAnswered }: { deadline: Deadline; endedAt: string | null; wasAnswered: boolean },
) {
  if (wasAnswered || order.preOrder?.status === 'confirmed') return 'cancelled';
  // Where the time of this venue is only guessed, its end proves nothing.
  if (deadline.about) return 'others';
  const due = Date.parse(deadline.at);
  const changedAt = order.modifiedAt === null ? Number.NaN : Date.parse(order.modifiedAt);
  if (Number.isFinite(changedAt)) return changedAt >= due - EARLY_MS ? 'time' : 'others';
  // When it was noticed long after, anything may have been before.
  const noticed = endedAt === null ? Number.NaN : Date.parse(endedAt);
  return noticed >= due - EARLY_MS && noticed <= due + LATE_MS ? 'time' : 'others';
}
