/** Which Date headers the service clock trusts, and when it's certain enough to delete old data. */
import { beforeEach, expect, test } from 'vitest';
import { createServiceClock, type ServiceClock } from '../../../main/time/service-clock.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-11-21T12:00:00Z');

let monotonic: number;
/** Error of this computer's clock in ms. */
let computerOff: number;
let clock: ServiceClock;
beforeEach(() => {
  monotonic = 5_000_000;
  computerOff = 0;
  clock = createServiceClock({ computer: () => NOW + monotonic - 5_000_000 + computerOff, monotonic: () => monotonic });
});

const truth = () => NOW + monotonic - 5_000_000;
/** One answer, a second after the last. `off`: error of its Date header, ms. */
function answer(off = 0): void {
  monotonic += 1_000;
  clock.learn(new Date(truth() + off).toUTCString(), monotonic - 100, monotonic);
}
/** Error of the service clock, in tens of seconds: Date headers have whole seconds. */
const offBy = () => Math.abs(Math.round((clock.now() - truth()) / 10_000));

test.each([
  'Sat, 13 Sep 275760 00:00:00 GMT',
  'Mon, 20 Apr -271821 00:00:00 GMT',
  'Fri, 31 Dec 2999 23:59:59 GMT',
  'Thu, 01 Jan 1970 00:00:00 GMT',
  'soon',
  '',
])('an implausible date (%s) is ignored, however often it arrives', (date) => {
  for (let times = 0; times < 10; times += 1) {
    monotonic += 1_000;
    clock.learn(date, monotonic - 100, monotonic);
  }
  expect(clock.isLearnt()).toBe(false);
  expect(clock.certainlyPast()).toBeNull();
  expect(offBy()).toBe(0);
});

test('any stored time can be formatted', () => {
  answer();
  for (const at of [8.64e15, -8.64e15, Number.MAX_VALUE, Number.NaN, Number.POSITIVE_INFINITY]) {
    const iso = clock.iso(at);
    expect(iso).toMatch(/^\d{4}-/);
    expect(() => new Date(Date.parse(iso) + HOUR).toISOString()).not.toThrow();
  }
});

test("an error of this computer's clock by hours is corrected by one answer, by years by three that agree", () => {
  computerOff = -14 * HOUR;
  answer();
  expect(offBy()).toBe(0);
  computerOff = -900 * DAY;
  clock = createServiceClock({ computer: () => truth() + computerOff, monotonic: () => monotonic });
  answer();
  answer();
  expect(clock.isLearnt()).toBe(false);
  answer();
  expect(offBy()).toBe(0);
});

test('dates of answers to requests sent together count as one', () => {
  computerOff = -900 * DAY;
  const sentAt = monotonic;
  for (let times = 0; times < 20; times += 1) {
    monotonic += 10;
    clock.learn(new Date(truth()).toUTCString(), sentAt, monotonic);
  }
  expect(clock.isLearnt()).toBe(false);
});

test('one wrong date changes nothing; after several wrong ones, the next right date corrects the time', () => {
  answer();
  answer(60 * DAY);
  expect(offBy()).toBe(0);
  for (let times = 0; times < 5; times += 1) answer(60 * DAY);
  expect(offBy()).toBe(60 * 8_640);
  expect(clock.certainty()).toBe('disputed');
  expect(clock.certainlyPast()).toBeNull();
  answer();
  expect(offBy()).toBe(0);
  expect(clock.certainty()).toBe('certain');
});

test("the time isn't certain before an answer, nor while the first contradicts this computer's clock", () => {
  expect(clock.certainty()).toBe('unknown');
  answer(60 * DAY);
  expect(clock.certainty()).toBe('disputed');
  expect(clock.certainlyPast()).toBeNull();
});

test("a service that contradicts this computer's clock is trusted after an hour of agreeing answers", () => {
  computerOff = 400 * DAY;
  const long = (ms: number) => {
    for (let passed = 0; passed <= ms; passed += 10 * 60_000) {
      answer();
      monotonic += 10 * 60_000;
    }
  };
  long(50 * 60_000);
  expect(clock.certainty()).toBe('disputed');
  answer(3 * DAY);
  long(50 * 60_000);
  expect(clock.certainty()).toBe('disputed');
  long(20 * 60_000);
  expect(clock.certainty()).toBe('certain');
  // The service's time counts, because it's earlier than this computer's.
  expect(Math.abs((clock.certainlyPast() ?? 0) - truth())).toBeLessThan(2_000);
});

test("data that is young by the service's or this computer's clock isn't deleted", () => {
  computerOff = -400 * DAY;
  for (let times = 0; times < 10; times += 1) {
    answer();
    monotonic += 10 * 60_000;
  }
  expect(clock.certainty()).toBe('certain');
  expect(clock.certainlyPast()).toBe(truth() + computerOff);
});
