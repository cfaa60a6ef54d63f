/** Formats moments, by the rule of contract/time/moment.ts or with given parts. */
import { isClockEnough } from '../../contract/time/moment.ts';

export interface Reading {
  /** ISO UTC. */
  now: string;
  locale: string;
  /** This computer's by default, or if invalid. */
  timeZone?: string | undefined;
}

/**
 * A time of today or within half a day is shown as clock time ("11:36"), any other with its day ("Sat 14 Mar"). An unreadable time is
 * returned as is; with an unreadable `now`, the day is shown.
 */
export function momentOf(iso: string, { now, ...place }: Reading): { day: string | null; clock: string } {
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime())) return { day: null, clock: iso };
  const clock = formatter(place, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(moment);
  const days = formatter(place, { weekday: 'short', day: 'numeric', month: 'short' });
  const isPlain = isClockEnough(moment.getTime(), Date.parse(now), (at) => days.format(at));
  return { day: isPlain ? null : days.format(moment).replaceAll(',', ''), clock };
}

/** Formats with chosen parts. An unreadable time is returned as is. */
export function momentIn(iso: string, place: Omit<Reading, 'now'>, parts: Intl.DateTimeFormatOptions): string {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime()) ? iso : formatter(place, parts).format(moment).replaceAll(',', '');
}

/** IANA name. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** For a terminal: "2026-11-22 14:05:09", in UTC. `at`: epoch ms. */
export function secondText(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}

/** Cached: creating one takes longer than laying out a line. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter({ locale, timeZone }: Omit<Reading, 'now'>, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, timeZone, parts]);
  const known = formatters.get(key) ?? newFormatter(locale, timeZone, parts);
  formatters.set(key, known);
  return known;
}

/** An invalid zone in settings must not cost a ticket: this computer's is used. */
function newFormatter(locale: string, timeZone: string | undefined, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, { ...parts, timeZone });
  } catch {
    return new Intl.DateTimeFormat(locale, parts);
  }
}
