/**
 * Relay and apps are killed, their lines fail, and the relay's disk is full, while orders arrive: everything answered 200 arrived, and
 * nothing was repeated.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountAtEnd, untilConnected, untilSent } from '../relay/account.ts';
import { COUNTERS, type CounterOfRelay, openCounterOfRelay, trade } from '../relay/counter.ts';
import { fillDisk, killInTurn, nextTo, type Reported, troubleLines } from '../relay/mishaps.ts';
import { openRelayProcess } from '../relay/relay-process.ts';
import { chanceOf } from '../seeded.ts';
import { mountSmallDisk, whyNoBrokenDisk } from './break-disk.ts';
import { type RunOutcome, secondsSince } from './outcome.ts';

const DISK_MEGABYTES = 64;

/** `rounds`: of line trouble and of a full disk. `isPatient`: also waits for the operator's one-minute alerts. */
/** Shorter than the service's, as the only relay is killed often. */
const RETRY_MS = 700;

export async function relayInTrouble(
  options: { notifications: number; kills: number; rounds: number; isPatient: boolean },
  seed: number,
  say: (line: string) => void,
): Promise<RunOutcome> {
  const chance = chanceOf(seed);
  const began = Date.now();
  const diskLeftOut = whyNoBrokenDisk();
  const disk = diskLeftOut === null ? mountSmallDisk(DISK_MEGABYTES) : null;
  const folder = disk?.dir ?? mkdtempSync(join(tmpdir(), 'tillbridge-faults-relay-'));
  const relay = await openRelayProcess(join(folder, 'relay'));
  const counters: CounterOfRelay[] = [];
  const reported: Reported = { staff: [], operator: [], unreported: [] };
  try {
    await relay.start();
    for (const name of COUNTERS) counters.push(await openCounterOfRelay(relay, relay.port, name, chance, options.notifications, RETRY_MS));
    await Promise.all(counters.map((counter) => counter.start()));

    const business = trade(counters, chance, () => 600 + chance.below(800));
    const kills = await killInTurn(nextTo(relay, counters), options.kills, chance, say);
    await untilConnected(counters);
    for (let round = 0; round < options.rounds; round += 1) {
      await troubleLines(relay, counters, round, { chance, reported, isPatient: options.isPatient, kills });
      if (disk) await fillDisk(relay, counters, disk, reported);
      say(`round ${round + 1} of trouble, ${reported.staff.length} times told to staff, ${reported.operator.length} to the operator`);
    }
    await untilSent(counters, options.notifications);
    const orders = await business.stop();
    say(`${orders} orders; their ends are waited for`);
    const { figures, problems } = await accountAtEnd([relay], counters, orders);
    const times = (ms: number[]) => `${ms.length} times, the slowest after ${Math.max(0, ...ms)} ms`;
    if (diskLeftOut) say(`the disk was not filled: ${diskLeftOut}`);
    return {
      figures:
        `${JSON.stringify(kills)} kills, ${figures}; told to staff ${times(reported.staff)}, ` +
        `to the operator ${times(reported.operator)}, not told ${reported.unreported.length}; ${secondsSince(began)} s`,
      problems: [...problems, ...reported.unreported],
    };
  } finally {
    for (const counter of counters) await counter.close();
    await relay.kill();
    disk?.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}
