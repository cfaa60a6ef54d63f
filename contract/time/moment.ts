/** The one rule for how a moment is written, on screen, paper and in sentences: of today, or within half a day either side, the time alone. */
import type { MomentAt } from '../message.ts';

/** A clock time comes only once in this span, and nobody takes 00:01 for anything else at 23:58. */
const NEAR_MS = 12 * 3_600_000;

/** Whether the time alone is enough. Both in epoch ms; `dayOf`: the day that a moment is in, where it is read. False where one cannot be read. */
export function isClockEnough(at: number, now: number, dayOf: (moment: number) => unknown): boolean {
  const away = Math.abs(at - now);
  return away < NEAR_MS || (!Number.isNaN(away) && dayOf(at) === dayOf(now));
}

/** Where a moment is read: the zone (IANA name; this computer's where none is given), and when (epoch ms; not given where that cannot be said). */
export interface Place {
  now?: number;
  timeZone?: string;
}

/** A moment in a sentence: by the rule, and of any other day with the whole date. One that cannot be read is written as it came. */
export function momentText({ at, clockAlone }: MomentAt, locale: string, { now = Number.NaN, timeZone }: Place): string {
  const moment = Date.parse(at);
  if (Number.isNaN(moment)) return at;
  const zone = timeZone === undefined ? {} : { timeZone };
  const day = new Intl.DateTimeFormat(locale, { ...zone, day: 'numeric', month: 'short', year: 'numeric' });
  const isClock = clockAlone || isClockEnough(moment, now, (one) => day.format(one));
  const clock = { ...zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return isClock
    ? new Intl.DateTimeFormat(locale, clock).format(moment)
    : new Intl.DateTimeFormat(locale, { ...clock, day: 'numeric', month: 'short', year: 'numeric' }).format(moment);
}

/** For whoever may read it anywhere: "2026-11-22 14:05 UTC", or "14:05 UTC". */
export function utcText({ at, clockAlone }: MomentAt): string {
  const moment = Date.parse(at);
  if (Number.isNaN(moment)) return at;
  const text = new Date(moment).toISOString().slice(0, 16).replace('T', ' ');
  return `${clockAlone ? text.slice(11) : text} UTC`;
}
