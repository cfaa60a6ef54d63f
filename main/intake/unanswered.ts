/** Orders that nobody answers: when a venue's own limit has passed, the kitchen is told on paper. The screen grows louder by itself. */
import type { OrderRow } from '../store/order-rows.ts';
import type { Store } from '../store/store.ts';

const LOOK_MS = 1_000;

/** `waitingMs`: for how long an order has waited for its answer, on the service's clock; null once it is decided or decided elsewhere. */
export function watchUnanswered(options: {
  store: Store;
  waitingMs: (row: OrderRow) => number | null;
  /** After how long the slip is printed, ms; null for a venue that wants none. */
  slipAfterMs: (venueId: string) => number | null;
  /** Queues the slip, in the caller's transaction; asking twice queues it once. */
  printSlip: (row: OrderRow) => void;
  onDefect: (error: unknown) => void;
}): () => void {
  const { store } = options;
  const told = new Set<string>();
  function look(): void {
    const open = store.orders.open();
    const known = new Set(open.map(({ order }) => order.id));
    for (const id of told) if (!known.has(id)) told.delete(id);
    for (const row of open) {
      if (told.has(row.order.id)) continue;
      const limit = options.slipAfterMs(row.order.venueId);
      const waited = options.waitingMs(row);
      if (limit === null || waited === null || waited < limit) continue;
      store.write(() => options.printSlip(row));
      told.add(row.order.id);
    }
  }
  const timer = setInterval(() => {
    try {
      look();
    } catch (error) {
      options.onDefect(error);
    }
  }, LOOK_MS);
  return () => clearInterval(timer);
}
