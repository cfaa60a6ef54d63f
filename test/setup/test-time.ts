/** Time that passes when the test says so: `advance` does what is due, in order, as if the time had really passed. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createServiceClock } from '../../main/time/service-clock.ts';
import { type BridgeTime, turn } from '../../main/time/time.ts';

export interface TestTime extends BridgeTime {
  /** Lets so many ms pass. After each thing that was due, what it set off goes on as far as it can without network or disk. */
  advance(ms: number): Promise<void>;
  /** The computer sleeps for so many ms: nothing is done meanwhile. What became due is done once, at the next `advance`. */
  sleep(ms: number): void;
  /**
   * Lets time pass until the condition holds, a step at a time; what needs network or disk gets the (real) time it takes, and no timer
   * runs meanwhile but those of the step. Rejects when so many ms have passed.
   */
  advanceUntil(condition: () => unknown, limitMs: number, stepMs?: number): Promise<void>;
  /** Somebody sets this computer's clock (epoch ms); nothing passes. */
  setWall(at: number): void;
  /** How many things are still to come: none, once everything has been stopped. */
  pending(): number;
}

interface Due {
  at: number;
  work: () => unknown;
  /** The limit of something under way: nobody takes it back. */
  isLimit?: boolean;
}

/** Turns of the event loop in which promises that wait for nothing outside of this process are done. */
const TURNS = 5;
/** How long a condition is given, in real ms, before the next step of time: enough for an answer on loopback. */
const REAL_STEP_MS = 5;

/** `at`: what every clock says at first, epoch ms. */
export function testTime(at = Date.UTC(2026, 10, 22, 12)): TestTime {
  let now = at;
  let wallAhead = 0;
  const timers = new Set<Due>();
  const wall = (): number => now + wallAhead;
  const monotonic = (): number => now;

  function start(ms: number, work: () => unknown): Due {
    const due: Due = { at: now + Math.max(1, Number.isFinite(ms) ? ms : 1), work };
    timers.add(due);
    return due;
  }
  /** The first that is due by then; of those due at the same moment the one that was started first. */
  function nextBy(end: number): Due | undefined {
    let next: Due | undefined;
    for (const due of timers) if (due.at <= end && (!next || due.at < next.at)) next = due;
    return next;
  }
  async function settle(): Promise<void> {
    for (let turns = 0; turns < TURNS; turns += 1) await nextTurn();
  }
  async function advance(ms: number): Promise<void> {
    const end = now + ms;
    await settle();
    for (let due = nextBy(end); due; due = nextBy(end)) {
      now = Math.max(now, due.at);
      timers.delete(due);
      due.work();
      await settle();
    }
    now = end;
  }

  const time: TestTime = {
    wall,
    monotonic,
    elapsed: monotonic,
    service: createServiceClock({ computer: wall, monotonic }),
    after(ms, work) {
      const due = start(ms, work);
      return () => void timers.delete(due);
    },
    every(ms, work, onDefect) {
      const again = (): void => {
        due = start(ms, again);
        void turn(work, onDefect);
      };
      let due = start(ms, again);
      return () => void timers.delete(due);
    },
    wait: (ms, { signal } = {}) =>
      new Promise((resolve, reject) => {
        const abort = (): void => {
          timers.delete(due);
          reject(new DOMException('The operation was aborted', 'AbortError'));
        };
        const due = start(ms, () => {
          signal?.removeEventListener('abort', abort);
          resolve();
        });
        if (signal?.aborted) abort();
        else signal?.addEventListener('abort', abort, { once: true });
      }),
    within(ms) {
      const over = new AbortController();
      start(ms, () => over.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))).isLimit = true;
      return over.signal;
    },
    advance,
    sleep(ms) {
      now += ms;
    },
    async advanceUntil(condition, limitMs, stepMs = 100) {
      const end = now + limitMs;
      while (!condition()) {
        if (now >= end) throw new Error(`It has not come in ${limitMs} ms of moved time.`);
        await advance(stepMs);
        for (const until = performance.now() + REAL_STEP_MS; !condition() && performance.now() < until; ) await nextTurn();
      }
    },
    setWall(to) {
      wallAhead = to - now;
    },
    pending: () => [...timers].filter(({ isLimit }) => !isLimit).length,
  };
  return time;
}
