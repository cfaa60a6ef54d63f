/** Deletes and reports what wasn't fetched in time: notifications contain IDs and states of orders, and are kept no longer than useful. */

import type { Time } from '../shared/time/time.ts';
import type { Engine } from './engine/engine.ts';

export interface Retention extends Disposable {
  /** Nothing is deleted, because this computer's clock was moved: how far, ms, forward or back; null where it goes as it should. */
  clockMoved(): number | null;
}

const EVERY_MS = 60_000;
/** A clock that is corrected bit by bit does not move so far. */
const CLOCK_MOVES_MS = 5 * 60_000;
/** A clock that was moved is believed after it has gone on so long: a wrong one would have all of the news deleted. */
const CLOCK_SETTLES_MS = 24 * 3_600_000;

export function keepRetention(options: { engine: Engine; time: Time; hours: number; onDefect: (error: unknown) => void }): Retention {
  const { engine, time } = options;
  const keepMs = options.hours * 3_600_000;
  const ahead = (): number => time.wall() - time.monotonic();
  let usual = ahead();
  let moved: { ms: number; since: number } | null = null;
  /** On the monotonic clock. */
  let keptUntil = 0;

  function look(): void {
    const ms = ahead() - usual;
    if (Math.abs(ms) < CLOCK_MOVES_MS) {
      // What came while the clock was behind would be old at once: it is kept as long as everything else.
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
    if (moved !== null || time.monotonic() < keptUntil) return;
    const before = time.wall() - keepMs;
    while ((await engine.expire(before)) > 0) await new Promise(setImmediate);
  }

  const stop = time.every(EVERY_MS, sweep, options.onDefect);
  return {
    clockMoved: () => moved?.ms ?? null,
    [Symbol.dispose]: stop,
  };
}
