/** Schedules calls fairly: the page that used the least time goes first, so a busy page delays only itself. */

export interface FairQueue {
  /** Calls `work` in the page's turn, one per event loop turn. */
  ask(page: string, work: () => void): void;
  /** Drops a page's waiting calls; null for all pages. */
  forget(page: string | null): void;
}

/** The minimum charge: instant calls would otherwise never yield. */
const LEAST_MS = 0.05;

/** `now`: monotonic, ms with fractions. */
export function createFairQueue(now: () => number): FairQueue {
  const waiting = new Map<string, (() => void)[]>();
  /** Virtual time used per page; idle pages earn no credit. */
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
