/** End times of auto-accept offered with one tap. */
import { expect, test } from 'vitest';
import { autoAcceptUntil, closingTime } from '../../../../renderer/board/auto-accept-until.ts';

const at = (clock: string) => Date.parse(`2026-11-28T${clock}:00Z`);
const clock = (moment: number) => new Date(moment).toISOString().slice(11, 16);

test.each([
  ['12:31', '14:00'],
  ['12:30', '13:30'],
  ['12:59', '14:00'],
  ['23:10', '00:30'],
])('at %s auto-accept is offered until %s', (now, until) => {
  expect(clock(autoAcceptUntil(at(now), null, 0))).toBe(until);
});

test('the offered end is a full or half hour on the clock, also in a zone with quarter hours', () => {
  const ahead = 345 * 60_000;
  expect(clock(autoAcceptUntil(at('12:31'), null, ahead) + ahead)).toBe('19:30');
});

test("the offered end is never after today's closing time", () => {
  const today = [
    { from: '2026-11-28T08:00:00Z', until: '2026-11-28T13:10:00Z' },
    { from: '2026-11-28T17:00:00Z', until: '2026-11-28T22:00:00Z' },
  ];
  const open = (windows: typeof today) => ({ sale: { today: windows } as never });
  expect(clock(autoAcceptUntil(at('12:31'), closingTime([open(today)], at('12:31')), 0))).toBe('13:10');
  expect(closingTime([open(today)], at('14:00'))).toBeNull();
  expect(closingTime([open(today), open([])], at('12:31'))).toBeNull();
  expect(closingTime([open(today), open([{ from: '2026-11-28T08:00:00Z', until: '2026-11-28T20:00:00Z' }])], at('12:31'))).toBe(
    at('20:00'),
  );
  expect(closingTime([open([{ from: '2026-11-28T00:00:00Z', until: '2026-12-05T00:00:00Z' }])], at('12:31'))).toBeNull();
  expect(closingTime([], at('12:31'))).toBeNull();
});
