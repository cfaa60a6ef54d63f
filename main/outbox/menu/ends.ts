/** Puts back on sale, at its end, what the service does not put back by itself: option values, and the goods of shops. */
import type { Store } from '../../store/store.ts';
import type { Clocks } from '../../time/time.ts';
import { queueChange } from './queue-changes.ts';

const LOOK_MS = 1_000;

/** Looks once a second. Answers with the end of it. */
export function keepEnds({ store, time, onDefect }: { store: Store; time: Clocks; onDefect: (error: unknown) => void }): () => void {
  return time.every(
    LOOK_MS,
    () => {
      const due = store.menu.ending(time.service.now());
      if (due.length === 0) return;
      store.write(() => {
        for (const { venueId, endpoint, subject, endsWith } of due)
          queueChange(store, time, { venueId, endpoint, subject, wants: endsWith ?? {}, by: null, reason: null });
      });
    },
    onDefect,
  );
}
