/** Times are epoch ms on the service's clock. Pure. */
import type { Order } from './order.ts';

const DAY_MS = 24 * 3_600_000;

type Times = Pick<Order, 'createdAt' | 'modifiedAt'>;

/** The time in the order; null if missing or over a day ahead. */
export function statedPlacement({ createdAt }: Times, now: number): number | null {
  const created = Date.parse(createdAt ?? '');
  return created <= now + DAY_MS ? created : null;
}

/** The earlier of `known` (when first seen) and `modified_at`, which is ignored if over a day earlier. */
export function earliestPlacement({ modifiedAt }: Times, known: number): number {
  const modified = Date.parse(modifiedAt ?? '');
  return modified < known && modified >= known - DAY_MS ? modified : known;
}
