/**
 * Orders with bodies of several megabytes: parsing one delays everything else, so the longer and more often they are read, the longer they
 * are left alone.
 */
import { LONG_CHARACTERS } from '../service/http.ts';

const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 30_000;
/** One such body in so long, where many are open, ms. */
const APART_MS = 1_000;
/** How many such orders are remembered; the oldest are forgotten first. */
const MOST = 1_000;

export interface LongBodies {
  /** A body of so many characters was read of this order. */
  wasRead(orderId: string, characters: number): void;
  /** How long this order is to be left alone from now on, ms; 0 for one of a usual size. */
  restMs(orderId: string): number;
}

/** `monotonic`: the clock that waiting goes by, epoch ms. */
export function createLongBodies(monotonic: () => number): LongBodies {
  const known = new Map<string, { times: number; until: number }>();
  return {
    wasRead(orderId, characters) {
      const times = known.get(orderId)?.times ?? 0;
      known.delete(orderId);
      if (characters <= LONG_CHARACTERS) return;
      const grown = FIRST_REST_MS * 2 ** Math.min(times, 10);
      // The order itself isn't in the list yet: alone it doesn't wait.
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
