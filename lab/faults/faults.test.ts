/** Small fault runs with fixed seeds: kills, a bad network, bad webhooks. `npm run faults` runs all of them at length. */
import { expect, test } from 'vitest';
import { badNetwork } from './runs/network.ts';
import { powerCuts } from './runs/power-cuts.ts';
import { badWebhooks } from './runs/webhooks.ts';

test('two kills under load lose no order and repeat nothing', async () => {
  const { account, problems, orders } = await powerCuts(2, 20261121);
  expect(problems).toEqual([]);
  expect(account).toMatchObject({ received: orders, lost: 0, doubled: 0 });
}, 120_000);

test('eight orders through a bad network all reach their end, and nothing is repeated', async () => {
  const { account, problems } = await badNetwork(8, 20261121);
  expect(problems).toEqual([]);
  expect(account).toMatchObject({ received: 8, lost: 0, doubled: 0 });
}, 120_000);

test('of five hundred bad webhooks, none unsigned is saved; real ones are answered 200', async () => {
  const { alive, answers, real, unsignedStored } = await badWebhooks(500, 20261121);
  expect(alive).toBe(true);
  expect(unsignedStored).toBe(0);
  expect(real.answers).toEqual({ 200: real.sent });
  expect(Number(answers['401'])).toBeGreaterThan(100);
  expect(answers['500']).toBeUndefined();
}, 120_000);
