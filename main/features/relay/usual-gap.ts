/** How long a venue usually waits for the next order at this time of the week. Service clock, epoch ms. Pure. */
import type { Opening } from '../../menu/hours.ts';

export const WEEK_MS = 7 * 24 * 3_600_000;
const WEEKS = 4;
/** Orders this long before and after the time of the week count. */
const AROUND_MS = 2 * 3_600_000;
/** Fewer show no usual gap. */
const LEAST_ORDERS = 5;

export const RECENT_MS = WEEKS * WEEK_MS;

/** `openIn`: when the venue could receive orders in [from, until]. `ordersIn`: how many it received. Null if too few. */
export function usualGap(
  now: number,
  openIn: (from: number, until: number) => readonly Opening[],
  ordersIn: (opening: Opening) => number,
): number | null {
  const middles = Array.from({ length: WEEKS }, (_, at) => now - (at + 1) * WEEK_MS);
  const open = middles.flatMap((middle) => openIn(middle - AROUND_MS, middle + AROUND_MS));
  const orders = open.reduce((sum, opening) => sum + ordersIn(opening), 0);
  return orders < LEAST_ORDERS ? null : Math.round(open.reduce((sum, { from, until }) => sum + until - from, 0) / orders);
}
