/** Weekly hours while edited: an opening belongs to its starting day and lasts at most a day. Pure. */
import type { HoursSpanView } from '../../../contract/contract.ts';

export const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;
const DAY = 24 * 60;
const WEEK = 7 * DAY;
/** Dragged times are multiples of this, minutes. */
const STEP = 15;

export interface Opening {
  /** 0 is Monday. */
  day: number;
  /** Minutes since midnight; `until` above 1440 is on the next day, at most a day after `from`. */
  from: number;
  until: number;
}

/** Openings as edited; those longer than a day are split at midnight. */
export function openingsOf(week: readonly HoursSpanView[]): Opening[] {
  return week.flatMap(({ opening_day, opening_time, closing_day, closing_time }) => {
    const [day, last] = [DAYS.indexOf(opening_day as never), DAYS.indexOf(closing_day as never)];
    const from = minutesIn(opening_time);
    const length = ((last - day) * DAY + minutesIn(closing_time) - from + WEEK) % WEEK || WEEK;
    if (length <= DAY) return [{ day, from, until: from + length }];
    const whole = Array.from({ length: Math.ceil((from + length) / DAY) }, (_, at) => ({
      day: (day + at) % 7,
      from: at === 0 ? from : 0,
      until: Math.min(DAY, from + length - at * DAY),
    }));
    return whole;
  });
}

/** The week in the service's form. A closing midnight is 00:00 of the next day. */
export function weekOf(openings: readonly Opening[]): HoursSpanView[] {
  return openings.map(({ day, from, until }) => ({
    opening_day: DAYS[day] ?? '',
    opening_time: timeOf(from),
    closing_day: DAYS[(day + Math.floor(until / DAY)) % 7] ?? '',
    closing_time: timeOf(until),
  }));
}

/** Sets a typed "HH:mm". A close before or at the opening time is on the next day. */
export function typed(opening: Opening, edge: 'from' | 'until', time: string): Opening {
  const from = edge === 'from' ? minutesIn(time) : opening.from;
  const until = edge === 'until' ? minutesIn(time) : opening.until % DAY;
  return { ...opening, from, until: until <= from ? until + DAY : until };
}

/** Drags one end, or the whole bar, to a minute of its day. */
export function dragged(opening: Opening, edge: 'from' | 'until' | 'whole', to: number): Opening {
  const minute = Math.round(to / STEP) * STEP;
  const { from, until } = opening;
  if (edge === 'until') return { ...opening, until: clamped(minute, from + STEP, from + DAY) };
  if (edge === 'from') return { ...opening, from: clamped(minute, Math.max(0, until - DAY), Math.min(until, DAY) - STEP) };
  const begins = clamped(minute, 0, DAY - STEP);
  return { ...opening, from: begins, until: begins + until - from };
}

export function added(openings: readonly Opening[], day: number): Opening[] {
  const last = Math.max(0, ...openings.filter((one) => one.day === day).map(({ until }) => until));
  const from = last === 0 ? 10 * 60 : Math.min(last + 60, DAY - 60);
  return [...openings, { day, from, until: last === 0 ? 22 * 60 : Math.min(from + 180, DAY) }];
}

export function copied(openings: readonly Opening[], day: number): Opening[] {
  const own = openings.filter((one) => one.day === day);
  return DAYS.flatMap((_, at) => own.map((one) => ({ ...one, day: at })));
}

export const aroundTheClock = (): Opening[] => DAYS.map((_, day) => ({ day, from: 0, until: DAY }));

export const isAroundTheClock = (openings: readonly Opening[]): boolean =>
  openings.length === DAYS.length && DAYS.every((_, day) => openings.some((one) => one.day === day && one.from === 0 && one.until === DAY));

export function timeOf(minutes: number): string {
  const of = ((minutes % DAY) + DAY) % DAY;
  return `${String(Math.floor(of / 60)).padStart(2, '0')}:${String(of % 60).padStart(2, '0')}`;
}

function minutesIn(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

const clamped = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
