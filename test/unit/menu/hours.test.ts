/** Opening times in the venue's own zone: until when is "until closing", when is "tomorrow's opening", also when clocks change. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { areSpecialDaysSeen, checkSpecialDays, checkWeek, isWeekSeen } from '../../../main/menu/check-hours.ts';
import { endsAt, type Hours, type SpecialDays, spansIn, specialTimesIn } from '../../../main/menu/hours.ts';
import { localOf, momentAt } from '../../../main/menu/zone.ts';

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

test('on a plain day: until closing, and until tomorrow', () => {
  // 2030-05-06 is a Monday.
  expect(ends('2030-05-06', '13:00')).toEqual({
    isOpen: true,
    closing: '2030-05-06 22:00',
    tomorrow: '2030-05-07 11:00',
    next: '2030-05-07 11:00',
  });
  expect(ends('2030-05-06', '09:00')).toEqual({
    isOpen: false,
    closing: '2030-05-06 22:00',
    tomorrow: '2030-05-07 11:00',
    next: '2030-05-06 11:00',
  });
});

test('in a night over midnight today is still the day on which it opened', () => {
  // Friday 11:00 to Saturday 01:00.
  expect(ends('2030-05-11', '00:30')).toEqual({
    isOpen: true,
    closing: '2030-05-11 01:00',
    tomorrow: '2030-05-11 12:00',
    next: '2030-05-11 12:00',
  });
  expect(ends('2030-05-11', '02:00')).toMatchObject({ isOpen: false, closing: null, tomorrow: '2030-05-11 12:00' });
});

test('special days count before the week: a short day, a closed one, a midnight', () => {
  const special = { ...HOURS, special: SPECIAL };
  // Wednesday the 1st of May: 14 to 17, and 18 to 20.
  expect(ends('2030-05-01', '15:00', special)).toEqual({
    isOpen: true,
    closing: '2030-05-01 20:00',
    tomorrow: '2030-05-02 11:00',
    next: '2030-05-01 18:00',
  });
  expect(ends('2030-12-23', '13:00', special)).toMatchObject({ tomorrow: '2030-12-27 11:00' });
  expect(ends('2030-12-31', '13:00', special)).toMatchObject({ closing: '2031-01-01 00:00', tomorrow: '2031-01-01 11:00' });
});

test('what the status tells of special days counts where there is no list of our own', () => {
  const reported = { ...HOURS, specialTimes: specialTimesIn(example('venue-status').special_times) };
  expect(ends('2030-05-01', '15:00', reported)).toMatchObject({ isOpen: true, closing: '2030-05-01 20:00' });
});

test('a venue that never closes has neither', () => {
  const always = {
    ...HOURS,
    week: spansIn([{ opening_day: 'MONDAY', opening_time: '00:00', closing_day: 'SUNDAY', closing_time: '24:00' }]),
  };
  expect(ends('2030-05-06', '13:00', always)).toEqual({ isOpen: true, closing: null, tomorrow: null, next: null });
  expect(ends('2030-05-06', '13:00', { ...HOURS, week: [] })).toEqual({ isOpen: false, closing: null, tomorrow: null, next: null });
});

test('the days on which clocks change have their own lengths', () => {
  // Clocks go forward on Sunday 2030-03-31, back on Sunday 2030-10-27.
  expect(momentAt('2030-03-31', 12 * 60, ZONE) - momentAt('2030-03-30', 12 * 60, ZONE)).toBe(23 * 3_600_000);
  expect(momentAt('2030-10-27', 12 * 60, ZONE) - momentAt('2030-10-26', 12 * 60, ZONE)).toBe(25 * 3_600_000);
  expect(ends('2030-03-30', '23:00')).toMatchObject({ closing: '2030-03-31 00:00', tomorrow: '2030-03-31 12:00' });
  expect(written(momentAt('2030-03-31', 3 * 60 + 30, ZONE))).toBe('2030-03-31 04:30');
  expect(momentAt('2030-10-27', 3 * 60 + 30, ZONE)).toBe(Date.UTC(2030, 9, 27, 0, 30));
  const utc = momentAt('2030-05-06', 660, 'America/St_Johns');
  expect(written(utc, 'America/St_Johns')).toBe('2030-05-06 11:00');
});

test('a week is looked through: overlaps, nights, times that are none', () => {
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
});

test('special days are looked through: no day twice, no night in one window, nothing of the past', () => {
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
