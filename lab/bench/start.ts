/**
 * `npm run bench`: the table of docs/performance.md. Names select benches; `--list`, `--compare FILE`, `--keep` (saves the run in
 * docs/performance).
 */
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { endWith, readCommandLine } from '../../test/setup/command-line.ts';
import { BENCHES, type Bench } from './benches.ts';
import { isSameMachine, keep, keptRuns, newRun, type Run, readRun, worseThan, writeRun } from './table/kept.ts';
import { loadNow, lookAtMachine, timeSyncs } from './table/machine.ts';
import { printHead, printRows, printWorse } from './table/print.ts';

const FILE = join('test-results', 'bench.json');

const { values, positionals } = readCommandLine({
  allowPositionals: true,
  options: { list: { type: 'boolean' }, keep: { type: 'boolean' }, compare: { type: 'string' } },
});

if (values.list) {
  for (const { name, what, isUsual } of BENCHES) console.log(`${name.padEnd(14)} ${isUsual ? '' : '(by name only) '}${what}`);
  process.exit(0);
}
// Read first: a wrong name shouldn't cost a quarter of an hour.
const compared = values.compare === undefined ? keptRuns().at(-1) : readKept(values.compare);
const { benches, words } = chosen(positionals);

const run = newRun(manifest.version, lookAtMachine());
const { machine } = run;
console.log(
  `${machine.processor}, ${machine.cores} cores, ${machine.memory_gb} GB, ${machine.system}, Node ${machine.node}; ${machine.file_system}; load ${loadNow().join(' ')}\n`,
);
printHead();
let failed = 0;
for (const bench of benches) {
  try {
    run.benches.push(await take(bench));
  } catch (error) {
    failed += 1;
    console.error(`${bench.name} could not be measured:`, error);
  }
}

run.benches = run.benches.filter(({ rows }) => rows.length > 0);
if (run.benches.length > 0) {
  writeRun(FILE, run);
  console.log(`\n${FILE}`);
  if (compared) {
    if (!isSameMachine(compared, run)) console.log('The kept file is of another computer: only ratios are compared.');
    printWorse(worseThan(compared, run), compared.version);
  }
  if (values.keep) console.log(`Kept: ${keep(run)}. \`npm run docs\` writes docs/performance.md from it.`);
}
if (failed > 0) console.error(`${failed} of ${benches.length} benches could not be measured.`);
process.exit(failed === 0 ? 0 : 1);

async function take(bench: Bench): Promise<Run['benches'][number]> {
  const before = loadNow();
  const sync = timeSyncs();
  const began = new Date();
  const rows = await bench.run(words);
  printRows(rows);
  const seconds = Math.round((Date.now() - began.getTime()) / 1_000);
  const after = loadNow();
  console.log(
    `  ${bench.name}: ${seconds} s; load ${before.join(' ')} before, ${after.join(' ')} after; a sync took ${sync.median} ms (p95 ${sync.p95})`,
  );
  return { name: bench.name, began_at: began.toISOString(), seconds, load: { before, after }, sync_ms: sync, rows };
}

function readKept(file: string): Run {
  try {
    return readRun(file);
  } catch (error) {
    return endWith(`${file} cannot be read: ${(error as Error).message}.`);
  }
}

/** Words after the last name are for that bench. A wrong name ends the process. */
function chosen(given: readonly string[]): { benches: readonly Bench[]; words: readonly string[] } {
  const named = (name: string) => BENCHES.find((bench) => bench.name === name);
  const first = given.findIndex((name) => !named(name));
  const names = first === -1 ? given : given.slice(0, first);
  if (given.length > 0 && names.length === 0)
    endWith(`There is no bench ${given[0]}; there are ${BENCHES.map(({ name }) => name).join(', ')}.`);
  const benches = names.length === 0 ? BENCHES.filter(({ isUsual }) => isUsual) : names.flatMap((name) => named(name) ?? []);
  return { benches, words: given.slice(names.length) };
}
