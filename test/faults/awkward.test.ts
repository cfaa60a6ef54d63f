/** A service that does everything it may do to a partner, and power cuts and a bad network on top: short passes, with fixed seeds. */
import { expect, test } from 'vitest';
import { badNetwork } from './network.ts';
import { powerCuts } from './power-cuts.ts';

/**
 * What the app does not survive yet: after a 202 without effect it never sends the command again (its finished row stays in the queue).
 * The name is to be taken out of this list together with that fault.
 */
const NOT_YET = ['no-effect'];

test('six power cuts while the service is awkward lose no order and do nothing twice', async () => {
  const { account, missing, orders } = await powerCuts(6, 5, () => undefined, { seed: 5, without: NOT_YET });
  expect(missing).toEqual([]);
  expect(orders).toBeGreaterThan(6);
  expect(account).toMatchObject({ lost: 0, doubled: 0 });
}, 300_000);

test('two dozen orders of an awkward service through a bad network all reach their end, once', async () => {
  const { account, missing, tooSoon } = await badNetwork(24, 5, 0.15, () => undefined, { seed: 5, without: NOT_YET });
  expect(tooSoon).toEqual([]);
  expect(missing).toEqual([]);
  expect(account).toMatchObject({ lost: 0, doubled: 0 });
}, 300_000);
