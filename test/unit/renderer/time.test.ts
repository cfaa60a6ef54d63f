/** Times and durations as shown on screen. */
import { describe, expect, it } from 'vitest';
import { ageText, clockText, dayAndClock, elapsedText, fromNow, minutesTo } from '../../../renderer/time/texts.ts';

const now = Date.parse('2026-11-20T18:30:00Z');

describe('times on screen', () => {
  it('are shown in the local zone, with 24 hours and two digits', () => {
    expect(clockText('2026-11-20T07:05:00Z', 'Europe/Helsinki')).toBe('09:05');
    expect(clockText('2026-11-20T22:00:00Z', 'Europe/Helsinki')).toBe('00:00');
  });

  it("show durations so that they can't be read as a time of day", () => {
    expect([0, 278, 599].map(elapsedText)).toEqual(['0:00', '4:38', '9:59']);
    expect([600, 1_358, 4_330].map(elapsedText)).toEqual(['10 min', '22 min', '72 min']);
  });

  it("are empty if they can't be read", () => {
    expect(clockText('soon')).toBe('');
    expect(dayAndClock('soon', now)).toBe('');
    expect(fromNow('soon', now)).toBe('');
  });

  it("name the day if it's neither today nor within half a day, also around midnight", () => {
    expect(dayAndClock('2026-11-20T20:00:00Z', now, 'Europe/Helsinki')).toBe('22:00');
    expect(dayAndClock('2026-11-20T22:30:00Z', now, 'Europe/Helsinki')).toBe('00:30');
    expect(dayAndClock('2026-11-21T09:00:00Z', now, 'Europe/Helsinki')).toBe('Tomorrow 11:00');
    expect(dayAndClock('2026-11-19T20:00:00Z', now, 'Europe/Helsinki')).toBe('Yesterday 22:00');
    expect(dayAndClock('2026-11-24T10:00:00Z', now, 'Europe/Helsinki')).toBe('Tue 24 Nov 12:00');
  });

  it('stay right on nights of clock changes', () => {
    const zone = 'Europe/Helsinki';
    const spring = Date.parse('2026-03-28T21:30:00Z');
    expect(clockText(spring, zone)).toBe('23:30');
    expect(dayAndClock('2026-03-28T22:30:00Z', spring, zone)).toBe('00:30');
    expect(dayAndClock('2026-03-29T01:30:00Z', spring, zone)).toBe('04:30');
    expect(dayAndClock('2026-03-29T21:10:00Z', spring, zone)).toBe('Mon 30 Mar 00:10');
    const autumn = Date.parse('2026-10-24T21:10:00Z');
    expect(clockText(autumn, zone)).toBe('00:10');
    expect(dayAndClock('2026-10-25T21:30:00Z', autumn, zone)).toBe('23:30');
    expect(dayAndClock('2026-10-25T22:30:00Z', autumn, zone)).toBe('Tomorrow 00:30');
    // In the repeated hour clock times repeat, durations don't.
    expect([clockText('2026-10-25T00:30:00Z', zone), clockText('2026-10-25T01:30:00Z', zone)]).toEqual(['03:30', '03:30']);
    expect(fromNow('2026-10-25T01:30:00Z', Date.parse('2026-10-25T00:30:00Z'))).toBe('in 1 h 00');
  });

  it('show how far off a pickup is', () => {
    expect(fromNow('2026-11-20T18:42:30Z', now)).toBe('in 12 min');
    expect(fromNow('2026-11-20T18:42:31Z', now)).toBe('in 13 min');
    expect(fromNow('2026-11-20T18:30:30Z', now)).toBe('now');
    expect(fromNow('2026-11-20T18:29:01Z', now, true)).toBe('now');
    expect(fromNow('2026-11-20T18:29:00Z', now, true)).toBe('1 min late');
    expect(fromNow('2026-11-20T19:29:40Z', now)).toBe('in 1 h 00');
    expect(fromNow('2026-11-20T20:35:00Z', now)).toBe('in 2 h 05');
    expect(fromNow('2026-11-20T18:26:00Z', now)).toBe('4 min ago');
    expect(fromNow('2026-11-20T18:26:00Z', now, true)).toBe('4 min late');
    expect(fromNow('2026-11-20T17:15:00Z', now, true)).toBe('1 h 15 late');
  });

  it('round the future to the nearest minute and the past down, so each minute appears once', () => {
    expect([-61, -60, -59, 0, 30, 31, 90, 91].map((seconds) => minutesTo(now + seconds * 1_000, now))).toEqual([-1, -1, 0, 0, 0, 1, 1, 2]);
    expect(minutesTo(Number.NaN, now)).toBeNaN();
    const shown = Array.from({ length: 600 }, (_, second) => minutesTo(now + 300_000, now + second * 1_000));
    expect(shown.filter((one, at) => one !== shown[at - 1])).toEqual([5, 4, 3, 2, 1, 0, -1, -2, -3, -4]);
  });

  it('show an age in its largest unit, never negative if clocks differ', () => {
    expect([-500, 4_900, 95_000, 3 * 3_600_000, 26 * 3_600_000].map(ageText)).toEqual(['0 s', '4 s', '1 min', '3 h', '1 day']);
  });
});
