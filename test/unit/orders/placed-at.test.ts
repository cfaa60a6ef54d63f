/** When an order was placed: the time it states, else the earliest certain time. */
import { expect, test } from 'vitest';
import { earliestPlacement, statedPlacement } from '../../../main/orders/placed-at.ts';

const NOW = Date.parse('2026-11-21T12:15:00Z');
const at = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString();
const times = (createdAt: string | null, modifiedAt: string | null = null) => ({ createdAt, modifiedAt });

test('an order was placed at the time it states, unless this is missing, unreadable or over a day ahead', () => {
  expect(statedPlacement(times(at(-30)), NOW)).toBe(NOW - 30_000);
  expect(statedPlacement(times(at(60)), NOW)).toBe(NOW + 60_000);
  expect(statedPlacement(times('2150-01-01T00:00:00Z'), NOW)).toBeNull();
  for (const none of [null, '', 'soon']) expect(statedPlacement(times(none), NOW)).toBeNull();
});

test('an order was placed at its last change at the latest, if that was before it was received', () => {
  expect(earliestPlacement(times(null, at(-7.7)), NOW)).toBe(NOW - 7_700);
  expect(earliestPlacement(times(null, at(20)), NOW)).toBe(NOW);
  expect(earliestPlacement(times(null), NOW)).toBe(NOW);
  expect(earliestPlacement(times(null, '1970-01-01T00:00:00Z'), NOW)).toBe(NOW);
});
