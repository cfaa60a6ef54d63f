/** Slowing down when the service asks for it: a 429 holds every call for that venue, with growing waits; other venues go on. */

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

export interface Pace {
  /** Milliseconds this venue must still wait; 0 when it may call. */
  waitMs(venueId: string): number;
  /** After a 429; `retryAfterMs` is the service's own wish. */
  slowDown(venueId: string, retryAfterMs: number | null): number;
  /** After an answer that was no 429. */
  resume(venueId: string): void;
}

/** `random` gives 0..1: the jitter that keeps many counters from returning in step. */
export function createPace(steady: () => number, random: () => number): Pace {
  const held = new Map<string, { until: number; strikes: number }>();
  return {
    waitMs: (venueId) => Math.max(0, (held.get(venueId)?.until ?? 0) - steady()),
    slowDown(venueId, retryAfterMs) {
      const strikes = (held.get(venueId)?.strikes ?? 0) + 1;
      const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (strikes - 1));
      const jittered = wait / 2 + (random() * wait) / 2;
      const chosen = Math.max(jittered, retryAfterMs ?? 0);
      held.set(venueId, { until: steady() + chosen, strikes });
      return chosen;
    },
    resume: (venueId) => void held.delete(venueId),
  };
}
