/** What the network and strangers do: short passes, with a fixed seed, of what `npm run faults` does at length. */
import { expect, test } from 'vitest';
import { couriersInTrouble } from './runs/couriers.ts';
import { darkNetwork } from './runs/dark-network.ts';
import { hostilePaper } from './runs/hostile-paper.ts';
import { menuInTrouble } from './runs/menu.ts';
import { badNetwork } from './runs/network.ts';
import { twoVenues } from './runs/two-venues.ts';
import { badWebhooks } from './runs/webhooks.ts';
import { chanceOf } from './seeded.ts';

test('forty orders through a bad network all reach their end, once', async () => {
  const { account, missing, met, calledAgain, tooSoon } = await badNetwork(40, 20261121);
  expect(tooSoon).toEqual([]);
  expect(calledAgain).toBeGreaterThan(20);
  expect(missing).toEqual([]);
  expect(account).toMatchObject({ received: 40, lost: 0, doubled: 0 });
  for (const fault of ['429', '500', '503', 'html', 'reset before', 'reset after', 'truncated', 'late'])
    expect(met[fault], fault).toBeGreaterThan(0);
}, 240_000);

test('twenty answers given while the network swallows everything leave when it is back, the most urgent first, each once', async () => {
  const { byDeadline, arrived, accepted } = await darkNetwork({
    orders: 20,
    darkMs: 6_000,
    how: 'silent',
    inTurn: true,
    chance: chanceOf(20261122),
  });
  expect(arrived).toEqual(byDeadline);
  expect(accepted).toEqual(byDeadline.map(() => 1));
}, 120_000);

test('a dozen couriers ordered while answers are lost and the computer is switched off: at most one each, and no card says what is not so', async () => {
  const { doubled, lost, untrue, kills, ended } = await couriersInTrouble(12, 20261121);
  expect(untrue).toEqual([]);
  expect({ doubled, lost }).toEqual({ doubled: 0, lost: 0 });
  expect(kills).toBeGreaterThan(2);
  expect(ended['pickup-started']).toBeGreaterThan(3);
}, 240_000);

test('four hundred orders made to do harm command no printer, on any kind of paper', async () => {
  expect((await hostilePaper(400, 20261121)).papers).toBeGreaterThan(300);
}, 120_000);

test('a venue whose calls hang does not keep the orders of another waiting', async () => {
  const { hung, meanwhile } = await twoVenues(10);
  expect(hung).toBeGreaterThanOrEqual(6);
  // A call that hangs is given up after fifteen seconds.
  expect(meanwhile.p99).toBeLessThan(5_000);
}, 120_000);

test('four thousand bad requests store nothing unsigned and keep no real notification waiting', async () => {
  const { alive, answers, real, unsignedStored } = await badWebhooks(4_000, 20261121);
  expect(alive).toBe(true);
  expect(unsignedStored).toBe(0);
  expect(real.answers).toEqual({ 200: real.sent });
  expect(Number(answers['401'])).toBeGreaterThan(1_000);
  expect(Number(answers['413'])).toBeGreaterThan(100);
  expect(answers['500']).toBeUndefined();
}, 120_000);

test('a menu is changed over a bad network while the app is killed: the last word of everything holds, no call comes too early, and nothing is called seen before it is', async () => {
  const { wrong, untrue, tooEarly, kills, shown } = await menuInTrouble(60, 4, 20261125);
  expect({ wrong, untrue, tooEarly, kills }).toEqual({ wrong: [], untrue: [], tooEarly: [], kills: 4 });
  expect(shown.waiting).toBeGreaterThan(0);
  expect(shown.seen).toBeGreaterThan(0);
}, 240_000);
