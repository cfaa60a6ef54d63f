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
import { killAtEveryFsync, powerCuts } from './runs/power-cuts.ts';
import { badPrinters } from './runs/printing.ts';
import { relayInTrouble } from './runs/relay.ts';
import { strayTouches } from './runs/stray-touches.ts';
import { twoVenues } from './runs/two-venues.ts';
import { badWebhooks } from './runs/webhooks.ts';
import { staffDay } from './staff/staff.ts';

const HELP = `Causes faults and counts what became of the orders.

  npm run faults [-- power fsync disk clock network couriers menu printing paper texts venues long webhooks relay touches staff attack] [options]

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
  touches    double, early and late touches on the real screens while cards come and go (--count touches, 10000)
  staff      an awkward service, power cuts, and somebody who touches what a card offers: every sentence is checked (--count orders, 1000)
  attack     every attack that once worked, and must not (--only NAME for one; --count percent of the tries, 100)

  --list     prints the runs, and each attack by itself
  --count N  instead of the usual number
  --kills N  relay: so many kills
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

/** Each returns its problems, none if the figures were reached. */
const RUNS: Record<string, () => Promise<string[]>> = {
  async power() {
    const report = await powerCuts(count(200), seed, say, awkward);
    const { account } = report;
    console.log(
      `power: ${report.kills} kills, ${report.orders} orders, lost ${account.lost}, done twice ${account.doubled}, ` +
        `${account.ticketsPrinted} tickets, connected again ${report.reconnections} times, ${account.seconds} s`,
    );
    return [...report.missing, ...(account.doubled > 0 ? [`${account.doubled} things were done twice`] : [])];
  },
  async menu() {
    const report = await menuInTrouble(count(500), 20, seed, say);
    console.log(
      `menu: ${report.changes} changes, ${report.kills} kills, ${report.hours} h on the moved clock, ${report.looks} looks, ` +
        `calls too early ${report.tooEarly.length}, wrong at the end ${report.wrong.length}, shown and not so ${report.untrue.length}, ${report.seconds} s`,
    );
    console.log(`  calls: ${JSON.stringify(report.calls)}; met: ${JSON.stringify(report.met)}; shown: ${JSON.stringify(report.shown)}`);
    return [...report.wrong, ...report.untrue, ...report.tooEarly];
  },
  async fsync() {
    const report = await killAtEveryFsync({ say });
    console.log(`fsync: killed at each of ${report.fsyncs} fsyncs, ${report.problems.length} problems`);
    return report.problems;
  },
  async disk() {
    const why = whyNoBrokenDisk();
    if (why) return [why];
    const report = await diskFaults(count(60), seed, say);
    const { account } = report;
    console.log(
      `disk: ${JSON.stringify(report.faults)}, told on the screen ${report.reported}, ${report.orders} orders, lost ${account.lost}, ` +
        `done twice ${account.doubled}, ${account.seconds} s`,
    );
    const caused = Object.values(report.faults).reduce((sum, times) => sum + times, 0);
    return [
      ...report.missing,
      ...(account.doubled > 0 ? [`${account.doubled} things were done twice`] : []),
      ...(report.reported < caused ? [`${caused - report.reported} faults were not told on the screen`] : []),
      ...(report.stillReported ? ['the screen still tells of a disk that is well again'] : []),
    ];
  },
  async clock() {
    const report = await clockJumps(count(60), seed, say);
    const { account } = report;
    console.log(
      `clock: ${report.jumps} jumps, ${report.reported} shown rightly, the screen's time off by ${report.worstScreenMs} ms at most, ` +
        `an order right after a jump ended within ${report.slowestMs} ms; ${report.orders} orders, lost ${account.lost}, done twice ${account.doubled}`,
    );
    return [
      ...report.missing,
      ...(account.doubled > 0 ? [`${account.doubled} things were done twice`] : []),
      ...(report.reported < report.jumps ? [`${report.jumps - report.reported} jumps were not told, or told wrongly`] : []),
      ...(report.worstScreenMs > 2_000 ? [`the screen's time was off by ${report.worstScreenMs} ms`] : []),
      ...(report.slowestMs > 10_000 ? [`an order took ${report.slowestMs} ms`] : []),
    ];
  },
  async network() {
    const report = await badNetwork(count(2_000), seed, 0.25, say, awkward);
    const { account } = report;
    console.log(
      `network: ${report.orders} orders, lost ${account.lost}, done twice ${account.doubled}, ${account.seconds} s; ${JSON.stringify(report.met)}; ` +
        `called again ${report.calledAgain} times after a fault, ${report.tooSoon.length} times too soon`,
    );
    return [...report.missing, ...report.tooSoon, ...(account.doubled > 0 ? [`${account.doubled} things were done twice`] : [])];
  },
  async couriers() {
    const report = await couriersInTrouble(count(200), seed, say);
    const { doubled, lost, untrue } = report;
    console.log(
      `couriers: ${report.decisions} decisions, ${report.kills} kills, ordered twice ${doubled}, lost ${lost}, untrue cards ${untrue.length}, ` +
        `${JSON.stringify(report.ended)}, ${report.seconds} s; ${JSON.stringify(report.faults)}`,
    );
    return [
      ...untrue,
      ...(doubled > 0 ? [`${doubled} decisions ordered two couriers`] : []),
      ...(lost > 0 ? [`${lost} decisions were lost`] : []),
    ];
  },
  async venues() {
    const { orders, before, meanwhile, hung } = await twoVenues(count(500));
    const ratio = Math.round((meanwhile.p50 / before.p50) * 100) / 100;
    console.log(
      `venues: ${orders} orders of one venue while ${hung} calls for the other hung: p50 ${meanwhile.p50} ms (before ${before.p50}, ratio ${ratio}), ` +
        `p99 ${meanwhile.p99} ms (before ${before.p99})`,
    );
    return ratio > 1.5 ? [`one venue's trouble made the other ${ratio} times slower`] : [];
  },
  async printing() {
    const report = await badPrinters(count(5_000), seed, say);
    const { lost, unmarkedDoubles, calledPrinted } = report;
    console.log(
      `printing: ${report.jobs} tickets, ${report.papers} papers, lost ${lost}, unmarked doubles ${unmarkedDoubles}, ` +
        `called printed that were not ${calledPrinted}, ${report.copies} marked copies, ${report.seconds} s; ${JSON.stringify(report.faults)}`,
    );
    return [
      ...(lost > 0 ? [`${lost} tickets were lost`] : []),
      ...(unmarkedDoubles > 0 ? [`${unmarkedDoubles} tickets came twice without a mark`] : []),
      ...(calledPrinted > 0 ? [`${calledPrinted} tickets were called printed that were not`] : []),
    ];
  },
  async paper() {
    const began = Date.now();
    try {
      const { papers, longestBytes } = await hostilePaper(count(50_000), seed);
      const seconds = Math.round((Date.now() - began) / 1_000);
      console.log(`paper: ${papers} papers of hostile orders, no byte outside the list, the longest ${longestBytes} bytes, ${seconds} s`);
      return [];
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)];
    }
  },
  async texts() {
    const { looks, problems } = longTexts();
    console.log(`texts: ${looks} readers, ${problems.length} of them slower than in proportion`);
    return problems;
  },
  async long() {
    const report = await longRun(count(5_000), seed, say);
    const { account, memoryMegabytes: memory, openFiles: files, databaseMegabytes: database } = report;
    console.log(
      `long: ${report.orders} orders, lost ${account.lost}, done twice ${account.doubled}, ${account.seconds} s; ` +
        `memory ${memory[0]} to ${memory[1]} MB, open files ${files[0]} to ${files[1]}, database ${database.actual} MB, computed ${database.computed} MB`,
    );
    return [
      ...report.missing,
      ...(account.lost > 0 ? [`${account.lost} orders were lost`] : []),
      ...(account.doubled > 0 ? [`${account.doubled} things were done twice`] : []),
      ...(memory[1] > memory[0] * 1.2 ? [`memory grew from ${memory[0]} to ${memory[1]} MB`] : []),
      ...(Math.abs(database.actual / database.computed - 1) > 0.15
        ? [`the database has ${database.actual} MB, not ${database.computed}`]
        : []),
      ...(files[1] > files[0] + 10 ? [`open files grew from ${files[0]} to ${files[1]}`] : []),
    ];
  },
  async webhooks() {
    const report = await badWebhooks(count(50_000), seed, say);
    const { real, memoryMegabytes: memory } = report;
    console.log(
      `webhooks: ${report.sent} sent, answered ${JSON.stringify(report.answers)}; ${real.sent} real ones meanwhile, answered ${JSON.stringify(real.answers)}, ` +
        `p50 ${real.p50} ms, p99 ${real.p99} ms; memory ${memory.join(', ')} MB (start, half-way, end); unsigned bytes stored ${report.unsignedStored}`,
    );
    return [
      ...(report.alive ? [] : ['the app died']),
      ...(report.unsignedStored > 0 ? ['unsigned bytes were stored'] : []),
      ...((real.answers['200'] ?? 0) < real.sent ? [`real notifications were not all answered 200: ${JSON.stringify(real.answers)}`] : []),
      ...(memory[2] > memory[1] * 1.15 ? [`memory grew from ${memory[1]} MB half-way to ${memory[2]} MB`] : []),
      ...(real.p99 > 100 ? [`real notifications took ${real.p99} ms at the 99th percentile`] : []),
    ];
  },
  async relay() {
    const options = { notifications: count(2_000), kills: Number(values.kills ?? 200), rounds: 2, isPatient: true };
    const report = await relayInTrouble(options, seed, say);
    const { reported, lost, doubled } = report;
    const times = (ms: number[]) => `${ms.length} times, the slowest after ${Math.max(0, ...ms)} ms`;
    console.log(
      `relay: ${JSON.stringify(report.kills)} kills, ${report.orders} orders, ${report.notifications} notifications, ${report.answered} answered 200, ` +
        `of these lost ${lost}; effects done twice ${doubled}, missing ${report.missing.length}; told to staff ${times(reported.staff)}, ` +
        `to the operator ${times(reported.operator)}, not told ${reported.unreported.length}; ${report.seconds} s`,
    );
    if (report.diskLeftOut) console.log(`  the disk was not filled: ${report.diskLeftOut}`);
    return [
      ...report.missing,
      ...reported.unreported,
      ...(lost > 0 ? [`${lost} notifications that were answered 200 are lost`] : []),
      ...(doubled > 0 ? [`${doubled} things were done twice`] : []),
    ];
  },
  async touches() {
    const report = await strayTouches(count(10_000), seed, say);
    const { elsewhere, dead, unsaid, through, moved } = report;
    console.log(
      `touches: ${report.touches} touches, ${report.stray} of them double or late, on ${report.orders} orders; ${report.commands} commands at the service, ` +
        `${report.reported} refused with a word; on another order than touched ${elsewhere.length}, dead ${dead.length}, unsaid ${unsaid.length}, ` +
        `through an overlay ${through.length}, ` +
        `cards moved under a finger ${moved.length}, ${report.seconds} s`,
    );
    return [
      ...elsewhere,
      ...dead.map((what) => `a touch did nothing and said nothing: ${what}`),
      ...unsaid.map((what) => `a touch on a place just left said nothing: ${what}`),
      ...through.map((what) => `a touch acted below what was drawn there: ${what}`),
      ...moved.map((what) => `a card moved under a finger: ${what}`),
      ...(report.commands === 0 ? ['no touch came to the service at all'] : []),
    ];
  },
  async staff() {
    const orders = count(1_000);
    const report = await staffDay(orders, Math.max(1, Math.round(orders / 20)), seed, say);
    const { account, dead, untrue, endedByNobody, unread, cancels } = report;
    const inTime = ({ reported, late, slowestMs }: typeof unread) =>
      `${reported - late.length} of ${reported}, the slowest ${slowestMs} ms`;
    console.log(
      `staff: ${report.orders} orders, ${report.kills} kills, ${report.touches} touches, dead ${dead.length}; ${report.sentences} sentences and ${report.sums} amounts and times, untrue ${untrue.length}; ` +
        `alarms ended by nobody ${endedByNobody.length}; told within 5 s: orders ${inTime(unread)}, cancels ${inTime(cancels)}; ` +
        `answered by nobody ${report.lapsed}, stopped ${report.stopped}; lost ${account.lost}, done twice ${account.doubled}, ${account.seconds} s`,
    );
    return [
      ...report.missing,
      ...dead.map((what) => `a dead touch: ${what}`),
      ...untrue.map((what) => `untrue: ${what}`),
      ...endedByNobody,
      ...unread.late,
      ...cancels.late,
      ...(account.doubled > 0 ? [`${account.doubled} things were done twice`] : []),
    ];
  },
  async attack() {
    const problems: string[] = [];
    for (const name of values.only ? [values.only] : Object.keys(ATTACKS)) {
      const began = Date.now();
      const outcome = await attack(name, { seed, share: count(100) / 100, say });
      console.log(sayOutcome(name, outcome, Math.round((Date.now() - began) / 1_000)));
      problems.push(...outcome.reached.map((what) => `${name}: ${what}`));
    }
    return problems;
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
    const problems = await run();
    if (problems.length === 0) continue;
    failed = true;
    console.log(`${name} failed:\n  ${problems.join('\n  ')}\nRepeat it with: npm run faults -- ${name} --seed ${seed}`);
  }
  process.exit(failed ? 1 : 0);
}
