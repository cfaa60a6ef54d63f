/** Detects orders piling up, for a suggested or automatic pause. Pure. */
import { isLate, type OrderCard, type SaleView } from '../../contract/contract.ts';
import { type Message, message } from '../../contract/message.ts';

const MANY_LATE = 4;
const MANY_REJECTED = 3;
const LOOKED_BACK_MS = 30 * 60_000;
type Card = Pick<OrderCard, 'venueId' | 'column' | 'pickupAt' | 'preorderFor' | 'endedAt' | 'rejected'>;

/** Null if all is well or the venue is closed. `now`: service clock, epoch ms. `since`: ignores earlier rejections. */
export function overload(
  orders: readonly Card[],
  venueId: string,
  sale: Pick<SaleView, 'isOnline' | 'pause' | 'alert'>,
  now: number,
  since = 0,
): Message | null {
  if (sale.isOnline === false || (sale.pause?.isPaused && sale.pause.pending.state !== 'unseen')) return null;
  const own = orders.filter((order) => order.venueId === venueId);
  const from = Math.max(since, now - LOOKED_BACK_MS);
  const rejected = own.filter(({ endedAt, rejected: how }) => {
    const isRecent = endedAt !== null && Date.parse(endedAt) > from;
    // Excludes cancellations by customers.
    return isRecent && (how === 'here' || how === 'missed');
  }).length;
  if (rejected >= MANY_REJECTED) return message('sale.ordersRejected', { count: rejected });
  const late = own.filter((order) => isLate(order, now)).length;
  if (late >= MANY_LATE) return message('sale.ordersLate', { count: late });
  const { alert } = sale;
  return alert?.of === 'rejections' && Date.parse(alert.at) > since ? message('sale.rejectionsInRow') : null;
}
