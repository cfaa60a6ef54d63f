/** Folds orders rejected for the same cause into one entry. Pure. */
import type { OrderCard, Text } from '../../../contract/contract.ts';

/** Canceled orders. Uppercase: from a notification about an order that wasn't read. */
const CANCELLED: ReadonlySet<string> = new Set(['rejected', 'CANCELED', 'CANCELLED']);

export const isCancelled = ({ status }: OrderCard): boolean => CANCELLED.has(status);

/** `cause`: of all these orders; null for a single order. */
export interface Folded {
  cause: Text | null;
  orders: OrderCard[];
}

/** A group takes the place of its latest order. */
export function foldEnded(orders: readonly OrderCard[]): Folded[] {
  const byCause = new Map<string, OrderCard[]>();
  for (const order of orders) byCause.set(keyOf(order), [...(byCause.get(keyOf(order)) ?? []), order]);
  return [...byCause.values()].map((all) => ({ cause: all.length > 1 && all[0] ? causeOf(all[0]) : null, orders: all }));
}

const causeOf = ({ statusShort, statusLabel }: OrderCard): Text => statusShort ?? statusLabel;

function keyOf(order: OrderCard): string {
  return isCancelled(order) ? `cause ${JSON.stringify(causeOf(order))}` : `order ${order.id}`;
}
