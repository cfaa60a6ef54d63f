/** Time that a test moves. `testTime` stands still until it is moved; `runningTime` runs with the real one, and can be moved ahead of it. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clocks } from '../../main/time/service-clock.ts';
import { createServiceClock } from '../../main/time/service-clock.ts';
import { type Cancel, turn } from '../../shared/time/time.ts';

interface Movable extends Clocks {
  /** Lets so many ms pass. Does what is due, in order; after each, what it set off goes on as far as it can without network or disk. */
  advance(ms: number): Promise<void>;
  /** Somebody sets this computer's clock (epoch ms); nothing passes. */
  setWall(at: number): void;
  /** How many things are still to come: none, once everything has been stopped. */
  pending(): number;
}

export interface TestTime extends Movable {
  /** The computer sleeps for so many ms: nothing is done meanwhile. What became due is done once, at the next `advance`. */
  sleep(ms: number): void;
  /**
   * Lets time pass until the condition holds, a step at a time; what needs network or disk gets the (real) time it takes, and no timer
   * runs meanwhile but those of the step. Rejects when so many ms have passed.
   */
  advanceUntil(condition: () => unknown, limitMs: number, stepMs?: number): Promise<void>;
  /** The same until the work has ended, one way or the other; answers with what it answers with. */
  advanceWhile<T>(work: Promise<T>, limitMs: number, stepMs?: number): Promise<T>;
}

export type RunningTime = Movable;

interface Due {
  at: number;
  work: () => unknown;
  /** The limit of something under way: nobody takes it back. */
  isLimit?: boolean;
}

/** Turns of the event loop in which promises that wait for nothing outside of this process are done. */
const TURNS = 5;
/** How long a condition is given, in real ms, before the next step of time: enough for an answer on loopback. */
const REAL_STEP_MS = 2;
/** The same once no step is left: what is on its way to a disk or over the network by then is waited for. */
const LONGEST_REAL_MS = 5_000;

/** A whole app looks at some twenty things once a second: hours of that pass in a test, ms. */
const TOGETHER_MS = 250;

/** `at`: what every clock says at first, epoch ms. */
export function testTime(at = Date.UTC(2026, 10, 22, 12)): TestTime {
  let now = at;
  const time = movable({
    now: () => now,
    moveTo(then) {
      now = Math.max(now, then);
    },
    onStarted: () => undefined,
  });
  const stepping: TestTime = {
    ...time,
    sleep(ms) {
      now += ms;
    },
    async advanceWhile(work, limitMs, stepMs) {
      let ended = false;
      const over = work.finally(() => {
        ended = true;
      });
      over.catch(() => undefined);
      await stepping.advanceUntil(() => ended, limitMs, stepMs);
      return over;
    },
    async advanceUntil(condition, limitMs, stepMs = 100) {
      const end = now + limitMs;
      while (!condition()) {
        const isOver = now >= end;
        if (!isOver) await time.advance(stepMs);
        // A busy computer may still be at work when all of the time has passed.
        const realMs = isOver ? LONGEST_REAL_MS : REAL_STEP_MS;
        for (const until = performance.now() + realMs; !condition() && performance.now() < until; ) await nextTurn();
        if (isOver && !condition()) throw new Error(`It has not come in ${limitMs} ms of moved time.`);
      }
    },
  };
  return stepping;
}

/** For a whole app: it needs time that passes, and a test need not wait for it. */
export function runningTime(): RunningTime {
  let ahead = 0;
  const now = (): number => Date.now() + ahead;
  /** Does what is due as it comes; what is moved past is done by `advance`. */
  let ticking: NodeJS.Timeout | undefined;
  let next = Number.POSITIVE_INFINITY;
  function tickAt(at: number): void {
    if (at >= next) return;
    clearTimeout(ticking);
    next = at;
    ticking = setTimeout(tick, Math.max(0, at - now()));
  }
  function tick(): void {
    next = Number.POSITIVE_INFINITY;
    const later = time.doWhatIsDue();
    if (later !== null) tickAt(later);
  }
  const time = movable({
    now,
    moveTo(then) {
      ahead += Math.max(0, then - now());
    },
    onStarted: tickAt,
    togetherMs: TOGETHER_MS,
  });
  return {
    ...time,
    async advance(ms) {
      await time.advance(ms);
      tick();
    },
  };
}

interface Hand {
  now(): number;
  moveTo(then: number): void;
  /** Something is to come at this moment. */
  onStarted(at: number): void;
  /** What comes within so many ms is done one after the other, and only then what it set off goes on. */
  togetherMs?: number;
}

function movable({ now, moveTo, onStarted, togetherMs = 0 }: Hand): Movable & { doWhatIsDue(): number | null } {
  let wallAhead = 0;
  const timers = new Set<Due>();
  const wall = (): number => now() + wallAhead;

  function start(ms: number, work: () => unknown): Due {
    const due: Due = { at: now() + Math.max(1, Number.isFinite(ms) ? ms : 1), work };
    timers.add(due);
    onStarted(due.at);
    return due;
  }
  /** The first that is due by then; of those due at the same moment the one that was started first. */
  function nextBy(end: number): Due | undefined {
    let next: Due | undefined;
    for (const due of timers) if (due.at <= end && (!next || due.at < next.at)) next = due;
    return next;
  }
  function begin(due: Due): void {
    timers.delete(due);
    due.work();
  }
  async function settle(): Promise<void> {
    for (let turns = 0; turns < TURNS; turns += 1) await nextTurn();
  }

  return {
    wall,
    monotonic: () => Math.round(now()),
    elapsed: () => performance.now(),
    service: createServiceClock({ computer: wall, monotonic: now }),
    after(ms, work): Cancel {
      const due = start(ms, work);
      return () => void timers.delete(due);
    },
    every(ms, work, onDefect): Cancel {
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
    async advance(ms) {
      const end = now() + ms;
      await settle();
      for (let first = nextBy(end); first; first = nextBy(end)) {
        const together = Math.min(end, first.at + togetherMs);
        for (let due: Due | undefined = first; due; due = togetherMs > 0 ? nextBy(together) : undefined) {
          moveTo(due.at);
          begin(due);
        }
        await settle();
      }
      moveTo(end);
    },
    /** Answers when the next thing is due; null where there is nothing. */
    doWhatIsDue() {
      for (let due = nextBy(now()); due; due = nextBy(now())) begin(due);
      return nextBy(Number.POSITIVE_INFINITY)?.at ?? null;
    },
    setWall(to) {
      wallAhead = to - now();
    },
    pending: () => [...timers].filter(({ isLimit }) => !isLimit).length,
  };
}
