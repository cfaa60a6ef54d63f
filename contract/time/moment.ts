/** Formats moments: the time alone if it's today or within half a day, else with its date. */
import type { MomentAt } from '../message.ts';

/** Within this distance a clock time without a date is unambiguous, as 00:01 seen at 23:58. */
const NEAR_MS = 12 * 3_600_000;

/** Whether the time alone is enough. Both in epoch ms; `dayOf`: day in the reader's zone. False if a moment is invalid. */
export function isClockEnough(at: number, now: number, dayOf: (moment: number) => unknown): boolean {
  const away = Math.abs(at - now);
  return away < NEAR_MS || (!Number.isNaN(away) && dayOf(at) === dayOf(now));
}

/** `timeZone`: the reader's (IANA name; default: this computer's). `now`: time of reading, epoch ms; absent if unknown. */
export interface Place {
  now?: number;
  timeZone?: string;
}

/** Invalid moments are returned as they are. */
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

/** The same for every reader, in UTC: "2026-11-22 14:05 UTC", or "14:05 UTC". */
export function utcText({ at, clockAlone }: MomentAt): string {
  const moment = Date.parse(at);
  if (Number.isNaN(moment)) return at;
  const text = new Date(moment).toISOString().slice(0, 16).replace('T', ' ');
  return `${clockAlone ? text.slice(11) : text} UTC`;
}
