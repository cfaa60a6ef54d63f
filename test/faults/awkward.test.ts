/** A service that does everything it may do to a partner, and power cuts and a bad network on top: short passes, with fixed seeds, and shorter still in `npm test`. */
import { expect, test } from 'vitest';
import { isSweep } from '../setup/sweep.ts';
import { badNetwork } from './runs/network.ts';
import { powerCuts } from './runs/power-cuts.ts';
import { staffDay } from './staff/staff.ts';

const KILLS = isSweep ? 6 : 2;
const ORDERS = isSweep ? 24 : 8;
const SERVED = isSweep ? 12 : 4;

test('power cuts while the service is awkward lose no order and do nothing twice', async () => {
  const { account, missing, orders } = await powerCuts(KILLS, 5, () => undefined, { seed: 5, without: [] });
  expect(missing).toEqual([]);
  expect(orders).toBeGreaterThan(KILLS);
  expect(account).toMatchObject({ lost: 0, doubled: 0 });
}, 300_000);

test('orders of an awkward service through a bad network all reach their end, once', async () => {
  const { account, missing, tooSoon } = await badNetwork(ORDERS, 5, 0.15, () => undefined, { seed: 5, without: [] });
  expect(tooSoon).toEqual([]);
  expect(missing).toEqual([]);
  expect(account).toMatchObject({ lost: 0, doubled: 0 });
}, 300_000);

test('orders of an awkward service and a power cut: every sentence is true, no touch is dead, no alarm ends by itself', async () => {
  const { account, missing, untrue, dead, endedByNobody, unread, cancels, sentences, sums, touches } = await staffDay(SERVED, 1, 5);
  expect({ untrue, dead, endedByNobody, late: [...unread.late, ...cancels.late], missing }).toEqual({
    untrue: [],
    dead: [],
    endedByNobody: [],
    late: [],
    missing: [],
  });
  expect(account).toMatchObject({ lost: 0, doubled: 0 });
  // Of which orders the notification came is the service's own choice, and the power cut's.
  expect(unread.told).toBeGreaterThanOrEqual(SERVED / 2);
  expect(sentences).toBeGreaterThan(isSweep ? 200 : 60);
  expect(sums).toBeGreaterThan(isSweep ? 200 : 60);
  expect(touches).toBeGreaterThan(isSweep ? 20 : 6);
}, 300_000);
