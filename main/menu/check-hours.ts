/** Mistakes have their entry's path. Pure. */
import { type Message, message } from '../../contract/message.ts';
import { isDate, minutesOf, type Span, type SpecialDays, type SpecialTime, WEEKDAYS } from './hours.ts';

export interface HoursMistake {
  /** Such as `week[2]`, `days_open[0].daily_availability[1]`. */
  path: string;
  text: Message;
}

const WEEK_MINUTES = 7 * 24 * 60;

export function checkWeek(week: readonly Span[]): HoursMistake[] {
  const mistakes: HoursMistake[] = [];
  const taken: { from: number; until: number }[] = [];
  for (const [at, span] of week.entries()) {
    const path = `week[${at}]`;
    const [open, close] = [minutesOf(span.opening_time), minutesOf(span.closing_time)];
    const [from, to] = [WEEKDAYS.indexOf(span.opening_day as never), WEEKDAYS.indexOf(span.closing_day as never)];
    if (open === null || close === null || from < 0 || to < 0 || open === 24 * 60) {
      mistakes.push({ path, text: message('menuFile.invalidHours') });
      continue;
    }
    const start = from * 24 * 60 + open;
    const length = (to * 24 * 60 + close - start + WEEK_MINUTES) % WEEK_MINUTES;
    if (length === 0) mistakes.push({ path, text: message('hours.closesAsItOpens') });
    const parts =
      start + length > WEEK_MINUTES
        ? [
            { from: start, until: WEEK_MINUTES },
            { from: 0, until: start + length - WEEK_MINUTES },
          ]
        : [{ from: start, until: start + length }];
    if (parts.some((part) => taken.some((other) => part.from < other.until && other.from < part.until)))
      mistakes.push({ path, text: message('hours.overlap') });
    taken.push(...parts);
  }
  return mistakes;
}

/** `today`: in the venue's time zone. */
export function checkSpecialDays({ days_closed, days_open }: SpecialDays, today: string): HoursMistake[] {
  const mistakes: HoursMistake[] = [];
  const ranges: { from: string; to: string }[] = [];
  const range = (path: string, from: string, to: string): void => {
    if (!isDate(from) || !isDate(to)) return void mistakes.push({ path, text: message('hours.enterDate') });
    if (to < from) return void mistakes.push({ path, text: message('hours.rangeReversed') });
    if (to < today) mistakes.push({ path, text: message('hours.inPast') });
    if (ranges.some((other) => from <= other.to && other.from <= to)) mistakes.push({ path, text: message('hours.dayTwice') });
    ranges.push({ from, to });
  };
  for (const [at, { start_date, end_date }] of days_closed.entries()) range(`days_closed[${at}]`, start_date, end_date);
  for (const [at, { start_date, end_date, daily_availability: windows }] of days_open.entries()) {
    const path = `days_open[${at}]`;
    range(path, start_date, end_date);
    if (windows.length === 0) mistakes.push({ path, text: message('hours.timesMissing') });
    const taken: { from: number; until: number }[] = [];
    for (const [place, { open_time, close_time }] of windows.entries()) {
      const here = `${path}.daily_availability[${place}]`;
      const [from, until] = [minutesOf(open_time), minutesOf(close_time)];
      if (from === null || until === null || from === 24 * 60) mistakes.push({ path: here, text: message('hours.enterTime') });
      else if (from >= until) mistakes.push({ path: here, text: message('hours.splitAtMidnight') });
      else {
        if (taken.some((other) => from < other.until && other.from < until)) mistakes.push({ path: here, text: message('hours.overlap') });
        taken.push({ from, until });
      }
    }
  }
  return mistakes;
}

export function isWeekSeen(sent: readonly Span[], read: readonly Span[]): boolean {
  const written = (spans: readonly Span[]): string =>
    spans
      .map((span) => [span.opening_day, span.opening_time, span.closing_day, span.closing_time].join(' '))
      .sort()
      .join();
  return written(sent) === written(read);
}

/** Whether the status shows the sent open days; it can't show closed ones. */
export function areSpecialDaysSeen({ days_open }: SpecialDays, read: readonly SpecialTime[]): boolean {
  return days_open.every(({ start_date, end_date }) =>
    read.some(({ opening_date, closing_date }) => opening_date <= end_date && closing_date >= start_date),
  );
}
