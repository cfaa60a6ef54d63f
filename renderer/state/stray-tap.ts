/** Guards against a wet double tap: the first tap moves its card away, the second would hit the order that slid under the finger. */

export interface Tap {
  orderId: string;
  x: number;
  y: number;
  /** ms on any steady clock. */
  at: number;
}

const WITHIN_MS = 500;
const WITHIN_PX = 48;

/** True when `next` lands on another order at the same place right after `last`: nobody means that. */
export function isStrayTap(last: Tap | null, next: Tap): boolean {
  if (!last || last.orderId === next.orderId) return false;
  const near = Math.hypot(next.x - last.x, next.y - last.y) <= WITHIN_PX;
  return near && next.at - last.at <= WITHIN_MS;
}
