import type { OrderCard } from './order.ts';

/** An order counts as late this long after its time, ms. */
export const LATE_AFTER_MS = 60_000;

/** `now`: the service's clock, epoch ms. */
export function isLate({ column, pickupAt, preorderFor }: Pick<OrderCard, 'column' | 'pickupAt' | 'preorderFor'>, now: number): boolean {
  const due = pickupAt ?? preorderFor;
  return column === 'preparing' && due !== null && Date.parse(due) - now <= -LATE_AFTER_MS;
}
