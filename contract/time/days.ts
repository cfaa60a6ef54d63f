/** Calendar days as text, such as 2026-11-21. */

/** First and last day, both included. */
export interface Span {
  firstDay: string;
  lastDay: string;
}

const DAY_MS = 24 * 3_600_000;

/** Whether the text is an existing day of the years 2000 to 2199. */
export function isDay(text: string): boolean {
  return /^2[01]\d\d-\d\d-\d\d$/.test(text) && textOf(numberOf(text)) === text;
}

export function dayAfter(day: string, days = 1): string {
  return textOf(numberOf(day) + days);
}

export function daysIn({ firstDay, lastDay }: Span): number {
  return numberOf(lastDay) - numberOf(firstDay) + 1;
}

export function everyDay(span: Span): string[] {
  return Array.from({ length: daysIn(span) }, (_, at) => dayAfter(span.firstDay, at));
}

export function monthOf(day: string): string {
  return day.slice(0, 7);
}

export function spanOfMonth(month: string): Span {
  const firstDay = `${month}-01`;
  return { firstDay, lastDay: dayAfter(`${monthOf(dayAfter(firstDay, LONGEST_MONTH))}-01`, -1) };
}

export function monthAfter(month: string, months = 1): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return textOf(Date.UTC(year, number - 1 + months, 1) / DAY_MS).slice(0, 7);
}

const LONGEST_MONTH = 31;

function numberOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS;
}

function textOf(number: number): string {
  return Number.isFinite(number) ? new Date(number * DAY_MS).toISOString().slice(0, 10) : '';
}
