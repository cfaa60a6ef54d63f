/** Time as it passes on this computer. A process that begins takes it here, and hands it on. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Time, turn } from './time.ts';

/** What is done this often, ms, or oftener is done together: an idle computer wakes up once a second and not once for each of twenty. */
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

/** Until the next whole multiple of a period, ms; never sooner than after half of it. */
function toTheNext(period: number): number {
  const left = period - (performance.now() % period);
  return left < period / 2 ? left + period : left;
}

/** Epoch ms, whole: the computer's clock at this moment, carried on by the time that has passed since. */
function startMonotonicClock(): () => number {
  const began = Date.now() - performance.now();
  return () => Math.round(began + performance.now());
}
