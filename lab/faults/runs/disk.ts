/** A full or failing disk and a locked database, repeatedly under load: the orders' fate, and whether the fault was reported. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chanceOf } from '../seeded.ts';
import { openVenueProcess } from '../venue-process.ts';
import { failCalls, mountSmallDisk } from './break-disk.ts';
import { problemIf, problemsOf, type RunOutcome } from './outcome.ts';

const FAULTS = ['full', 'fsync', 'write', 'lock'] as const;
/** Duration of a lock, ms: up to longer than the service's retries. */
const LOCK_MS = { least: 5_000, more: 55_000 };
const HOLDER = fileURLToPath(new URL('../../../test/fixtures/holds-database.mjs', import.meta.url));
const KINDS = ['takeaway', 'instant', 'group', 'self-delivery'];

export async function diskFaults(rounds: number, seed: number, say: (line: string) => void): Promise<RunOutcome> {
  const chance = chanceOf(seed);
  const disk = mountSmallDisk(64);
  let shows = false;
  const app = await openVenueProcess({
    dataDir: join(disk.dir, 'data'),
    // The pause that the service makes between its three tries.
    sandbox: { notificationRetryMs: 5_000 },
    onState: (state) => {
      shows = 'storage' in state.notices || 'notifications-waiting' in state.notices;
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
      const mend =
        fault === 'full'
          ? disk.fill()
          : fault === 'lock'
            ? await holdDatabase(join(disk.dir, 'data', 'tillbridge.sqlite'))
            : await failCalls(app.pid(), fault);
      if (fault === 'lock') await trade(LOCK_MS.least + chance.below(LOCK_MS.more));
      // Trades until a write fails and the screen could show it.
      for (let look = 0; look < 10 && !shows; look += 1) await trade(600);
      if (shows) reported += 1;
      await mend();
      for (const ends = Date.now() + 8_000; shows && Date.now() < ends; ) await new Promise((resolve) => setTimeout(resolve, 100));
      if ((round + 1) % 10 === 0) say(`${round + 1} faults, ${orders} orders`);
    }
    const accounted = await app.account(60_000 + orders * 50);
    const { account } = accounted;
    return {
      figures:
        `${JSON.stringify(faults)}, told on the screen ${reported}, ${orders} orders, lost ${account.lost}, ` +
        `done twice ${account.doubled}, ${account.seconds} s`,
      problems: [
        ...problemsOf(accounted),
        ...problemIf(reported < rounds, `${rounds - reported} faults were not told on the screen`),
        ...problemIf(shows, 'the screen still tells of a disk that is well again'),
      ],
    };
  } finally {
    await app.close();
    disk.remove();
  }
}

async function holdDatabase(file: string): Promise<() => Promise<void>> {
  const holder = spawn(process.execPath, [HOLDER, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  return async () => {
    const over = once(holder, 'exit');
    holder.stdin.end();
    await over;
  };
}
