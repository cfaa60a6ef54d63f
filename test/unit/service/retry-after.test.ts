/** How long to wait before the next request, by the service's headers. */
import { expect, test } from 'vitest';
import { LONGEST_LONG_WAIT_MS, retryAfter, untilReset } from '../../../main/service/retry-after.ts';

/** The service's time. */
const NOON = Date.parse('2026-11-28T12:00:00Z');

test.each<[string | string[], number | null]>([
  ['30', 30_000],
  ['1.5', 1_500],
  [['5', '30'], 30_000],
  [['30', '5'], 30_000],
  [['soon', '7'], 7_000],
  // An implausible value is ignored, other values still count.
  [['7', '7200'], 7_000],
  [['7', 'Sat, 28 Nov 2026 12:01:00 GMT'], 60_000],
  [['600', '900'], 600_000],
  [[], null],
  ['-5', null],
])('Retry-After %j is a wait of %j ms', (header, ms) => {
  expect(retryAfter(header, NOON)).toBe(ms);
});

test('requests that no order waits for may pause for up to an hour', () => {
  expect(retryAfter(['900', '2400'], NOON, LONGEST_LONG_WAIT_MS)).toBe(2_400_000);
  expect(retryAfter(undefined, NOON, LONGEST_LONG_WAIT_MS)).toBeNull();
});

test.each<[string | undefined, number | null]>([
  ['540', 540_000],
  [String(NOON / 1_000 + 90), 90_000],
  // This time is over.
  [String(NOON / 1_000 - 90), 0],
  ['7200', null],
  ['soon', null],
  [undefined, null],
])("RateLimit-Reset %j is a wait of %j ms, by the service's clock", (header, ms) => {
  expect(untilReset(header, NOON)).toBe(ms);
});
