/**
 * A venue's opening times in its time zone, and the times until which a dish can be hidden: "until closing", "tomorrow's opening". Pure.
 */
import { dayAfter } from '../../contract/time/days.ts';
import { asArray, asRecord, asText } from '../orders/text/reading.ts';
import { localOf, momentAt } from './zone.ts';

export const WEEKDAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;

/** One opening of the week; may span midnight or several days. Times are `HH:mm`, including 24:00. */
export interface Span {
  opening_day: string;
  opening_time: string;
  closing_day: string;
  closing_time: string;
}

/** Special days as set in Tillbridge. Ranges include both ends. */
export interface SpecialDays {
  days_closed: { start_date: string; end_date: string; message?: string }[];
  days_open: { start_date: string; end_date: string; message?: string; daily_availability: { open_time: string; close_time: string }[] }[];
}

/** Special days in the service's status. */
export interface SpecialTime {
  opening_date: string;
  opening_time: string;
  closing_date: string;
  closing_time: string;
}

export interface Hours {
  week: readonly Span[];
  /** Special days set in Tillbridge, which replace the status's; null if none. */
  special: SpecialDays | null;
  specialTimes: readonly SpecialTime[];
}

/** Epoch ms. */
export interface Opening {
  from: number;
  until: number;
}

/** "HH:mm" as minutes of the day, or null. */
export function minutesOf(time: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(time) ?? [];
  const all = Number(hours) * 60 + Number(minutes);
  return hours !== undefined && Number(minutes) < 60 && all <= 24 * 60 ? all : null;
}

export function spansIn(value: unknown): Span[] {
  return asArray(value).flatMap((entry) => {
    const fields = asRecord(entry) ?? {};
    const [opening_day, opening_time, closing_day, closing_time] = [
      fields.opening_day,
      fields.opening_time,
      fields.closing_day,
      fields.closing_time,
    ].map((one) => asText(one)?.toUpperCase() ?? '') as [string, string, string, string];
    const areDays = [opening_day, closing_day].every((day) => (WEEKDAYS as readonly string[]).includes(day));
    const areTimes = minutesOf(opening_time) !== null && minutesOf(closing_time) !== null;
    return areDays && areTimes ? [{ opening_day, opening_time, closing_day, closing_time }] : [];
  });
}

export function specialTimesIn(value: unknown): SpecialTime[] {
  return asArray(value).flatMap((entry) => {
    const fields = asRecord(entry) ?? {};
    const given = [fields.opening_date, fields.opening_time, fields.closing_date, fields.closing_time].map((one) => asText(one) ?? '');
    const [opening_date = '', opening_time = '', closing_date = '', closing_time = ''] = given;
    const isRight = isDate(opening_date) && isDate(closing_date) && minutesOf(opening_time) !== null && minutesOf(closing_time) !== null;
    return isRight ? [{ opening_date, opening_time, closing_date, closing_time }] : [];
  });
}

export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && Number.isFinite(Date.parse(`${text}T00:00:00Z`)) && dayAfter(text, 0) === text;
}

/** Enough for the next opening after any holidays, and for a week-long span that already began. */
const LOOK_BACK_DAYS = 8;
const LOOK_AHEAD_DAYS = 35;

/** All openings around `now`, in order; adjacent ones are merged, so a night may be one span or two. */
export function openingsAround({ week, special, specialTimes }: Hours, now: number, zone: string): Opening[] {
  const today = localOf(now, zone).day;
  const days = Array.from({ length: LOOK_BACK_DAYS + LOOK_AHEAD_DAYS }, (_, at) => dayAfter(today, at - LOOK_BACK_DAYS));
  const at = (day: string, time: string) => momentAt(day, minutesOf(time) ?? 0, zone);
  const byDay = specialByDay(special, specialTimes);
  const ofWeek = days.flatMap((day) =>
    week
      .filter(({ opening_day }) => opening_day === weekdayOf(day))
      .map((span) => ({ from: at(day, span.opening_time), until: at(dayAfter(day, daysUntilClosing(span)), span.closing_time) })),
  );
  const isSpecial = days
    .filter((day) => byDay.has(day))
    .map((day) => ({ from: momentAt(day, 0, zone), until: momentAt(day, 24 * 60, zone) }));
  const ofSpecial = days.flatMap((day) =>
    (byDay.get(day) ?? []).map(({ open, closeDay, close }) => ({ from: at(day, open), until: at(closeDay, close) })),
  );
  return touching(
    [...ofWeek.flatMap((window) => without(window, isSpecial)), ...ofSpecial]
      .filter(({ from, until }) => until > from)
      .sort((a, b) => a.from - b.from),
  );
}

function specialByDay(special: SpecialDays | null, times: readonly SpecialTime[]) {
  const byDay = new Map<string, { open: string; closeDay: string; close: string }[]>();
  const everyDay = (from: string, to: string): string[] => {
    const days: string[] = [];
    for (let day = from; day <= to && days.length < 400; day = dayAfter(day)) days.push(day);
    return days;
  };
  if (special === null) {
    for (const { opening_date: day, opening_time: open, closing_date: closeDay, closing_time: close } of times)
      byDay.set(day, [...(byDay.get(day) ?? []), { open, closeDay, close }]);
    return byDay;
  }
  for (const { start_date, end_date } of special.days_closed) for (const day of everyDay(start_date, end_date)) byDay.set(day, []);
  for (const { start_date, end_date, daily_availability } of special.days_open)
    for (const day of everyDay(start_date, end_date))
      byDay.set(
        day,
        daily_availability.map(({ open_time, close_time }) => ({ open: open_time, closeDay: day, close: close_time })),
      );
  return byDay;
}

function weekdayOf(day: string): string {
  // 1970-01-05 was a Monday.
  const number = Date.parse(`${day}T00:00:00Z`) / 86_400_000 - 4;
  return WEEKDAYS[((number % 7) + 7) % 7] ?? '';
}

/** Closing earlier on the same weekday means a week later. */
function daysUntilClosing({ opening_day, opening_time, closing_day, closing_time }: Span): number {
  const days = (WEEKDAYS.indexOf(closing_day as never) - WEEKDAYS.indexOf(opening_day as never) + 7) % 7;
  return days === 0 && (minutesOf(closing_time) ?? 0) <= (minutesOf(opening_time) ?? 0) ? 7 : days;
}

export function without(window: Opening, others: readonly { from: number; until: number }[]): Opening[] {
  return others.reduce<Opening[]>(
    (left, { from, until }) =>
      left.flatMap((one) =>
        until <= one.from || from >= one.until
          ? [one]
          : [
              { from: one.from, until: from },
              { from: until, until: one.until },
            ].filter((part) => part.until > part.from),
      ),
    [window],
  );
}

/** From 23:59 to 00:00 isn't a break. */
const NO_BREAK_MS = 60_000;

function touching(windows: readonly Opening[]): Opening[] {
  const all: Opening[] = [];
  for (const window of windows) {
    const last = all.at(-1);
    if (last && window.from <= last.until + NO_BREAK_MS) last.until = Math.max(last.until, window.until);
    else all.push({ ...window });
  }
  return all;
}

/** Before this time, staff mean the previous day by "today". */
const NIGHT_ENDS_MINUTES = 5 * 60;

/** The day that staff call today: during a night shift, the previous one. */
function businessDay(open: Opening | undefined, now: number, zone: string): string {
  const { day, minutes } = localOf(now, zone);
  const before = dayAfter(day, -1);
  if (!open) return minutes < NIGHT_ENDS_MINUTES ? before : day;
  const [began, ends] = [localOf(open.from, zone), localOf(open.until, zone)];
  if (ends.day !== day) return day;
  if (ends.minutes <= NIGHT_ENDS_MINUTES) return before;
  // An opening of up to a day, such as 17:00 to 06:00, belongs to the day it began.
  return began.day < day && (minutes < NIGHT_ENDS_MINUTES || ends.minutes <= began.minutes) ? before : day;
}

/** Times until which something can be hidden, epoch ms; null if the opening times have none. */
export interface Ends {
  isOpen: boolean;
  /** The end of today's last opening. */
  closing: number | null;
  /** The next business day's first opening. */
  tomorrow: number | null;
  /** May be later today. */
  nextOpening: number | null;
}

export function endsAt(hours: Hours, now: number, zone: string): Ends {
  const openings = openingsAround(hours, now, zone);
  const open = openings.find(({ from, until }) => from <= now && now < until);
  const today = businessDay(open, now, zone);
  const later = openings.filter(({ from }) => from > now).map((opening) => ({ ...opening, day: localOf(opening.from, zone).day }));
  const closing = later.findLast(({ day }) => day === today)?.until ?? open?.until ?? null;
  const horizon = momentAt(dayAfter(localOf(now, zone).day, LOOK_AHEAD_DAYS - 1), 0, zone);
  return {
    isOpen: open !== undefined,
    // An opening beyond the horizon never ends.
    closing: closing !== null && closing >= horizon ? null : closing,
    tomorrow: later.find(({ day }) => day > today)?.from ?? null,
    nextOpening: later[0]?.from ?? null,
  };
}
