/** Stray touches in short, with a fixed seed: what `npm run faults -- touches` does at length. */
import { expect, test } from 'vitest';
import { isSweep } from '../setup/sweep.ts';
import { strayTouches } from './runs/stray-touches.ts';

const TOUCHES = isSweep ? 210 : 60;

test('of double and stray touches none does anything to another order, none is dead, and no card moves under one', async () => {
  const { touches, elsewhere, dead, moved, told, commands } = await strayTouches(TOUCHES, 20261122);
  expect(touches).toBeGreaterThan(TOUCHES * 0.7);
  expect({ elsewhere, dead, moved }).toEqual({ elsewhere: [], dead: [], moved: [] });
  // It did touch, and was refused.
  expect(told).toBeGreaterThan(0);
  expect(commands).toBeGreaterThan(0);
}, 240_000);
