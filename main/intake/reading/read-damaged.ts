/** Reads ended orders with damaged parts once more; open ones are read regularly anyway. */
import type { Store } from '../../store/store.ts';
import { wantReading } from './read-order.ts';

/** As long, and as many, as the board shows them. */
const ENDED_WITHIN_MS = 12 * 3_600_000;
const MOST = 150;

/** To be called at a start. `now`: epoch ms of this computer's clock. */
export function readDamaged(store: Store, now: number): void {
  const { orders } = store;
  const damaged = orders.unsure(now - ENDED_WITHIN_MS, MOST);
  if (damaged.length === 0) return;
  store.write(() => {
    for (const id of damaged) wantReading(store, { orderId: id, venueId: orders.get(id)?.order.venueId ?? null });
  });
}
