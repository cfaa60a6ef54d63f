/** The computer itself is in trouble, its disk, its clock, its printers: short passes, with a fixed seed, of what `npm run faults` does at length. */
import { expect, test } from 'vitest';
import { isSweep } from '../setup/sweep.ts';
import { whyNoBrokenDisk } from './runs/break-disk.ts';
import { clockJumps } from './runs/clock.ts';
import { diskFaults } from './runs/disk.ts';
import { longRun } from './runs/long-run.ts';
import { badPrinters } from './runs/printing.ts';

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
  const { account, missing, orders, jumps, told, slowestMs, worstScreenMs } = await clockJumps(isSweep ? 4 : 2, 20261121);
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

test('a hundred orders through one process leave its memory and its open files as they were', async () => {
  const { account, missing, memoryMegabytes, openFiles } = await longRun(100, 20261121);
  expect(missing).toEqual([]);
  expect(account).toMatchObject({ received: 100, lost: 0, doubled: 0 });
  expect(memoryMegabytes[1]).toBeLessThan(memoryMegabytes[0] * 1.6);
  expect(openFiles[1]).toBeLessThan(openFiles[0] + 10);
}, 120_000);
