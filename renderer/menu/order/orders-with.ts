/** The open orders of a venue that have a dish, by its name as the customer read it. Pure. */
import type { OrderCard } from '../../../contract/contract.ts';

/** Numbers of the orders, oldest first. */
export function ordersWith(orders: readonly OrderCard[], venueId: string, dish: string | null): string[] {
  if (dish === null) return [];
  return orders
    .filter((order) => order.venueId === venueId && order.column !== 'ended' && order.items.some(({ name }) => name === dish))
    .sort((a, b) => (a.placedAt ?? '').localeCompare(b.placedAt ?? ''))
    .map(({ number }) => number);
}
