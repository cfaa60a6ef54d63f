/** At start, rereads ended orders with damaged parts; open ones are read regularly. */
import type { Store } from '../../store/store.ts';
import { queueOrderReading } from './read-order.ts';

/** Age and number of ended orders on the board. */
const ENDED_WITHIN_MS = 12 * 3_600_000;
const MOST = 150;

/** `now`: epoch ms. */
export function readDamaged(store: Store, now: number): void {
  const { orders } = store;
  const damaged = orders.unsure(now - ENDED_WITHIN_MS, MOST);
  if (damaged.length === 0) return;
  store.write(() => {
    for (const id of damaged) queueOrderReading(store, { orderId: id, venueId: orders.get(id)?.order.venueId ?? null });
  });
}
