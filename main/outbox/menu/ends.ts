/** Ends sold-out states: Tillbridge restores option values and shop goods, the service everything else. */
import { asText } from '../../orders/text/reading.ts';
import type { Store } from '../../store/store.ts';
import type { Clocks } from '../../time/service-clock.ts';
import { MENU_READ, queueChange, queueReading } from './queue-changes.ts';

const LOOK_MS = 1_000;
const READ_LOOK_MS = 15_000;
/** How long the menu takes to show that the service restored an item. */
const SHOWS_AFTER_MS = 30_000;

/**
 * When to read the menu for the next item restored by the service, epoch ms on its clock. Infinite if there is none, or a reading is queued
 * or failed.
 */
export function endShowsAt(store: Store, venueId: string): number {
  const copy = store.menu.copies.get(venueId);
  const reading = store.queue.get(MENU_READ.kind, venueId)?.state ?? 'done';
  if (!copy || reading !== 'done') return Number.POSITIVE_INFINITY;
  const shown = store.menu.of(venueId).map(({ wants }) => Date.parse(asText(wants.disabled_until) ?? '') + SHOWS_AFTER_MS);
  return Math.min(...shown.filter((at) => at > copy.readAt), Number.POSITIVE_INFINITY);
}

export function scheduleSaleEnds({
  store,
  time,
  onDefect,
}: {
  store: Store;
  time: Clocks;
  onDefect: (error: unknown) => void;
}): () => void {
  function putBack(): void {
    const due = store.menu.ending(time.service.now());
    if (due.length === 0) return;
    store.write(() => {
      for (const { venueId, endpoint, subject, endsWith } of due)
        queueChange(store, time, { venueId, endpoint, subject, wants: endsWith ?? {}, by: null, reason: null });
    });
  }

  /** Rereads the menu once the service has restored items, as it sends no event. Only staff repeat a failed reading. */
  function readEnded(): void {
    for (const { id } of store.venues.all())
      if (endShowsAt(store, id) <= time.service.now()) store.write(() => queueReading(store, time, id, 0));
  }

  const stops = [time.every(LOOK_MS, putBack, onDefect), time.every(READ_LOOK_MS, readEnded, onDefect)];
  return () => {
    for (const stop of stops) stop();
  };
}
