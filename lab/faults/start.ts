/** `npm run faults`: long runs with hundreds of faults, and figures. A failing run prints the seed that repeats it. */

import { endWith, readCommandLine } from '../../test/setup/command-line.ts';
import { ATTACKS, attack, sayOutcome } from './attack.ts';
import { whyNoBrokenDisk } from './runs/break-disk.ts';
import { clockJumps } from './runs/clock.ts';
import { couriersInTrouble } from './runs/couriers.ts';
import { diskFaults } from './runs/disk.ts';
import { hostilePaper } from './runs/hostile-paper.ts';
import { longRun } from './runs/long-run.ts';
import { longTexts } from './runs/long-texts.ts';
import { menuInTrouble } from './runs/menu.ts';
import { badNetwork } from './runs/network.ts';
import { type RunOutcome, secondsSince } from './runs/outcome.ts';
import { killAtEveryFsync, powerCuts } from './runs/power-cuts.ts';
import { badPrinters } from './runs/printing.ts';
import { relayInTrouble } from './runs/relay.ts';
import { relaysInTrouble } from './runs/relay-many.ts';
import { stationsInTrouble } from './runs/stations.ts';
import { strayTouches } from './runs/stray-touches.ts';
import { twoVenues } from './runs/two-venues.ts';
import { badWebhooks } from './runs/webhooks.ts';
import { staffDay } from './staff/staff.ts';

const HELP = `Causes faults and counts what became of the orders.

  npm run faults [-- power fsync disk clock network couriers menu printing paper texts venues long webhooks relay relay-many stations touches staff attack] [options]

  power      the app is killed at random instants under load (--count kills, 200)
  fsync      the app is killed at every single fsync of one order's life (needs strace)
  disk       a disk that fills up, or whose fsyncs or writes fail, or a database that is locked for up to a minute, under load (--count faults, 60; needs root and strace)
  clock      the computer's clock is set back and forth by hours and years (--count jumps, 60; needs faketime)
  network    orders through a proxy that resets, truncates, delays and lies (--count orders, 2000)
  couriers   couriers ordered while answers are lost and the app is killed (--count decisions, 200)
  menu       changes of a menu over a bad network while the process is killed 20 times, within the real limits (--count changes, 500)
  printing   tickets on printers that go silent, break off, run out of paper and are switched off (--count tickets, 5000)
  paper      orders made to do harm, on every kind of paper (--count orders, 50000)
  texts      long texts of strangers: nothing that reads them takes longer than in proportion to their length
  venues     one of two venues in trouble at the service (--count orders of the other, 500)
  long       thousands of orders through one process (--count orders, 5000)
  webhooks   mutated, unsigned and slow notifications (--count requests, 50000)
  relay      a relay and its counters killed in turn, bad lines between them, its disk full (--count notifications, 2000; --kills, 200)
  relay-many three relays, their Postgres with a synchronous standby, and counters killed in turn (--count notifications, 2000; --kills, 100; needs postgresql)
  stations   three stations and the counter answer orders at once while lines are cut, stations sleep, reload and are killed, the app is killed, and clocks are off (--count orders, 2000)
  touches    double, early and late touches on the real screens while cards come and go (--count touches, 10000)
  staff      an awkward service, power cuts, and somebody who touches what a card offers: every sentence is checked (--count orders, 1000)
  attack     every attack that once worked, and must not (--only NAME for one; --count percent of the tries, 100)

  --list     prints the runs, and each attack by itself
  --count N  instead of the usual number
  --kills N  relay and relay-many: so many kills
  --seed N   repeats a run
  --awkward  power and network: against a service that does by chance everything it may do to a partner
  --without NAMES  what it leaves out, with commas between (sandbox/README.md has the names)

The attacks, and what each wants that must not come true:

${Object.entries(ATTACKS)
  .map(([name, { wants }]) => `  ${name}\n             ${wants}`)
  .join('\n')}
`;

const { values, positionals } = readCommandLine({
  allowPositionals: true,
  options: {
    count: { type: 'string' },
    seed: { type: 'string' },
    kills: { type: 'string' },
    only: { type: 'string' },
    awkward: { type: 'boolean', default: false },
    without: { type: 'string' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const count = (usual: number) => Number(values.count ?? usual);
const awkward = values.awkward ? { seed, without: values.without?.split(',').map((name) => name.trim()) ?? [] } : null;
const say = (line: string) => console.log(`  ${line}`);

const RUNS: Record<string, () => Promise<RunOutcome>> = {
  power: () => powerCuts(count(200), seed, say, awkward),
  menu: () => menuInTrouble(count(500), 20, seed, say),
  async fsync() {
    const { fsyncs, problems } = await killAtEveryFsync({ say });
    return { figures: `killed at each of ${fsyncs} fsyncs, ${problems.length} problems`, problems };
  },
  async disk() {
    const why = whyNoBrokenDisk();
    return why ? { figures: 'not broken', problems: [why] } : diskFaults(count(60), seed, say);
  },
  clock: () => clockJumps(count(60), seed, say),
  network: () => badNetwork(count(2_000), seed, 0.25, say, awkward),
  couriers: () => couriersInTrouble(count(200), seed, say),
  venues: () => twoVenues(count(500)),
  printing: () => badPrinters(count(5_000), seed, say),
  async paper() {
    const began = Date.now();
    try {
      const { papers, longestBytes } = await hostilePaper(count(50_000), seed);
      const figures = `${papers} papers of hostile orders, no byte outside the list, the longest ${longestBytes} bytes, ${secondsSince(began)} s`;
      return { figures, problems: [] };
    } catch (error) {
      return { figures: 'harm done', problems: [error instanceof Error ? error.message : String(error)] };
    }
  },
  async texts() {
    const { looks, problems } = longTexts();
    return { figures: `${looks} readers, ${problems.length} of them slower than in proportion`, problems };
  },
  long: () => longRun(count(5_000), seed, say),
  webhooks: () => badWebhooks(count(50_000), seed, say),
  relay() {
    const options = { notifications: count(2_000), kills: Number(values.kills ?? 200), rounds: 2, isPatient: true };
    return relayInTrouble(options, seed, say);
  },
  'relay-many': () => relaysInTrouble({ notifications: count(2_000), kills: Number(values.kills ?? 100) }, seed, say),
  stations: () => stationsInTrouble(count(2_000), seed, say),
  touches: () => strayTouches(count(10_000), seed, say),
  staff() {
    const orders = count(1_000);
    return staffDay(orders, Math.max(1, Math.round(orders / 20)), seed, say);
  },
  async attack() {
    const problems: string[] = [];
    const names = values.only ? [values.only] : Object.keys(ATTACKS);
    for (const name of names) {
      const began = Date.now();
      const outcome = await attack(name, { seed, share: count(100) / 100, say });
      console.log(sayOutcome(name, outcome, secondsSince(began)));
      problems.push(...outcome.reached.map((what) => `${name}: ${what}`));
    }
    return { figures: `${names.length} tried, ${problems.length} things reached`, problems };
  },
};

/** Names that select each run and attack. */
const ALONE = Object.keys(RUNS).flatMap((run) => (run === 'attack' ? Object.keys(ATTACKS).map((name) => `attack --only ${name}`) : run));

if (values.help) console.log(HELP);
else if (values.list) console.log(ALONE.join('\n'));
else {
  let failed = false;
  for (const name of positionals.length > 0 ? positionals : Object.keys(RUNS)) {
    const run = RUNS[name];
    if (!run) endWith(`There is no run "${name}"; there are ${Object.keys(RUNS).join(', ')}.`);
    const { figures, problems } = await run();
    console.log(`${name}: ${figures}`);
    if (problems.length === 0) continue;
    failed = true;
    console.log(`${name} failed:\n  ${problems.join('\n  ')}\nRepeat it with: npm run faults -- ${name} --seed ${seed}`);
  }
  process.exit(failed ? 1 : 0);
}
