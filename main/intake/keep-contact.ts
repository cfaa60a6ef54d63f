/** Keeps the proof fresh that the service can be reached: on a quiet afternoon nothing else is asked, and a line that broke would be found out by the next order. */
import type { OrderApi } from '../service/order-api.ts';
import type { Store } from '../store/store.ts';

const LOOK_MS = 1_000;
/** The screen calls a contact fresh for 15 s. */
const PROOF_LASTS_MS = 11_000;

/** `lastContactAt`: epoch ms of the last answer of the service, null before the first. Reads the newest order that is known; whatever is answered is proof. */
export function keepContact(options: {
  store: Store;
  api: Pick<OrderApi, 'readOrder'>;
  now: () => number;
  lastContactAt: () => number | null;
  onDefect: (error: unknown) => void;
}): () => void {
  const { store, api, now } = options;
  let asking = false;
  async function look(): Promise<void> {
    const last = options.lastContactAt();
    if (asking || (last !== null && Math.abs(now() - last) < PROOF_LASTS_MS)) return;
    const connected = new Set(store.venues.all().flatMap(({ id, state }) => (state === 'connected' ? [id] : [])));
    const known = [...store.orders.open(), ...store.orders.endedSince(0, 1)].find(({ order }) => connected.has(order.venueId));
    if (!known) return;
    asking = true;
    // A failure is told by the connection itself, like every other.
    await api.readOrder({ venueId: known.order.venueId, orderId: known.order.id }).finally(() => {
      asking = false;
    });
  }
  const timer = setInterval(() => void look().catch(options.onDefect), LOOK_MS);
  return () => clearInterval(timer);
}
