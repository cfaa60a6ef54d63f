/** Notices orders left unanswered for some time, for a printout or the alarm webhook. */

import type { Time } from '../../shared/time/time.ts';
import type { StatusClaim } from '../store/rows/claim-rows.ts';
import type { OrderRow } from '../store/rows/order-rows.ts';
import type { Store } from '../store/store.ts';

const LOOK_MS = 1_000;

/** An order that was read, or known only from notifications. */
export type Known = OrderRow | StatusClaim;

export function idOf(known: Known): string {
  return 'order' in known ? known.order.id : known.orderId;
}

export function venueOf(known: Known): string | null {
  return 'order' in known ? known.order.venueId : known.venueId;
}

/** `waitingMs`: time waited on the service's clock; null once the order is answered. */
export function watchUnanswered(options: {
  store: Store;
  time: Time;
  waitingMs: (known: Known) => number | null;
  /** Longest wait, ms; null for no limit. */
  afterMs: (venueId: string | null) => number | null;
  /** In the caller's transaction, once per order and app start. */
  onDue: (known: Known) => void;
  onDefect: (error: unknown) => void;
}): () => void {
  const { store, time } = options;
  const notified = new Set<string>();
  /** Orders to check, cached until a commit changes one. */
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
    // One transaction, so one disk flush for all.
    store.write(() => due.forEach(options.onDue));
    for (const known of due) notified.add(idOf(known));
  }
  /** One failing order must not delay the others. */
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
