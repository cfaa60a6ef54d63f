/** Ends of what is sold out: Tillbridge puts option values and the goods of shops back on sale, the service everything else. */
import { asText } from '../../orders/text/reading.ts';
import type { Store } from '../../store/store.ts';
import type { Clocks } from '../../time/time.ts';
import { MENU_READ, queueChange, queueReading } from './queue-changes.ts';

const LOOK_MS = 1_000;
const READ_LOOK_MS = 15_000;
/** So long after an end the menu shows that the service has put an item back. */
const SHOWS_AFTER_MS = 30_000;

/** Looks once a second. Answers with the end of it. */
export function keepEnds({ store, time, onDefect }: { store: Store; time: Clocks; onDefect: (error: unknown) => void }): () => void {
  function putBack(): void {
    const due = store.menu.ending(time.service.now());
    if (due.length === 0) return;
    store.write(() => {
      for (const { venueId, endpoint, subject, endsWith } of due)
        queueChange(store, time, { venueId, endpoint, subject, wants: endsWith ?? {}, by: null, reason: null });
    });
  }

  /** No event says that the service has put something back. A reading that failed is asked for again by staff alone. */
  function readEnded(): void {
    const now = time.service.now();
    for (const { id } of store.venues.all()) {
      const copy = store.menu.copies.get(id);
      const reading = store.queue.get(MENU_READ.kind, id)?.state ?? 'done';
      if (!copy || reading !== 'done') continue;
      const isOutdated = store.menu.of(id).some(({ wants }) => {
        const shownAt = Date.parse(asText(wants.disabled_until) ?? '') + SHOWS_AFTER_MS;
        return copy.readAt < shownAt && shownAt <= now;
      });
      if (isOutdated) store.write(() => queueReading(store, time, id, 0));
    }
  }

  const stops = [time.every(LOOK_MS, putBack, onDefect), time.every(READ_LOOK_MS, readEnded, onDefect)];
  return () => {
    for (const stop of stops) stop();
  };
}
