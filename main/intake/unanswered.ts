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
  /** What was read last stays true until a commit touches an order. */
  let open: OrderRow[] | null = null;
  const unsubscribe = store.onCommit((touched) => {
    if (touched.orders.size > 0) open = null;
  });
  function look(): void {
    open ??= store.orders.open();
    const ids = new Set(open.map(({ order }) => order.id));
    for (const id of told) if (!ids.has(id)) told.delete(id);
    const due = open.filter((row) => {
      if (told.has(row.order.id)) return false;
      const limit = options.slipAfterMs(row.order.venueId);
      const waited = limit === null ? null : options.waitingMs(row);
      return limit !== null && waited !== null && waited >= limit;
    });
    if (due.length === 0) return;
    // In a rush many are due at once: one flush to the disk, not one each.
    store.write(() => due.forEach(options.printSlip));
    for (const { order } of due) told.add(order.id);
  }
  const timer = setInterval(() => {
    try {
      look();
    } catch (error) {
      options.onDefect(error);
    }
  }, LOOK_MS);
  return () => {
    clearInterval(timer);
    unsubscribe();
  };
}
