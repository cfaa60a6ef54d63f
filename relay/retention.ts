/** Deletes and reports undelivered notifications, which contain order IDs and states, after the set time. */

import type { Time } from '../shared/time/time.ts';
import type { Engine } from './engine/engine.ts';

export interface Retention extends Disposable {
  /** By how many ms this computer's clock jumped, while that stops deleting; else null. */
  clockMoved(): number | null;
}

const EVERY_MS = 60_000;
const CLOCK_MOVES_MS = 5 * 60_000;
/** After a jump, nothing is deleted for this long: a wrong clock would delete everything. */
const CLOCK_SETTLES_MS = 24 * 3_600_000;

/** Deleting by this clock would delete what other relays took just now. */
export function isOff(clockAheadMs: number | null): boolean {
  return clockAheadMs === null || Math.abs(clockAheadMs) >= CLOCK_MOVES_MS;
}

export function keepRetention(options: {
  engine: Engine;
  time: Time;
  hours: number;
  /** By how many ms this clock is ahead of the one that relays share; null if unknown. */
  clockAheadMs: () => number | null;
  onDefect: (error: unknown) => void;
}): Retention {
  const { engine, time } = options;
  const keepMs = options.hours * 3_600_000;
  const ahead = (): number => time.wall() - time.monotonic();
  let usual = ahead();
  let moved: { ms: number; since: number } | null = null;
  /** Nothing is deleted before this, by the monotonic clock. */
  let keptUntil = 0;

  function look(): void {
    const ms = ahead() - usual;
    if (Math.abs(ms) < CLOCK_MOVES_MS) {
      // Notifications that arrived while the clock was slow are kept for the full time.
      if (moved !== null && moved.ms < 0) keptUntil = time.monotonic() + keepMs;
      moved = null;
      return;
    }
    const now = time.monotonic();
    if (moved === null || Math.abs(moved.ms - ms) >= CLOCK_MOVES_MS) moved = { ms, since: now };
    if (now - moved.since < CLOCK_SETTLES_MS) return;
    usual = ahead();
    moved = null;
  }

  async function sweep(): Promise<void> {
    look();
    if (moved !== null || time.monotonic() < keptUntil || isOff(options.clockAheadMs())) return;
    const before = time.wall() - keepMs;
    while ((await engine.expire(before)) > 0) await new Promise(setImmediate);
  }

  const stop = time.every(EVERY_MS, sweep, options.onDefect);
  return {
    clockMoved: () => moved?.ms ?? null,
    [Symbol.dispose]: stop,
  };
}
