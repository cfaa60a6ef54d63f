/** Opening times in the venue's time zone: "until closing" and "until tomorrow's opening", also on clock changes. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dayAfter } from '../../../contract/time/days.ts';
import { areSpecialDaysSeen, checkSpecialDays, checkWeek, isWeekSeen } from '../../../main/menu/check-hours.ts';
import {
  endsAt,
  type Hours,
  openingsAround,
  type Span,
  type SpecialDays,
  spansIn,
  specialTimesIn,
  WEEKDAYS,
} from '../../../main/menu/hours.ts';
import { localOf, momentAt } from '../../../main/menu/zone.ts';
import fc from '../../setup/property.ts';

const ZONE = 'Europe/Helsinki';
const example = (name: string) => JSON.parse(readFileSync(new URL(`../../fixtures/menu/${name}.json`, import.meta.url), 'utf8'));
const WEEK = spansIn(example('opening-times').availability);
const SPECIAL: SpecialDays = example('special-opening-times');
const HOURS: Hours = { week: WEEK, special: null, specialTimes: [] };
const at = (day: string, time: string, zone = ZONE): number => momentAt(day, Number(time.slice(0, 2)) * 60 + Number(time.slice(3)), zone);
const written = (moment: number | null, zone = ZONE): string | null => {
  if (moment === null) return null;
  const { day, minutes } = localOf(moment, zone);
  return `${day} ${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
};
const ends = (day: string, time: string, hours = HOURS) => {
  const { isOpen, closing, tomorrow, nextOpening } = endsAt(hours, at(day, time), ZONE);
  return { isOpen, closing: written(closing), tomorrow: written(tomorrow), next: written(nextOpening) };
};

const answer = (isOpen: boolean, closing: string | null, tomorrow: string | null, next: string | null) => ({
  isOpen,
  closing,
  tomorrow,
  next,
});

test("an ordinary day has a closing and tomorrow's opening", () => {
  // 2030-05-06 is a Monday.
  expect(ends('2030-05-06', '13:00')).toEqual(answer(true, '2030-05-06 22:00', '2030-05-07 11:00', '2030-05-07 11:00'));
  expect(ends('2030-05-06', '09:00')).toEqual(answer(false, '2030-05-06 22:00', '2030-05-07 11:00', '2030-05-06 11:00'));
});

test('a span that closes at the day and time it opens is open all week', () => {
  const always = { opening_day: 'MONDAY', opening_time: '10:00', closing_day: 'MONDAY', closing_time: '10:00' };
  for (const [day, time] of [
    ['2030-05-06', '09:59'],
    ['2030-05-06', '10:00'],
    ['2030-05-09', '03:00'],
  ] as const)
    expect(ends(day, time, { ...HOURS, week: [always] })).toMatchObject({ isOpen: true });
});

test('between midnight and closing, "today" is still the day on which the venue opened', () => {
  // Friday 11:00 to Saturday 01:00.
  expect(ends('2030-05-11', '00:30')).toEqual(answer(true, '2030-05-11 01:00', '2030-05-11 12:00', '2030-05-11 12:00'));
  expect(ends('2030-05-11', '02:00')).toMatchObject({ isOpen: false, closing: null, tomorrow: '2030-05-11 12:00' });
});

test('special days override the week: shorter hours, a closed day, closing at midnight', () => {
  const special = { ...HOURS, special: SPECIAL };
  // Wednesday the 1st of May: 14 to 17, and 18 to 20.
  expect(ends('2030-05-01', '15:00', special)).toEqual(answer(true, '2030-05-01 20:00', '2030-05-02 11:00', '2030-05-01 18:00'));
  expect(ends('2030-12-23', '13:00', special)).toMatchObject({ tomorrow: '2030-12-27 11:00' });
  expect(ends('2030-12-31', '13:00', special)).toMatchObject({ closing: '2031-01-01 00:00', tomorrow: '2031-01-01 11:00' });
});

test("the special days of the venue's status apply if none are set in Tillbridge", () => {
  const reported = { ...HOURS, specialTimes: specialTimesIn(example('venue-status').special_times) };
  expect(ends('2030-05-01', '15:00', reported)).toMatchObject({ isOpen: true, closing: '2030-05-01 20:00' });
});

test("a venue that never closes has neither closing nor tomorrow's opening", () => {
  const always = {
    ...HOURS,
    week: spansIn([{ opening_day: 'MONDAY', opening_time: '00:00', closing_day: 'SUNDAY', closing_time: '24:00' }]),
  };
  expect(ends('2030-05-06', '13:00', always)).toEqual(answer(true, null, null, null));
  expect(ends('2030-05-06', '13:00', { ...HOURS, week: [] })).toEqual(answer(false, null, null, null));
});

test('a day on which the clocks change has 23 or 25 hours', () => {
  // Clocks go forward on Sunday 2030-03-31, back on Sunday 2030-10-27.
  expect(momentAt('2030-03-31', 12 * 60, ZONE) - momentAt('2030-03-30', 12 * 60, ZONE)).toBe(23 * 3_600_000);
  expect(momentAt('2030-10-27', 12 * 60, ZONE) - momentAt('2030-10-26', 12 * 60, ZONE)).toBe(25 * 3_600_000);
  expect(ends('2030-03-30', '23:00')).toMatchObject({ closing: '2030-03-31 00:00', tomorrow: '2030-03-31 12:00' });
  expect(written(momentAt('2030-03-31', 3 * 60 + 30, ZONE))).toBe('2030-03-31 04:30');
  expect(momentAt('2030-10-27', 3 * 60 + 30, ZONE)).toBe(Date.UTC(2030, 9, 27, 0, 30));
  const utc = momentAt('2030-05-06', 660, 'America/St_Johns');
  expect(written(utc, 'America/St_Johns')).toBe('2030-05-06 11:00');
});

const inTwoParts = (open: string, close: string, night: string): Span[] =>
  WEEKDAYS.flatMap((day, at) => [
    { opening_day: day, opening_time: open, closing_day: close === '00:00' ? dayOfWeek(at + 1) : day, closing_time: close },
    { opening_day: day, opening_time: '00:00', closing_day: day, closing_time: night },
  ]);
const dayOfWeek = (at: number): string => WEEKDAYS[at % 7] ?? '';

test.each(['00:00', '24:00', '23:59', '23:30'])('a night given as two spans is one opening if the first span ends at %s', (close) => {
  const hours = { ...HOURS, week: inTwoParts('09:00', close, '03:00') };
  // A Saturday.
  expect(ends('2030-05-11', '00:46', hours)).toEqual(answer(true, '2030-05-11 03:00', '2030-05-11 09:00', '2030-05-11 09:00'));
});

test('a night given as two spans is one opening, also from Sunday to Monday and on a clock change', () => {
  const hours = { ...HOURS, week: inTwoParts('09:00', '00:00', '03:00') };
  const oneNight = (day: string, time: string) => ends(day, time, hours);
  expect(oneNight('2030-05-13', '01:00')).toMatchObject({ closing: '2030-05-13 03:00', tomorrow: '2030-05-13 09:00' });
  // 03:00 is skipped: a span ending then ends an hour later on the clock.
  expect(oneNight('2030-03-31', '01:00')).toMatchObject({ closing: '2030-03-31 04:00', tomorrow: '2030-03-31 09:00' });
  expect(oneNight('2030-10-27', '01:00')).toMatchObject({ closing: '2030-10-27 03:00', tomorrow: '2030-10-27 09:00' });
});

test('after a day open around the clock, the night counts to that day only until 05:00', () => {
  const week = spansIn([
    { opening_day: 'SATURDAY', opening_time: '00:00', closing_day: 'SATURDAY', closing_time: '24:00' },
    { opening_day: 'SUNDAY', opening_time: '00:00', closing_day: 'SUNDAY', closing_time: '06:00' },
    { opening_day: 'SUNDAY', opening_time: '12:00', closing_day: 'SUNDAY', closing_time: '22:00' },
  ]);
  expect(ends('2030-05-12', '01:00', { ...HOURS, week })).toMatchObject({ closing: '2030-05-12 06:00', tomorrow: '2030-05-12 12:00' });
  expect(ends('2030-05-12', '05:30', { ...HOURS, week })).toMatchObject({ closing: '2030-05-12 22:00' });
});

test('a special night given as two spans is one opening, even if the usual week has no night', () => {
  const special: SpecialDays = {
    days_closed: [{ start_date: '2030-05-13', end_date: '2030-05-13' }],
    days_open: [
      { start_date: '2030-05-11', end_date: '2030-05-11', daily_availability: [{ open_time: '18:00', close_time: '24:00' }] },
      {
        start_date: '2030-05-12',
        end_date: '2030-05-12',
        daily_availability: [
          { open_time: '00:00', close_time: '04:00' },
          { open_time: '16:00', close_time: '20:00' },
        ],
      },
    ],
  };
  expect(ends('2030-05-12', '00:46', { ...HOURS, special })).toEqual(
    answer(true, '2030-05-12 04:00', '2030-05-12 16:00', '2030-05-12 16:00'),
  );
  const reported = [
    { opening_date: '2030-05-11', opening_time: '18:00', closing_date: '2030-05-12', closing_time: '00:00' },
    { opening_date: '2030-05-12', opening_time: '00:00', closing_date: '2030-05-12', closing_time: '04:00' },
  ];
  expect(ends('2030-05-12', '00:46', { ...HOURS, specialTimes: reported })).toMatchObject({ closing: '2030-05-12 04:00' });
});

test('on a closed day within a week-long opening, the next opening is the following midnight', () => {
  const week = spansIn([{ opening_day: 'MONDAY', opening_time: '00:00', closing_day: 'SUNDAY', closing_time: '24:00' }]);
  const special = { days_closed: [{ start_date: '2030-05-08', end_date: '2030-05-08' }], days_open: [] };
  expect(ends('2030-05-08', '12:00', { ...HOURS, week, special })).toEqual(answer(false, null, '2030-05-09 00:00', '2030-05-09 00:00'));
});

const MINUTES_OF_WEEK = 7 * 1440;
/** `from`, `until`: minutes since Monday 00:00. A midnight belongs to the new day. */
const spanOf = (from: number, until: number): Span => {
  const time = (minute: number) => `${String(Math.floor((minute % 1440) / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  const day = (minute: number) => dayOfWeek(Math.floor(minute / 1440));
  return { opening_day: day(from), opening_time: time(from), closing_day: day(until), closing_time: time(until) };
};
/** Openings within a week that begins on any day; gaps and lengths in quarter hours. */
const someWeek = fc.record({
  start: fc.nat(MINUTES_OF_WEEK / 15 - 1).map((quarters) => quarters * 15),
  parts: fc.array(
    fc.record({
      gap: fc.integer({ min: 1, max: 60 }),
      length: fc.integer({ min: 2, max: 100 }),
      cut: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    {
      minLength: 1,
      maxLength: 7,
    },
  ),
});
const someMoment = fc.record({
  day: fc.nat(365).map((days) => dayAfter('2030-01-01', days)),
  minutes: fc.nat(1439),
  zone: fc.constantFrom(
    'Europe/Helsinki',
    'UTC',
    'America/St_Johns',
    'Asia/Tokyo',
    'Australia/Lord_Howe',
    'Africa/Cairo',
    'Pacific/Kiritimati',
  ),
});

test("closing is after now, tomorrow's opening after closing; an opening split into two spans gives the same", () => {
  fc.assert(
    fc.property(someWeek, someMoment, fc.boolean(), ({ start, parts }, { day, minutes, zone }, hasClosedDay) => {
      const [whole, cut]: [Span[], Span[]] = [[], []];
      let at = start;
      for (const { gap, length, cut: share } of parts) {
        const [from, until] = [at + gap * 15, at + (gap + length) * 15];
        if (until >= start + MINUTES_OF_WEEK) break;
        at = until;
        const between = from + Math.max(1, Math.floor((length - 1) * share)) * 15;
        const midnight = Math.ceil((from + 1) / 1440) * 1440;
        const place = midnight < until ? midnight : between;
        whole.push(spanOf(from, until));
        cut.push(spanOf(from, place), spanOf(place, until));
      }
      const special = hasClosedDay ? { days_closed: [{ start_date: day, end_date: day }], days_open: [] } : null;
      const now = momentAt(day, minutes, zone);
      const answer = endsAt({ week: whole, special, specialTimes: [] }, now, zone);
      expect(endsAt({ week: cut.toReversed(), special, specialTimes: [] }, now, zone)).toEqual(answer);
      const open = openingsAround({ week: whole, special, specialTimes: [] }, now, zone).find(
        ({ from, until }) => from <= now && now < until,
      );
      expect(answer.isOpen).toBe(open !== undefined);
      const { closing, tomorrow, nextOpening } = answer;
      if (open && closing !== null) expect(closing).toBeGreaterThanOrEqual(open.until);
      if (closing !== null) expect(closing).toBeGreaterThan(now);
      if (nextOpening !== null) expect(nextOpening).toBeGreaterThan(open?.until ?? now);
      if (tomorrow !== null) expect(tomorrow).toBeGreaterThan(closing ?? now);
    }),
    { numRuns: 40 },
  );
});

test('overlaps and invalid times in a week are reported; a sent week is confirmed only if every span matches', () => {
  expect(checkWeek(WEEK)).toEqual([]);
  const span = (opening_day: string, opening_time: string, closing_day: string, closing_time: string) => ({
    opening_day,
    opening_time,
    closing_day,
    closing_time,
  });
  expect(checkWeek([span('MONDAY', '10:00', 'MONDAY', '14:00'), span('MONDAY', '13:00', 'MONDAY', '22:00')])).toMatchObject([
    { path: 'week[1]', text: { code: 'hours.overlap' } },
  ]);
  expect(checkWeek([span('SUNDAY', '20:00', 'MONDAY', '02:00'), span('MONDAY', '01:00', 'MONDAY', '10:00')])).toMatchObject([
    { path: 'week[1]' },
  ]);
  expect(checkWeek([span('MONDAY', '24:00', 'TUESDAY', '02:00')])).toMatchObject([{ text: { code: 'menuFile.invalidHours' } }]);
  expect(isWeekSeen(WEEK, WEEK.toReversed())).toBe(true);
  expect(isWeekSeen(WEEK, WEEK.slice(1))).toBe(false);
  const other = { opening_day: 'WEDNESDAY', opening_time: '05:00', closing_day: 'THURSDAY', closing_time: '05:30' };
  for (const [field, value] of Object.entries(other))
    for (const at of [0, WEEK.length - 1])
      expect(isWeekSeen(WEEK, WEEK.with(at, { ...(WEEK[at] as Span), [field]: value })), field).toBe(false);
});

test('special days are checked for duplicates, missing times, times over midnight and past days', () => {
  expect(checkSpecialDays(SPECIAL, '2030-05-01')).toEqual([]);
  expect(checkSpecialDays(SPECIAL, '2030-05-02')).toMatchObject([{ path: 'days_open[0]', text: { code: 'hours.inPast' } }]);
  const open = (daily_availability: SpecialDays['days_open'][number]['daily_availability']) => ({
    days_closed: [],
    days_open: [{ start_date: '2030-06-01', end_date: '2030-06-02', daily_availability }],
  });
  expect(checkSpecialDays(open([{ open_time: '18:00', close_time: '02:00' }]), '2030-05-01')).toMatchObject([
    { text: { code: 'hours.splitAtMidnight' } },
  ]);
  expect(checkSpecialDays(open([]), '2030-05-01')).toMatchObject([{ text: { code: 'hours.timesMissing' } }]);
  const twice = {
    days_closed: [{ start_date: '2030-06-02', end_date: '2030-06-03' }],
    days_open: open([{ open_time: '10:00', close_time: '24:00' }]).days_open,
  };
  expect(checkSpecialDays(twice, '2030-05-01')).toMatchObject([{ path: 'days_open[0]', text: { code: 'hours.dayTwice' } }]);
  expect(areSpecialDaysSeen(SPECIAL, specialTimesIn(example('venue-status').special_times))).toBe(false);
});
