/** Short passes, with a fixed seed, of what `npm run faults` does at length. */
import { expect, test } from 'vitest';
import { whyNoBrokenDisk } from './break-disk.ts';
import { clockJumps } from './clock.ts';
import { diskFaults } from './disk.ts';
import { hostilePaper } from './hostile-paper.ts';
import { badNetwork } from './network.ts';
import { killAtEveryFsync, powerCuts } from './power-cuts.ts';
import { badPrinters } from './printing.ts';
import { twoVenues } from './two-venues.ts';
import { badWebhooks } from './webhooks.ts';

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

const noDisk = whyNoBrokenDisk();
test.skipIf(noDisk !== null)(
  `a disk that fills up and fails loses no order, and the screen says so${noDisk ? ` (${noDisk})` : ''}`,
  async () => {
    const { account, missing, orders, told, stillTold } = await diskFaults(3, 20261121);
    expect(missing).toEqual([]);
    expect(account).toMatchObject({ received: orders, lost: 0, doubled: 0 });
    expect({ told, stillTold }).toEqual({ told: 3, stillTold: false });
  },
  120_000,
);

test('a clock that jumps by hours and years holds no order up and shows no wrong time', async () => {
  const { account, missing, orders, jumps, told, slowestMs, worstScreenMs } = await clockJumps(4, 20261121);
  expect(missing).toEqual([]);
  expect(account).toMatchObject({ received: orders, lost: 0, doubled: 0 });
  expect(told).toBe(jumps);
  expect(worstScreenMs).toBeLessThan(2_000);
  expect(slowestMs).toBeLessThan(10_000);
}, 120_000);

test('forty orders through a bad network all reach their end, once', async () => {
  const { account, missing, met, calledAgain, tooSoon } = await badNetwork(40, 20261121);
  expect(tooSoon).toEqual([]);
  expect(calledAgain).toBeGreaterThan(20);
  expect(missing).toEqual([]);
  expect(account).toMatchObject({ received: 40, lost: 0, doubled: 0 });
  for (const fault of ['429', '500', '503', 'html', 'reset before', 'reset after', 'truncated', 'late'])
    expect(met[fault], fault).toBeGreaterThan(0);
}, 240_000);

test('two hundred and forty tickets on bad printers: none lost, none twice without a mark, none called printed that is not', async () => {
  const report = await badPrinters(240, 20261121);
  expect(report).toMatchObject({ jobs: 240, lost: 0, unmarkedDoubles: 0, calledPrinted: 0 });
  expect(Object.values(report.faults).reduce((sum, times) => sum + times, 0)).toBeGreaterThan(20);
}, 180_000);

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
  expect(real.answered).toBe(real.sent);
  expect(Number(answers['401'])).toBeGreaterThan(1_000);
  expect(Number(answers['413'])).toBeGreaterThan(100);
  expect(answers['500']).toBeUndefined();
}, 120_000);
