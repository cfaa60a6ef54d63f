/** Folds what was rejected for one cause into one line, so that its words don't stand at every number. Pure. */
import type { OrderCard, Text } from '../../../contract/contract.ts';

/** By the order itself, or by a notification of one that could not be read. */
const CANCELLED: ReadonlySet<string> = new Set(['rejected', 'CANCELED', 'CANCELLED']);

export const isCancelled = ({ status }: OrderCard): boolean => CANCELLED.has(status);

/** `cause`: of several; null for an order that stands by itself. */
export interface Folded {
  cause: Text | null;
  orders: OrderCard[];
}

/** Each cause stands where its latest order does. */
export function foldEnded(orders: readonly OrderCard[]): Folded[] {
  const byCause = new Map<string, OrderCard[]>();
  for (const order of orders) byCause.set(keyOf(order), [...(byCause.get(keyOf(order)) ?? []), order]);
  return [...byCause.values()].map((all) => ({ cause: all.length > 1 && all[0] ? causeOf(all[0]) : null, orders: all }));
}

const causeOf = ({ statusShort, statusLabel }: OrderCard): Text => statusShort ?? statusLabel;

function keyOf(order: OrderCard): string {
  return isCancelled(order) ? `cause ${JSON.stringify(causeOf(order))}` : `order ${order.id}`;
}
