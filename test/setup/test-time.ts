/** Time that tests move. `testTime` is frozen until moved; `runningTime` runs, and can be moved ahead. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clocks } from '../../main/time/service-clock.ts';
import { createServiceClock } from '../../main/time/service-clock.ts';
import { type Cancel, turn } from '../../shared/time/time.ts';

interface Movable extends Clocks {
  /** Moves time; runs all due timers in order, each with its effects, as far as they need no network or disk. */
  advance(ms: number): Promise<void>;
  /** Sets this computer's clock (epoch ms) without passing time. */
  setWall(at: number): void;
  /** Count of scheduled timers: none once everything has stopped. */
  pending(): number;
}

export interface TestTime extends Movable {
  /** Sleeps like a computer, ms: what became due runs once, at the next `advance`. */
  sleep(ms: number): void;
  /** Advances step by step, giving network and disk real time. Rejects after `limitMs`. */
  advanceUntil(condition: () => unknown, limitMs: number, stepMs?: number): Promise<void>;
  /** Like `advanceUntil`, until the work has settled; returns its result. */
  advanceWhile<T>(work: Promise<T>, limitMs: number, stepMs?: number): Promise<T>;
}

export type RunningTime = Movable;

interface Due {
  at: number;
  work: () => unknown;
  /** A time limit, which `pending` doesn't count. */
  isLimit?: boolean;
}

/** Turns of the event loop that finish promises without I/O. */
const TURNS = 5;
/** Real ms in which each step may meet the condition: enough for an answer on loopback. */
const REAL_STEP_MS = 2;
/** Real ms after the last step, for disk or network work in flight. */
const LONGEST_REAL_MS = 5_000;

/** Timers due within this, ms, run together: an app runs some twenty checks a second, and tests pass hours. */
const TOGETHER_MS = 250;

/** `at`: the initial time of every clock, epoch ms. */
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
        // A busy computer may still be at work when all time has passed.
        const realMs = isOver ? LONGEST_REAL_MS : REAL_STEP_MS;
        for (const until = performance.now() + realMs; !condition() && performance.now() < until; ) await nextTurn();
        if (isOver && !condition()) throw new Error(`It has not come in ${limitMs} ms of moved time.`);
      }
    },
  };
  return stepping;
}

export function runningTime(): RunningTime {
  let ahead = 0;
  const now = (): number => Date.now() + ahead;
  /** Runs due timers in real time; `advance` runs those it skips. */
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
  onStarted(at: number): void;
  /** Timers due within this many ms run together before their effects continue. */
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
  /** The first timer due by `end`; of equal ones, the first started. */
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
