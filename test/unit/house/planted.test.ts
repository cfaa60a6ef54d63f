/** How a fault is planted, and what counts as seen: `npm run planted` says nothing true otherwise. */
import { expect, test } from 'vitest';
import { PLANTED } from '../../planted/list.ts';
import { plant, verdictOf } from '../../planted/planted.ts';

test('a fault is planted where its old text stands once, and nowhere else', () => {
  expect(plant('a = b + $&;', { old: 'b', new: 'c$&' })).toBe('a = c$& + $&;');
  expect(plant('a = b;', { old: 'x', new: 'y' })).toBeNull();
  expect(plant('a = a;', { old: 'a', new: 'y' })).toBeNull();
  expect(plant('a = b;', { old: 'b', new: 'b' })).toBeNull();
});

test('it is caught by a test that fails, not by a file that cannot be loaded', () => {
  expect(verdictOf({ numTotalTests: 3, numFailedTests: 1, success: false })).toBe('caught');
  expect(verdictOf({ numTotalTests: 3, numFailedTests: 0, success: true })).toBe('missed');
  expect(verdictOf({ numTotalTests: 0, numFailedTests: 0, success: false })).toBe('broken');
  expect(verdictOf({ numTotalTests: 3, numFailedTests: 0, success: false })).toBe('broken');
  expect(verdictOf(null)).toBe('broken');
});

test('each has a name of its own', () => {
  expect(new Set(PLANTED.map(({ name }) => name)).size).toBe(PLANTED.length);
});
