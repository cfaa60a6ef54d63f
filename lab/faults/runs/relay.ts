/**
 * Relay and apps are killed, their lines fail, and the relay's disk is full, while orders arrive: everything answered 200 arrived, and
 * nothing was repeated.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../../test/e2e/venue/venue.ts';
import { type CounterOfRelay, openCounterOfRelay, seenByOperator, trade } from '../relay/counter.ts';
import { fillDisk, killInTurn, nextTo, type Reported, troubleLines } from '../relay/mishaps.ts';
import { openRelayProcess } from '../relay/relay-process.ts';
import { chanceOf } from '../seeded.ts';
import { mountSmallDisk, whyNoBrokenDisk } from './break-disk.ts';
import { problemIf, type RunOutcome, secondsSince } from './outcome.ts';

const COUNTERS = ['Harbour Kitchen', 'Market Street'];
const DISK_MEGABYTES = 64;

/** `rounds`: of line trouble and of a full disk. `isPatient`: also waits for the operator's one-minute alerts. */
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
  let orders = 0;
  try {
    await relay.start();
    for (const name of COUNTERS) counters.push(await openCounterOfRelay(relay, name, chance, options.notifications));
    await Promise.all(counters.map((counter) => counter.start()));

    const business = trade(counters, chance, () => 600 + chance.below(800));
    const kills = await killInTurn(nextTo(relay, counters), options.kills, chance, say);
    await until('the counters at the relay', () => allConnected(counters), 60_000);
    for (let round = 0; round < options.rounds; round += 1) {
      await troubleLines(relay, counters, round, { chance, reported, isPatient: options.isPatient, kills });
      if (disk) await fillDisk(relay, counters, disk, reported);
      say(`round ${round + 1} of trouble, ${reported.staff.length} times told to staff, ${reported.operator.length} to the operator`);
    }
    const count = async (of: 'all' | 'answered') =>
      (await Promise.all(counters.map((counter) => counter.sent()))).reduce((sum, sent) => sum + sent[of].size, 0);
    while ((await count('all')) < options.notifications) await new Promise((resolve) => setTimeout(resolve, 1_000));
    orders = await business.stop();
    say(`${orders} orders; their ends are waited for`);

    const accounts = await Promise.all(counters.map(({ app }) => app.account(60_000 + orders * 50)));
    await until('nothing to wait at the relay', async () => (await waitingAt(relay)) === 0, 60_000);
    const sent = await Promise.all(counters.map((counter) => counter.sent()));
    const { length: lost } = counters.flatMap((counter, at) => {
      const kept = counter.kept();
      return [...(sent[at]?.answered ?? [])].filter((id) => !kept.has(id));
    });
    const doubled = accounts.reduce((sum, { account }) => sum + account.doubled, 0);
    const missing = accounts.flatMap((one) => one.missing);
    const times = (ms: number[]) => `${ms.length} times, the slowest after ${Math.max(0, ...ms)} ms`;
    if (diskLeftOut) say(`the disk was not filled: ${diskLeftOut}`);
    return {
      figures:
        `${JSON.stringify(kills)} kills, ${orders} orders, ${await count('all')} notifications, ${await count('answered')} answered 200, ` +
        `of these lost ${lost}; effects done twice ${doubled}, missing ${missing.length}; told to staff ${times(reported.staff)}, ` +
        `to the operator ${times(reported.operator)}, not told ${reported.unreported.length}; ${secondsSince(began)} s`,
      problems: [
        ...missing,
        ...reported.unreported,
        ...problemIf(lost > 0, `${lost} notifications that were answered 200 are lost`),
        ...problemIf(doubled > 0, `${doubled} things were done twice`),
      ],
    };
  } finally {
    for (const counter of counters) await counter.close();
    await relay.kill();
    disk?.remove();
    rmSync(folder, { recursive: true, force: true });
  }

  async function waitingAt(at: typeof relay): Promise<number> {
    const seen = await Promise.all(counters.map(({ name }) => seenByOperator(at, name)));
    return seen.reduce((sum, one) => sum + (one?.waiting ?? 1), 0);
  }
}

function allConnected(counters: readonly CounterOfRelay[]): boolean {
  return counters.every((counter) => counter.screen()?.state === 'connected');
}
