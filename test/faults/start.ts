/** `npm run faults`: the long runs that cause faults by the hundred, with figures. A run that fails prints the seed that repeats it. */
import { parseArgs } from 'node:util';
import { longRun } from './long-run.ts';
import { badNetwork } from './network.ts';
import { killAtEveryFsync, powerCuts } from './power-cuts.ts';
import { badWebhooks } from './webhooks.ts';

const HELP = `Causes faults and counts what became of the orders.

  npm run faults [-- power fsync network webhooks long] [options]

  power      the app is killed at random instants under load (--count kills, 500)
  fsync      the app is killed at every single fsync of one order's life (needs strace)
  network    orders through a proxy that resets, truncates, delays and lies (--count orders, 2000)
  long       thousands of orders through one process (--count orders, 10000)
  webhooks   mutated, unsigned and slow notifications (--count requests, 100000)

  --count N  instead of the usual number
  --seed N   repeats a run
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string' }, seed: { type: 'string' }, help: { type: 'boolean', default: false } },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const count = (usual: number) => Number(values.count ?? usual);
const say = (line: string) => console.log(`  ${line}`);

/** Each answers with what is wrong; nothing when its figures were reached. */
const RUNS: Record<string, () => Promise<string[]>> = {
  async power() {
    const report = await powerCuts(count(500), seed, say);
    const { account } = report;
    console.log(
      `power: ${report.kills} kills, ${report.orders} orders, lost ${account.lost}, done twice ${account.doubled}, ` +
        `${account.ticketsPrinted} tickets, connected again ${report.reconnections} times, ${account.seconds} s`,
    );
    return [...report.missing, ...(account.doubled > 0 ? [`${account.doubled} things were done twice`] : [])];
  },
  async fsync() {
    const report = await killAtEveryFsync(say);
    console.log(`fsync: killed at each of ${report.fsyncs} fsyncs, ${report.problems.length} problems`);
    return report.problems;
  },
  async network() {
    const report = await badNetwork(count(2_000), seed, 0.25, say);
    const { account } = report;
    console.log(
      `network: ${report.orders} orders, lost ${account.lost}, done twice ${account.doubled}, ${account.seconds} s; ${JSON.stringify(report.met)}`,
    );
    return [...report.missing, ...(account.doubled > 0 ? [`${account.doubled} things were done twice`] : [])];
  },
  async long() {
    const report = await longRun(count(10_000), seed, say);
    const { account, memoryMegabytes: memory, openFiles: files } = report;
    console.log(
      `long: ${report.orders} orders, lost ${account.lost}, done twice ${account.doubled}, ${account.seconds} s; ` +
        `memory ${memory[0]} to ${memory[1]} MB, open files ${files[0]} to ${files[1]}, database ${report.databaseMegabytes} MB`,
    );
    return [
      ...report.missing,
      ...(memory[1] > memory[0] * 1.5 ? [`memory grew from ${memory[0]} to ${memory[1]} MB`] : []),
      ...(files[1] > files[0] + 10 ? [`open files grew from ${files[0]} to ${files[1]}`] : []),
    ];
  },
  async webhooks() {
    const report = await badWebhooks(count(100_000), seed, say);
    const { real, memoryMegabytes: memory } = report;
    console.log(
      `webhooks: ${report.sent} sent, answered ${JSON.stringify(report.answers)}; ${real.sent} real ones meanwhile, ${real.answered} answered 200, ` +
        `p50 ${real.p50} ms, p99 ${real.p99} ms; memory ${memory.before} to ${memory.after} MB; unsigned bytes stored ${report.unsignedStored}`,
    );
    return [
      ...(report.alive ? [] : ['the app died']),
      ...(report.unsignedStored > 0 ? ['unsigned bytes were stored'] : []),
      ...(real.answered < real.sent ? [`${real.sent - real.answered} real notifications were not answered`] : []),
      ...(real.p99 > 100 ? [`real notifications took ${real.p99} ms at the 99th percentile`] : []),
    ];
  },
};

if (values.help) console.log(HELP);
else {
  let failed = false;
  for (const name of positionals.length > 0 ? positionals : Object.keys(RUNS)) {
    const run = RUNS[name];
    if (!run) throw new TypeError(`There is no run "${name}"; there are ${Object.keys(RUNS).join(', ')}.`);
    const problems = await run();
    if (problems.length === 0) continue;
    failed = true;
    console.log(`${name} failed:\n  ${problems.join('\n  ')}\nRepeat it with: npm run faults -- ${name} --seed ${seed}`);
  }
  process.exit(failed ? 1 : 0);
}
