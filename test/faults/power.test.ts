/** The app loses its power, over and over: short passes, with a fixed seed, of `npm run faults -- power fsync`. */
import { expect, test } from 'vitest';
import { killAtEveryFsync, powerCuts } from './power-cuts.ts';

test('fifteen power cuts under load lose no order and do nothing twice', async () => {
  const { account, missing, orders } = await powerCuts(15, 20261121);
  expect(missing).toEqual([]);
  expect(account).toMatchObject({ received: orders, lost: 0, doubled: 0 });
}, 180_000);

test('a power cut at every third fsync of an order loses nothing', async () => {
  const { fsyncs, problems } = await killAtEveryFsync({ every: 3 });
  expect(problems).toEqual([]);
  expect(fsyncs).toBeGreaterThan(15);
}, 240_000);
