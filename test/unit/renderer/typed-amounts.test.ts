/** Amounts as people type them, in minor units of their currency. */
import { expect, test } from 'vitest';
import { majorUnits, minorUnits } from '../../../renderer/parts/amounts.ts';

test.each<[typed: string, digits: number | null, minor: number | null]>([
  ['12', 2, 1_200],
  ['12.5', 2, 1_250],
  [' 12,50 ', 2, 1_250],
  ['0,05', 2, 5],
  // More decimals than the currency has are ambiguous.
  ['12.505', 2, null],
  ['1250', 0, 1_250],
  ['1250.5', 0, null],
  ['1.250', 3, 1_250],
  ['1.2505', 3, null],
  ['12', null, 12],
  ['12.5', null, null],
  ['1.250,00', 2, null],
  ['-5', 2, null],
  ['', 2, null],
  ['ten', 2, null],
])('%j typed for a currency of %j digits is %j minor units', (typed, digits, minor) => {
  expect(minorUnits(typed, digits)).toBe(minor);
  if (minor !== null) expect(minorUnits(majorUnits(minor, digits), digits)).toBe(minor);
});
