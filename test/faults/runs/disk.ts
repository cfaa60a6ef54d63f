/** A disk that fills up and fails under load, again and again, at random instants: what became of the orders, and was it said. */

import { join } from 'node:path';
import type { Account } from '../../../main/demo/account.ts';
import { chanceOf } from '../seeded.ts';
import { openVenueProcess } from '../venue-process.ts';
import { failCalls, mountSmallDisk } from './break-disk.ts';

export interface DiskReport {
  seed: number;
  orders: number;
  /** How often each fault was caused. */
  faults: Record<string, number>;
  /** Of these, how many the screen told of while they lasted. */
  reported: number;
  /** Whether the screen still told of one at the end. */
  stillReported: boolean;
  account: Account;
  missing: string[];
}

const FAULTS = ['full', 'fsync', 'write'] as const;
const KINDS = ['takeaway', 'instant', 'group', 'self-delivery'];

export async function diskFaults(rounds: number, seed: number, say: (line: string) => void = () => undefined): Promise<DiskReport> {
  const chance = chanceOf(seed);
  const disk = mountSmallDisk(64);
  let shows = false;
  const app = await openVenueProcess({
    dataDir: join(disk.dir, 'data'),
    // The service's own pause between its three tries.
    sandbox: { notificationRetryMs: 5_000 },
    onState: (state) => {
      shows = 'storage' in state.notices;
    },
  });
  const faults: Record<string, number> = {};
  let reported = 0;
  let orders = 0;
  const trade = async (ms: number): Promise<void> => {
    for (const ends = Date.now() + ms; Date.now() < ends; orders += 1) {
      await app.place(chance.pick(KINDS), { cash_payment: null });
      await new Promise((resolve) => setTimeout(resolve, 100 + chance.below(300)));
    }
  };
  try {
    await app.switchOn();
    for (let round = 0; round < rounds; round += 1) {
      await trade(chance.below(1_500));
      const fault = FAULTS[round % FAULTS.length] ?? 'full';
      faults[fault] = (faults[fault] ?? 0) + 1;
      const mend = fault === 'full' ? disk.fill() : await failCalls(app.pid(), fault);
      // As long as it takes until a write fails, and the screen has had its time to show it.
      for (let look = 0; look < 10 && !shows; look += 1) await trade(600);
      if (shows) reported += 1;
      await mend();
      for (const ends = Date.now() + 8_000; shows && Date.now() < ends; ) await new Promise((resolve) => setTimeout(resolve, 100));
      if ((round + 1) % 10 === 0) say(`${round + 1} faults, ${orders} orders`);
    }
    const { account, missing } = await app.account(60_000 + orders * 50);
    return { seed, orders, faults, reported, stillReported: shows, account, missing };
  } finally {
    await app.close();
    disk.remove();
  }
}
