/**
 * Every attack in its short form, with a fixed seed: what `npm run faults -- attack` does at length. `npm test` leaves out those that take
 * long; something of each kind (network, service, device, files, calls) is left in it.
 */
import { expect, test } from 'vitest';
import { isSweep } from '../setup/sweep.ts';
import { ATTACKS, attack } from './attack.ts';

/** A hundredth of the tries. */
const SHARE = 0.01;

/** In the sweep alone: each waits out pauses and deadlines of the app, or floods it, for ten seconds and more. */
const LONG = new Set([
  'long-notes',
  'heavy-history',
  'many-long-orders',
  'silent-connections',
  'unsigned-flood',
  'crash-loop',
  'another-id',
  'sign-in-page',
  'silent-printer',
  'hostile-printer',
  'tablet',
  'launch-key',
  'connect-elsewhere',
  'odd-times',
]);

test('what is left to the sweep is an attack', () => {
  expect([...LONG].filter((name) => !(name in ATTACKS))).toEqual([]);
});

for (const [name, { wants }] of Object.entries(ATTACKS)) {
  if (LONG.has(name) && !isSweep) continue;
  test(`${name}: no longer true that: ${wants}`, async ({ skip }) => {
    const { tried, reached, skipped } = await attack(name, { seed: 20261122, share: SHARE });
    if (skipped) skip(skipped);
    expect(tried).toBeGreaterThan(0);
    expect(reached).toEqual([]);
  }, 600_000);
}
