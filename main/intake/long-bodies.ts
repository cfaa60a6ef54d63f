/** Parsing a body of megabytes blocks everything else, so reads are spaced out. */
import { LONG_CHARACTERS } from '../service/http.ts';

const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 30_000;
/** If many such orders are open, one is read per this time, ms. */
const APART_MS = 1_000;
/** Orders remembered; the oldest are forgotten first. */
const MOST = 1_000;

export interface LongBodies {
  wasRead(orderId: string, characters: number): void;
  /** How long to leave the order alone, ms; 0 for a usual size. */
  restMs(orderId: string): number;
}

export function createLongBodies(monotonic: () => number): LongBodies {
  const known = new Map<string, { times: number; until: number }>();
  return {
    wasRead(orderId, characters) {
      const times = known.get(orderId)?.times ?? 0;
      known.delete(orderId);
      if (characters <= LONG_CHARACTERS) return;
      const grown = FIRST_REST_MS * 2 ** Math.min(times, 10);
      // Without this order, which was just removed: a single one needs no spacing.
      const rest = Math.min(LONGEST_REST_MS, Math.max(grown, known.size * APART_MS));
      known.set(orderId, { times: times + 1, until: monotonic() + rest });
      for (const oldest of known.keys()) {
        if (known.size <= MOST) break;
        known.delete(oldest);
      }
    },
    restMs: (orderId) => Math.max(0, (known.get(orderId)?.until ?? 0) - monotonic()),
  };
}
