/** The computer's clocks and timers. Entry points take them from here and pass them on. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Time, turn } from './time.ts';

/** Repeating timers with periods up to this, in ms, fire together, so that an idle computer wakes up only once a second. */
const TOGETHER_MOST_MS = 10_000;

export const systemTime: Time = {
  wall: Date.now,
  monotonic: startMonotonicClock(),
  elapsed: () => performance.now(),
  after(ms, work, { keepsAlive = true } = {}) {
    const timer = setTimeout(work, ms);
    if (!keepsAlive) timer.unref();
    return () => clearTimeout(timer);
  },
  every(ms, work, onDefect, { keepsAlive = true } = {}) {
    let timer: NodeJS.Timeout;
    const next = (): void => {
      timer = setTimeout(once, ms <= TOGETHER_MOST_MS ? toTheNext(ms) : ms);
      if (!keepsAlive) timer.unref();
    };
    const once = (): void => {
      next();
      void turn(work, onDefect);
    };
    next();
    return () => clearTimeout(timer);
  },
  wait: (ms, { keepsAlive = true, signal } = {}) => wait(ms, undefined, { ref: keepsAlive, ...(signal ? { signal } : {}) }),
  within: (ms) => AbortSignal.timeout(ms),
};

/** Ms until the next multiple of the period, but at least half a period. */
function toTheNext(period: number): number {
  const left = period - (performance.now() % period);
  return left < period / 2 ? left + period : left;
}

/** Epoch ms: the wall clock at start plus the time passed since. */
function startMonotonicClock(): () => number {
  const began = Date.now() - performance.now();
  return () => Math.round(began + performance.now());
}
