/** The minutes beside Accept are the minutes that the order gets. */
import { expect, test } from 'vitest';
import { otherMinutes } from '../../../../renderer/order/actions/minutes-beside.ts';
import { card } from './card.ts';

const NOW = Date.parse('2026-11-20T18:30:00Z');

test.each<[pickupAt: string | null, usualMinutes: number | undefined, minutes: number | null]>([
  ['2026-11-20T18:42:00Z', undefined, 12],
  ['2026-11-20T18:42:00Z', 10, 22],
  ['2026-11-20T18:25:00Z', 10, 5],
  ['2026-11-20T18:25:00Z', 5, null],
  [null, 10, null],
  ['soon', 10, null],
])('due %s, with %s more rush minutes, Accept shows minutes: %s', (pickupAt, usualMinutes, minutes) => {
  const accept = { name: 'accept' as const, label: 'Accept', ...(usualMinutes === undefined ? {} : { usualMinutes }) };
  expect(otherMinutes(card({ pickupAt }), accept, NOW)).toBe(minutes);
});
