/** How a moment is written: what is read soon after it was written, by the rule of contract/time/moment.ts, and the form for what is read at any time. */
import { isClockEnough } from '../../contract/time/moment.ts';

/** Where a moment is read, and when. */
export interface Reading {
  /** The moment of writing, as ISO. */
  now: string;
  /** A language tag, as Intl takes it. */
  locale: string;
  /** The computer's own where none is given, or one that does not exist. */
  timeZone?: string | undefined;
}

/**
 * The rule: of today, or within half a day either side, the clock time alone ("11:36"); of any other day with the day ("Sat 14 Mar").
 * A time that no one can read is written as it came; where the moment of writing cannot be read, the day is named.
 */
export function momentOf(iso: string, { now, ...place }: Reading): { day: string | null; clock: string } {
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime())) return { day: null, clock: iso };
  const clock = formatter(place, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(moment);
  const days = formatter(place, { weekday: 'short', day: 'numeric', month: 'short' });
  const isPlain = isClockEnough(moment.getTime(), Date.parse(now), (at) => days.format(at));
  return { day: isPlain ? null : days.format(moment).replaceAll(',', ''), clock };
}

/** A moment in parts of one's own choice, whenever it is read. A time that no one can read is written as it came. */
export function momentIn(iso: string, place: Omit<Reading, 'now'>, parts: Intl.DateTimeFormatOptions): string {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime()) ? iso : formatter(place, parts).format(moment).replaceAll(',', '');
}

/** The zone of this computer (IANA name), in which papers are written. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** For a terminal: "2026-11-22 14:05:09", in UTC. `at`: epoch ms. */
export function secondText(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}

/** Making one takes longer than laying out a line. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter({ locale, timeZone }: Omit<Reading, 'now'>, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, timeZone, parts]);
  const known = formatters.get(key) ?? newFormatter(locale, timeZone, parts);
  formatters.set(key, known);
  return known;
}

/** A mistyped zone in the settings must not cost a ticket: then the computer's own zone holds. */
function newFormatter(locale: string, timeZone: string | undefined, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, { ...parts, timeZone });
  } catch {
    return new Intl.DateTimeFormat(locale, parts);
  }
}
