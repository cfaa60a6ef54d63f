/** Open orders of a venue with a dish, by its name. Pure. */
import type { OrderCard } from '../../../contract/contract.ts';

export function ordersWith(orders: readonly OrderCard[], venueId: string, dish: string | null): string[] {
  if (dish === null) return [];
  return orders
    .filter((order) => order.venueId === venueId && order.column !== 'ended' && order.items.some(({ name }) => name === dish))
    .sort((a, b) => (a.placedAt ?? '').localeCompare(b.placedAt ?? ''))
    .map(({ number }) => number);
}
