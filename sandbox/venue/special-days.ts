/** Special opening times: parsed from a request that replaces all of them, and shown in the status. */

import { type Fields, isFields } from '../wire/exchange.ts';
import { invalid } from '../wire/request-bodies.ts';
import type { LocalTime } from './local-time.ts';
import { clockTime, minutesOf } from './week.ts';

export interface SpecialDays {
  /** First and last date, both included. */
  start: string;
  end: string;
  message: string | null;
  /** Empty: closed. */
  windows: { open: string; close: string }[];
}

const MOST_DAYS = 366;
const DAY_MS = 24 * 3_600_000;

/** Throws the 400 of section 7.2. */
export function readSpecialDays(body: Fields): SpecialDays[] {
  for (const key of Object.keys(body))
    if (key !== 'days_closed' && key !== 'days_open') throw invalid(`${key} is not a property of special opening times.`);
  const closed = listIn(body, 'days_closed').map((one, at) => readRange(one, `days_closed[${at}]`, false));
  const open = listIn(body, 'days_open').map((one, at) => readRange(one, `days_open[${at}]`, true));
  const all = [...closed, ...open];
  all.forEach((range, at) => {
    const other = all.find((one, index) => index !== at && one.start <= range.end && range.start <= one.end);
    if (other) throw invalid(`The days ${range.start} to ${range.end} and ${other.start} to ${other.end} overlap.`);
  });
  return all;
}

function listIn(body: Fields, key: string): Fields[] {
  const value = body[key] ?? [];
  if (!Array.isArray(value) || !value.every(isFields)) throw invalid(`${key} must be an array of objects.`);
  return value;
}

function readRange(fields: Fields, where: string, isOpen: boolean): SpecialDays {
  const [start, end] = [date(fields, 'start_date', where), date(fields, 'end_date', where)];
  if (end < start) throw invalid(`${where}.end_date is before its start_date.`);
  if (Date.parse(end) - Date.parse(start) > MOST_DAYS * DAY_MS) throw invalid(`${where} is longer than ${MOST_DAYS} days.`);
  const message = fields.message ?? null;
  if (message !== null && typeof message !== 'string') throw invalid(`${where}.message must be a string.`);
  if (!isOpen && fields.daily_availability !== undefined) throw invalid(`${where}.daily_availability belongs to days_open.`);
  return { start, end, message, windows: isOpen ? readWindows(fields.daily_availability, `${where}.daily_availability`) : [] };
}

function readWindows(value: unknown, where: string): SpecialDays['windows'] {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isFields)) throw invalid(`${where} must hold at least one window.`);
  const windows = value.map((one, at) => {
    const open = clockTime(one, 'open_time', `${where}[${at}]`);
    const close = clockTime(one, 'close_time', `${where}[${at}]`, true);
    if (minutesOf(close) <= minutesOf(open)) throw invalid(`${where}[${at}]: open_time must be before close_time.`);
    return { open, close };
  });
  windows.sort((a, b) => minutesOf(a.open) - minutesOf(b.open));
  windows.forEach((window, at) => {
    const before = windows[at - 1];
    if (before && minutesOf(before.close) > minutesOf(window.open)) throw invalid(`${where}: windows overlap.`);
  });
  return windows;
}

function date(fields: Fields, key: string, where: string): string {
  const value = fields[key];
  const time = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : Number.NaN;
  // Refuses overflows such as February 30.
  if (Number.isFinite(time) && new Date(time).toISOString().startsWith(String(value))) return String(value);
  throw invalid(`${where}.${key} must be a date like 2026-12-24.`);
}

/** Whether it's open on a special day; null if the day has the usual hours. */
export function isWithinSpecial(days: readonly SpecialDays[], { date: today, minutes }: LocalTime): boolean | null {
  const special = days.find(({ start, end }) => start <= today && today <= end);
  return special ? special.windows.some(({ open, close }) => minutesOf(open) <= minutes && minutes < minutesOf(close)) : null;
}

/** Special days in a venue's status, as in public sources: one entry per window. `tellsClosed`: closed days get an entry without length. */
export function asSpecialTimes(days: readonly SpecialDays[], today: string, tellsClosed: boolean): Fields[] {
  return days
    .flatMap(({ start, end, windows }) =>
      datesFrom(start, end).flatMap((one) =>
        (windows.length > 0 || !tellsClosed ? windows : [{ open: '00:00', close: '00:00' }]).map(({ open, close }) => ({
          opening_date: one,
          opening_time: open,
          closing_date: one,
          closing_time: close,
        })),
      ),
    )
    .filter(({ closing_date: last }) => last >= today)
    .sort((a, b) => `${a.opening_date} ${a.opening_time}`.localeCompare(`${b.opening_date} ${b.opening_time}`));
}

function datesFrom(start: string, end: string): string[] {
  const dates: string[] = [];
  for (let time = Date.parse(start); time <= Date.parse(end); time += DAY_MS) dates.push(new Date(time).toISOString().slice(0, 10));
  return dates;
}
