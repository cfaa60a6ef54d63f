/** Special days while edited: closed days and other hours in one list, as added. Pure. */
import { dayAfter, type HoursView, type SpecialDaysView } from '../../../contract/contract.ts';

export interface SpecialEntry {
  kind: 'closed' | 'open';
  /** First and last day, YYYY-MM-DD, both included. */
  first: string;
  last: string;
  message: string;
  /** "HH:mm"; closing "00:00" is the day's end. Empty for closed days. */
  windows: { open: string; close: string }[];
}

/** Omits past days, which the service refuses. `today`: the date at the venue. */
export function entriesOf({ days_closed, days_open }: SpecialDaysView, today: string): SpecialEntry[] {
  const closed = days_closed.map(({ start_date, end_date, message = '' }) => ({
    kind: 'closed' as const,
    first: start_date,
    last: end_date,
    message,
    windows: [],
  }));
  const open = days_open.map(({ start_date, end_date, message = '', daily_availability }) => ({
    kind: 'open' as const,
    first: start_date,
    last: end_date,
    message,
    windows: daily_availability.map(({ open_time, close_time }) => ({
      open: open_time,
      close: close_time === '24:00' ? '00:00' : close_time,
    })),
  }));
  return [...closed, ...open].filter(({ last }) => last >= today).sort((a, b) => a.first.localeCompare(b.first));
}

/** The service's reported special days as entries. An opening past midnight becomes two windows, one per day. */
export function entriesReported(reported: HoursView['reportedSpecial'], today: string): SpecialEntry[] {
  const windows = reported.flatMap(({ opening_date, opening_time, closing_date, closing_time }) =>
    opening_date === closing_date
      ? [{ day: opening_date, open: opening_time, close: closing_time === '24:00' ? '00:00' : closing_time }]
      : [
          { day: opening_date, open: opening_time, close: '00:00' },
          ...(closing_time === '00:00' ? [] : [{ day: dayAfter(opening_date), open: '00:00', close: closing_time }]),
        ],
  );
  const days = [...new Set(windows.map(({ day }) => day))].filter((day) => day >= today).sort();
  return days.map((day) => ({
    kind: 'open',
    first: day,
    last: day,
    message: '',
    windows: windows.filter((one) => one.day === day).map(({ open, close }) => ({ open, close })),
  }));
}

/** Special days in the service's form, and which entry the path of a mistake belongs to. */
export function specialOf(entries: readonly SpecialEntry[]): { special: SpecialDaysView; entryAt: (path: string) => number } {
  const of = (kind: SpecialEntry['kind']) => entries.map((entry, at) => ({ entry, at })).filter(({ entry }) => entry.kind === kind);
  const [closed, open] = [of('closed'), of('open')];
  const named = ({ first, last, message }: SpecialEntry) => ({
    start_date: first,
    end_date: last,
    ...(message.trim() === '' ? {} : { message: message.trim() }),
  });
  return {
    special: {
      days_closed: closed.map(({ entry }) => named(entry)),
      days_open: open.map(({ entry }) => ({
        ...named(entry),
        daily_availability: entry.windows.map((window) => ({
          open_time: window.open,
          close_time: window.close === '00:00' ? '24:00' : window.close,
        })),
      })),
    },
    entryAt(path) {
      const [, list, at] = /^(days_closed|days_open)\[(\d+)\]/.exec(path) ?? [];
      return (list === 'days_closed' ? closed : open)[Number(at)]?.at ?? -1;
    },
  };
}
