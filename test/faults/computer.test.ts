/** The computer itself is in trouble, its disk, its clock, its printers: short passes, with a fixed seed, of what `npm run faults` does at length. */
import { expect, test } from 'vitest';
import { whyNoBrokenDisk } from './break-disk.ts';
import { clockJumps } from './clock.ts';
import { diskFaults } from './disk.ts';
import { badPrinters } from './printing.ts';

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

test('two hundred and forty tickets on bad printers: none lost, none twice without a mark, none called printed that is not', async () => {
  const report = await badPrinters(240, 20261121);
  expect(report).toMatchObject({ jobs: 240, lost: 0, unmarkedDoubles: 0, calledPrinted: 0 });
  expect(Object.values(report.faults).reduce((sum, times) => sum + times, 0)).toBeGreaterThan(20);
}, 180_000);
