/** Orders that no one answers: when a limit has passed, someone is told, on paper or outside. The screen grows louder by itself. */

import type { Time } from '../../shared/time/time.ts';
import type { Claim } from '../store/rows/claim-rows.ts';
import type { OrderRow } from '../store/rows/order-rows.ts';
import type { Store } from '../store/store.ts';

const LOOK_MS = 1_000;

/** An order that may wait for an answer: as it was read, or as a notification told of it that no one could read yet. */
export type Known = OrderRow | Claim;

export function idOf(known: Known): string {
  return 'order' in known ? known.order.id : known.orderId;
}

export function venueOf(known: Known): string | null {
  return 'order' in known ? known.order.venueId : known.venueId;
}

/** `waitingMs`: for how long an order has waited for its answer, on the service's clock; null once it is decided or decided elsewhere. */
export function watchUnanswered(options: {
  store: Store;
  time: Time;
  waitingMs: (known: Known) => number | null;
  /** After how long someone is told, ms; null for never. */
  afterMs: (venueId: string | null) => number | null;
  /** Runs in the caller's transaction, once for each order and start of the app. */
  onDue: (known: Known) => void;
  onDefect: (error: unknown) => void;
}): () => void {
  const { store, time } = options;
  const notified = new Set<string>();
  /** What was read last stays true until a commit touches an order. */
  let open: Known[] | null = null;
  const unsubscribe = store.onCommit((touched) => {
    if (touched.orders.size > 0) open = null;
  });
  function look(): void {
    open ??= [...store.orders.open(), ...store.claims.unread()];
    const ids = new Set(open.map(idOf));
    for (const id of notified) if (!ids.has(id)) notified.delete(id);
    const due = open.filter((known) => !notified.has(idOf(known)) && isDue(known));
    if (due.length === 0) return;
    // In a rush many are due at once: one flush to the disk, not one each.
    store.write(() => due.forEach(options.onDue));
    for (const known of due) notified.add(idOf(known));
  }
  /** One of which that cannot be said keeps none of the others waiting. */
  function isDue(known: Known): boolean {
    try {
      const limit = options.afterMs(venueOf(known));
      const waited = limit === null ? null : options.waitingMs(known);
      return limit !== null && waited !== null && waited >= limit;
    } catch (error) {
      options.onDefect(error);
      return false;
    }
  }
  const stop = time.every(LOOK_MS, look, options.onDefect);
  return () => {
    stop();
    unsubscribe();
  };
}
