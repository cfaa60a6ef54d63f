/** Which order takes the whole screen, if any. Pure. */

import type { OrderCard } from '../../preload/contract.ts';
import { alertingOrders } from '../state/board.ts';
import { entryOf } from '../state/entry-of.ts';
import { secondsLeft } from '../time/urgency.ts';

/** `hushed`: touched here a moment ago; `seen`: looked at here in their last moments. The most pressing first. */
export function unansweredOrder(
  orders: Record<string, OrderCard>,
  hushed: Record<string, true>,
  seen: Record<string, true>,
  now: number,
): OrderCard | null {
  const untouched = new Set(alertingOrders(orders, hushed).map(({ id }) => id));
  const due = Object.values(orders).filter(({ id, deadline, pending, actions }) => {
    // Where staff decide in the service's own app there is nothing to answer here.
    const isAsked = actions.some(({ name }) => name === 'accept' || name === 'confirm');
    if (deadline === null || pending !== null || entryOf(seen, id) || !isAsked) return false;
    const left = secondsLeft(deadline.at, now);
    // What the service has rejected by now is no question any more.
    if (left === 0) return false;
    return left <= deadline.totalSeconds / 6 || (untouched.has(id) && left <= deadline.totalSeconds / 2);
  });
  due.sort((a, b) => secondsLeft(a.deadline?.at ?? '', now) - secondsLeft(b.deadline?.at ?? '', now));
  return due[0] ?? null;
}
