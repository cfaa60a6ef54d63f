/** Schedules calls fairly: the page that used the bridge least goes first, so that a page with many calls delays only itself. */

export interface FairQueue {
  /** Calls `work` in its turn: one in each turn of the event loop. `page`: whose call it is. */
  ask(page: string, work: () => void): void;
  /** What this page asked and has not had its turn never has one. Null: of every page. */
  forget(page: string | null): void;
}

/** Even a call that takes no time counts, or it would never be another's turn. */
const LEAST_MS = 0.05;

/** `now`: a clock that no one can set, ms with fractions. */
export function createFairQueue(now: () => number): FairQueue {
  const waiting = new Map<string, (() => void)[]>();
  /** By page: how long its calls took, on a clock that goes on with what is served; who was away for a while has nothing saved up. */
  const served = new Map<string, number>();
  let at = 0;
  let isDue = false;

  function next(): void {
    isDue = false;
    const [page] = [...waiting.keys()].sort((one, other) => servedTo(one) - servedTo(other));
    const calls = page === undefined ? undefined : waiting.get(page);
    const work = calls?.shift();
    if (page === undefined || !calls || !work) return;
    if (calls.length === 0) waiting.delete(page);
    due();
    at = servedTo(page);
    const began = now();
    try {
      work();
    } finally {
      served.set(page, at + Math.max(LEAST_MS, now() - began));
      for (const [other, until] of served) if (until <= at && !waiting.has(other)) served.delete(other);
    }
  }

  const servedTo = (page: string): number => Math.max(at, served.get(page) ?? at);

  function due(): void {
    if (isDue || waiting.size === 0) return;
    isDue = true;
    setImmediate(next);
  }

  return {
    ask(page, work) {
      const calls = waiting.get(page);
      if (calls) calls.push(work);
      else {
        waiting.set(page, [work]);
        // From now on, and not from when it last asked.
        served.set(page, servedTo(page));
      }
      due();
    },
    forget(page) {
      if (page === null) waiting.clear();
      else waiting.delete(page);
    },
  };
}
