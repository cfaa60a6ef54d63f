/** Editing the week's opening hours: nights, days around the clock, typing and dragging. */
import { expect, test } from 'vitest';
import {
  added,
  aroundTheClock,
  copied,
  dragged,
  isAroundTheClock,
  type Opening,
  openingsOf,
  typed,
  weekOf,
} from '../../../renderer/sale/hours/openings.ts';

const span = (opening_day: string, opening_time: string, closing_day: string, closing_time: string) => ({
  opening_day,
  opening_time,
  closing_day,
  closing_time,
});
const FRIDAY_NIGHT: Opening = { day: 4, from: 17 * 60, until: 26 * 60 };

test("an opening past midnight is one opening, when read from and written to the service's week", () => {
  const week = [span('FRIDAY', '17:00', 'SATURDAY', '02:00'), span('SUNDAY', '20:00', 'MONDAY', '01:00')];
  expect(openingsOf(week)[0]).toEqual(FRIDAY_NIGHT);
  expect(weekOf(openingsOf(week))).toEqual(week);
});

test('a venue that never closes has seven whole days', () => {
  const days = openingsOf([span('MONDAY', '00:00', 'SUNDAY', '24:00')]);
  expect(days).toEqual([0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, from: 0, until: 1440 })));
  expect(weekOf(days).at(-1)).toEqual(span('SUNDAY', '00:00', 'MONDAY', '00:00'));
});

test("a week open around the clock is recognized, and isn't if a day is missing or shorter", () => {
  expect(isAroundTheClock(openingsOf([span('MONDAY', '00:00', 'SUNDAY', '24:00')]))).toBe(true);
  expect(isAroundTheClock(openingsOf(weekOf(aroundTheClock())))).toBe(true);
  expect(isAroundTheClock(aroundTheClock().slice(1))).toBe(false);
  expect(isAroundTheClock([...aroundTheClock().slice(1), { day: 0, from: 60, until: 1440 }])).toBe(false);
  expect(isAroundTheClock([...aroundTheClock().slice(1), { day: 1, from: 0, until: 1440 }])).toBe(false);
});

test('an end typed before the opening is on the next day', () => {
  const day: Opening = { day: 0, from: 600, until: 1320 };
  expect(typed(day, 'until', '02:30')).toEqual({ day: 0, from: 600, until: 1590 });
  expect(typed(typed(day, 'until', '02:30'), 'until', '21:00')).toEqual({ day: 0, from: 600, until: 1260 });
  expect(typed(FRIDAY_NIGHT, 'from', '01:00')).toEqual({ day: 4, from: 60, until: 120 });
});

test("an opening's end is dragged in quarter hours, also past midnight, but not past its other end", () => {
  expect(dragged(FRIDAY_NIGHT, 'until', 1508)).toMatchObject({ until: 1515 });
  expect(dragged(FRIDAY_NIGHT, 'until', 0)).toMatchObject({ from: 1020, until: 1035 });
  expect(dragged(FRIDAY_NIGHT, 'from', 3_000)).toMatchObject({ from: 1425 });
  expect(dragged(FRIDAY_NIGHT, 'whole', 1080)).toMatchObject({ from: 1080, until: 1620 });
});

test('a new opening follows the last one, and one day is copied to all', () => {
  expect(added([], 2)).toEqual([{ day: 2, from: 600, until: 1320 }]);
  expect(added([{ day: 2, from: 600, until: 840 }], 2)[1]).toEqual({ day: 2, from: 900, until: 1080 });
  expect(copied([FRIDAY_NIGHT, { day: 0, from: 0, until: 60 }], 4)).toHaveLength(7);
});
