/** The usual time between orders at this time of the week. Epoch ms, service clock. Pure. */
import type { Opening } from '../../menu/hours.ts';

export const WEEK_MS = 7 * 24 * 3_600_000;
const WEEKS = 4;
const AROUND_MS = 2 * 3_600_000;
const LEAST_ORDERS = 5;

export const RECENT_MS = WEEKS * WEEK_MS;

/** `openIn`: when orders could arrive. Null if too few did. */
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
