/** Stray touches in short, with a fixed seed: what `npm run faults -- touches` does at length. */
import { expect, test } from 'vitest';
import { strayTouches } from './stray-touches.ts';

test('of two hundred double and stray touches none does anything to another order, none is dead, and no card moves under one', async () => {
  const { touches, elsewhere, dead, moved, told, commands } = await strayTouches(210, 20261122);
  expect(touches).toBeGreaterThan(150);
  expect({ elsewhere, dead, moved }).toEqual({ elsewhere: [], dead: [], moved: [] });
  // It did touch, and was refused.
  expect(told).toBeGreaterThan(0);
  expect(commands).toBeGreaterThan(0);
}, 240_000);
