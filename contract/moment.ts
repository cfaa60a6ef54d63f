/** The one rule for how a moment is written, on screen, paper and in sentences: of today, or within half a day either side, the time alone. */

/** A clock time comes only once in this span, and nobody takes 00:01 for anything else at 23:58. */
const NEAR_MS = 12 * 3_600_000;

/** Whether the time alone is enough. Both in epoch ms; `dayOf`: the day that a moment is in, where it is read. False where one cannot be read. */
export function isClockEnough(at: number, now: number, dayOf: (moment: number) => unknown): boolean {
  const away = Math.abs(at - now);
  return away < NEAR_MS || (!Number.isNaN(away) && dayOf(at) === dayOf(now));
}
