/** How a fault is planted, and when it counts as caught: `npm run planted` depends on it. */
import { expect, test } from 'vitest';
import { PLANTED } from '../../planted/list.ts';
import { plant, verdictOf } from '../../planted/planted.ts';

test('a fault is planted only if its old text occurs exactly once', () => {
  expect(plant('a = b + $&;', { old: 'b', new: 'c$&' })).toBe('a = c$& + $&;');
  expect(plant('a = b;', { old: 'x', new: 'y' })).toBeNull();
  expect(plant('a = a;', { old: 'a', new: 'y' })).toBeNull();
  expect(plant('a = b;', { old: 'b', new: 'b' })).toBeNull();
});

test("a fault is caught by a failing test, not by a file that can't be loaded", () => {
  expect(verdictOf({ numTotalTests: 3, numFailedTests: 1, success: false })).toBe('caught');
  expect(verdictOf({ numTotalTests: 3, numFailedTests: 0, success: true })).toBe('missed');
  expect(verdictOf({ numTotalTests: 0, numFailedTests: 0, success: false })).toBe('broken');
  expect(verdictOf({ numTotalTests: 3, numFailedTests: 0, success: false })).toBe('broken');
  expect(verdictOf(null)).toBe('broken');
});

test('each fault has a unique name', () => {
  expect(new Set(PLANTED.map(({ name }) => name)).size).toBe(PLANTED.length);
});
