/** The app loses its power, over and over: short passes, with a fixed seed, of `npm run faults -- power fsync`, and shorter still in `npm test`. */
import { expect, test } from 'vitest';
import { isSweep } from '../setup/sweep.ts';
import { killAtEveryFsync, powerCuts } from './runs/power-cuts.ts';

test('power cuts under load lose no order and do nothing twice', async () => {
  const { account, missing, orders } = await powerCuts(isSweep ? 15 : 4, 20261121);
  expect(missing).toEqual([]);
  expect(account).toMatchObject({ received: orders, lost: 0, doubled: 0 });
}, 180_000);

test('a power cut at one fsync after the other of an order loses nothing', async () => {
  const { fsyncs, problems } = await killAtEveryFsync({ every: isSweep ? 3 : 8 });
  expect(problems).toEqual([]);
  expect(fsyncs).toBeGreaterThan(15);
}, 240_000);
