/** Every attack in its short form, with a fixed seed: what `npm run faults -- attack` does at length. */
import { expect, test } from 'vitest';
import { ATTACKS, attack } from './attack.ts';

/** A hundredth of the tries. */
const SHARE = 0.01;

for (const [name, { wants }] of Object.entries(ATTACKS)) {
  test(`${name}: no longer true that: ${wants}`, async ({ skip }) => {
    const { tried, reached, skipped } = await attack(name, { seed: 20261122, share: SHARE });
    if (skipped) skip(skipped);
    expect(tried).toBeGreaterThan(0);
    expect(reached).toEqual([]);
  }, 240_000);
}
