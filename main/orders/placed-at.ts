/** When an order was placed. Pure. Times in epoch ms of the service's clock. */
import type { Order } from './order.ts';

const DAY_MS = 24 * 3_600_000;

type Times = Pick<Order, 'createdAt' | 'modifiedAt'>;

/** As it says itself; null where it doesn't, or says a time more than a day ahead. */
export function statedPlacement({ createdAt }: Times, now: number): number | null {
  const created = Date.parse(createdAt ?? '');
  return created <= now + DAY_MS ? created : null;
}

/** `known`: when it was there already. The earliest time that anything proves; one more than a day earlier proves nothing. */
export function provedPlacement({ modifiedAt }: Times, known: number): number {
  const modified = Date.parse(modifiedAt ?? '');
  return modified < known && modified >= known - DAY_MS ? modified : known;
}
