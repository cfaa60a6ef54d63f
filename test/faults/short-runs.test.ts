/** Short passes, with a fixed seed, of what `npm run faults` does at length. */
import { expect, test } from 'vitest';
import { badNetwork } from './network.ts';
import { powerCuts } from './power-cuts.ts';
import { badWebhooks } from './webhooks.ts';

test('fifteen power cuts under load lose no order and do nothing twice', async () => {
  const { account, missing, orders } = await powerCuts(15, 20261121);
  expect(missing).toEqual([]);
  expect(account).toMatchObject({ received: orders, lost: 0, doubled: 0 });
}, 180_000);

test('forty orders through a bad network all reach their end, once', async () => {
  const { account, missing, met } = await badNetwork(40, 20261121);
  expect(missing).toEqual([]);
  expect(account).toMatchObject({ received: 40, lost: 0, doubled: 0 });
  for (const fault of ['429', '500', '503', 'html', 'reset before', 'reset after', 'truncated', 'late'])
    expect(met[fault], fault).toBeGreaterThan(0);
}, 240_000);

test('four thousand bad requests store nothing unsigned and keep no real notification waiting', async () => {
  const { alive, answers, real, unsignedStored } = await badWebhooks(4_000, 20261121);
  expect(alive).toBe(true);
  expect(unsignedStored).toBe(0);
  expect(real.answered).toBe(real.sent);
  expect(Number(answers['401'])).toBeGreaterThan(1_000);
  expect(Number(answers['413'])).toBeGreaterThan(100);
  expect(answers['500']).toBeUndefined();
}, 120_000);
