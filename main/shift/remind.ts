/** Reminds of pre-orders not yet in preparation; once each, also after a restart. */
import type { OrderRow } from '../store/rows/order-rows.ts';
import type { Store } from '../store/store.ts';
import type { Clocks } from '../time/service-clock.ts';

const LOOK_MS = 5_000;

export function remindOfPreorders(options: {
  store: Store;
  /** Ms before the wanted time; null for no reminders. */
  beforeMs: () => number | null;
  time: Clocks;
  onDefect: (error: unknown) => void;
}): () => void {
  const { store, time } = options;
  const { now } = time.service;
  function isDue({ order, stage }: OrderRow, before: number): boolean {
    const wanted = Date.parse(order.preOrder?.time ?? '');
    return stage === 'scheduled' && Number.isFinite(wanted) && now() >= wanted - before && !hasBeenReminded(order.id);
  }
  function hasBeenReminded(orderId: string): boolean {
    return store.journal.ofKind(orderId, 'reminded').length > 0;
  }
  function look(): void {
    const before = options.beforeMs();
    const due = before === null ? [] : store.orders.open().filter((row) => isDue(row, before));
    if (due.length === 0) return;
    store.write(() => {
      for (const { order } of due) {
        store.orders.ring(order.id);
        store.journal.append(order.id, { kind: 'reminded' });
      }
    });
  }
  return time.every(LOOK_MS, look, options.onDefect);
}
