/** Weekly spans of opening times and availabilities: parsing and lookup. */
import { ASSUMED } from '../assumptions.ts';
import { type Fields, isFields } from '../wire/exchange.ts';
import { invalid } from '../wire/request-bodies.ts';
import type { LocalTime } from './local-time.ts';

const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;

export interface Span {
  opening_day: string;
  opening_time: string;
  closing_day: string;
  closing_time: string;
}

const DAY_MINUTES = 24 * 60;
const WEEK_MINUTES = 7 * DAY_MINUTES;

export const ALWAYS: Span[] = [{ opening_day: 'MONDAY', opening_time: '00:00', closing_day: 'SUNDAY', closing_time: '24:00' }];

/** Throws the 400 of section 7.2, with the mistake's path. */
export function readSpans(value: unknown, where: string): Span[] {
  if (!Array.isArray(value)) throw invalid(`${where} is required and must be an array.`);
  return value.map((one, at) => readSpan(one, `${where}[${at}]`));
}

function readSpan(value: unknown, where: string): Span {
  if (!isFields(value)) throw invalid(`${where} must be an object.`);
  const span = {
    opening_day: day(value, 'opening_day', where),
    opening_time: clockTime(value, 'opening_time', where),
    closing_day: day(value, 'closing_day', where),
    closing_time: clockTime(value, 'closing_time', where, true),
  };
  if (opens(span) === closes(span)) throw invalid(`${where} ends where it begins.`);
  return span;
}

function day(fields: Fields, key: string, where: string): string {
  const found = DAYS.find((one) => one === fields[key]);
  if (!found) throw invalid(`${where}.${key} must be one of ${DAYS.join(', ')}.`);
  return found;
}

/** `HH:mm`; 24:00 only as an end. */
export function clockTime(fields: Fields, key: string, where: string, mayBeMidnight = false): string {
  const value = fields[key];
  if (typeof value === 'string' && (/^([01]\d|2[0-3]):[0-5]\d$/.test(value) || (mayBeMidnight && value === '24:00'))) return value;
  throw invalid(`${where}.${key} must be a time like 09:30${mayBeMidnight ? ', or 24:00' : ''}.`);
}

export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function opens(span: Span): number {
  return DAYS.indexOf(span.opening_day as (typeof DAYS)[number]) * DAY_MINUTES + minutesOf(span.opening_time);
}

function closes(span: Span): number {
  return DAYS.indexOf(span.closing_day as (typeof DAYS)[number]) * DAY_MINUTES + minutesOf(span.closing_time);
}

/** Length in minutes; a span may pass the week's end. */
function lengthOf(span: Span): number {
  const length = closes(span) - opens(span);
  return length > 0 ? length : length + WEEK_MINUTES;
}

/** Throws 400 if spans share a minute. */
export function refuseOverlaps(spans: readonly Span[], where: string): void {
  if (ASSUMED.mayWeekOverlap) return;
  spans.forEach((span, at) => {
    const other = spans.findIndex((one, index) => index !== at && isAt(one, opens(span)));
    if (other >= 0) throw invalid(`${where}[${at}] overlaps with ${where}[${other}].`);
  });
}

function isAt(span: Span, minute: number): boolean {
  return (minute - opens(span) + WEEK_MINUTES) % WEEK_MINUTES < lengthOf(span);
}

export function isWithinWeek(spans: readonly Span[], { weekday, minutes }: LocalTime): boolean {
  return spans.some((span) => isAt(span, weekday * DAY_MINUTES + minutes));
}
