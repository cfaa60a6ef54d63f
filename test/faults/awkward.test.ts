/** A service that does everything it may do to a partner, and power cuts and a bad network on top: short passes, with fixed seeds. */
import { expect, test } from 'vitest';
import { badNetwork } from './network.ts';
import { powerCuts } from './power-cuts.ts';
import { staffDay } from './staff/staff.ts';

test('six power cuts while the service is awkward lose no order and do nothing twice', async () => {
  const { account, missing, orders } = await powerCuts(6, 5, () => undefined, { seed: 5, without: [] });
  expect(missing).toEqual([]);
  expect(orders).toBeGreaterThan(6);
  expect(account).toMatchObject({ lost: 0, doubled: 0 });
}, 300_000);

test('two dozen orders of an awkward service through a bad network all reach their end, once', async () => {
  const { account, missing, tooSoon } = await badNetwork(24, 5, 0.15, () => undefined, { seed: 5, without: [] });
  expect(tooSoon).toEqual([]);
  expect(missing).toEqual([]);
  expect(account).toMatchObject({ lost: 0, doubled: 0 });
}, 300_000);

test('a dozen orders of an awkward service and a power cut: every sentence is true, no touch is dead, no alarm ends by itself', async () => {
  const { account, missing, untrue, dead, endedByNobody, unread, cancels, sentences, sums, touches } = await staffDay(12, 1, 5);
  expect({ untrue, dead, endedByNobody, late: [...unread.late, ...cancels.late], missing }).toEqual({
    untrue: [],
    dead: [],
    endedByNobody: [],
    late: [],
    missing: [],
  });
  expect(account).toMatchObject({ lost: 0, doubled: 0 });
  expect(unread.told).toBe(12);
  expect(sentences).toBeGreaterThan(200);
  expect(sums).toBeGreaterThan(200);
  expect(touches).toBeGreaterThan(20);
}, 300_000);
