/** Days, weeks and months: choice and format. Weeks start by the screen's language. */
import { CalendarDate, endOfMonth, endOfWeek, startOfMonth, startOfWeek } from '@internationalized/date';
import { daysIn, type Span } from '../../../contract/contract.ts';
import { locale } from '../../words.ts';

export const KINDS = ['day', 'week', 'month'] as const;
export type Kind = (typeof KINDS)[number];

export function spanOf(kind: Kind, day: CalendarDate): Span {
  if (kind === 'day') return between(day, day);
  if (kind === 'month') return between(startOfMonth(day), endOfMonth(day));
  return between(startOfWeek(day, locale()), endOfWeek(day, locale()));
}

/** A day in the span `by` days, weeks or months later. */
export function moved(kind: Kind, day: CalendarDate, by: number): CalendarDate {
  // Counts from the 1st, as other months may lack the day.
  if (kind === 'month') return startOfMonth(day).add({ months: by });
  return day.add(kind === 'week' ? { weeks: by } : { days: by });
}

/** A span in words: "16–22 November 2026", "November 2026", "Friday 20 November 2026". */
export function spanText(span: Span, length: 'long' | 'short' = 'long'): string {
  const [first, last] = [noon(span.firstDay), noon(span.lastDay)];
  const isMonth = daysIn(span) > 7;
  if (isMonth) return new Intl.DateTimeFormat(locale(), { month: length, year: 'numeric', timeZone: 'UTC' }).format(first);
  const format = new Intl.DateTimeFormat(locale(), {
    ...(daysIn(span) === 1 ? { weekday: length } : {}),
    ...(length === 'long' ? { year: 'numeric' } : {}),
    ...{ day: 'numeric', month: length, timeZone: 'UTC' },
  });
  return daysIn(span) === 1 ? format.format(first) : format.formatRange(first, last);
}

/** "Mon 16" in a week, "16" in a month. */
export function dayMark(day: string, isWeek: boolean): string {
  const number = new Intl.DateTimeFormat(locale(), { day: 'numeric', timeZone: 'UTC' }).format(noon(day));
  return isWeek ? `${weekdayName(day)} ${number}` : number;
}

/** Names of weekdays, Monday first, and the index of the week's first day. */
export function weekdayNames(): { names: string[]; first: number } {
  const monday = new CalendarDate(2026, 11, 16);
  const names = Array.from({ length: 7 }, (_, at) => weekdayName(monday.add({ days: at }).toString()));
  return { names, first: (7 - monday.compare(startOfWeek(monday, locale()))) % 7 };
}

/** The short name, or the narrow one if that's too long. */
function weekdayName(day: string): string {
  const name = (weekday: 'short' | 'narrow') => new Intl.DateTimeFormat(locale(), { weekday, timeZone: 'UTC' }).format(noon(day));
  return name('short').length > LONGEST_NAME ? name('narrow') : name('short');
}

const LONGEST_NAME = 4;

function between(first: CalendarDate, last: CalendarDate): Span {
  return { firstDay: first.toString(), lastDay: last.toString() };
}

function noon(day: string): Date {
  return new Date(`${day}T12:00:00Z`);
}
