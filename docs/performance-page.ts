/** docs/performance.md: written from the kept files of `npm run bench` and the list of its benches. */
import { BENCHES, type Bench, NOT_MEASURED } from '../lab/bench/benches.ts';
import { type BenchRun, keptRuns, type Run } from '../lab/bench/table/kept.ts';
import { aimOf, figure, meetsAim, type Row, reading } from '../lab/bench/table/row.ts';
import { median } from '../lab/bench/table/statistics.ts';

/** `runs`: the kept runs, the newest version last. */
export function performancePage(runs: readonly Run[] = keptRuns()): string {
  const latest = runs.at(-1);
  return `${[INTRO, HOW_TO_READ, ...(latest ? [latestRun(latest)] : []), limits(), notMeasured(), byName(), history(runs)].join('\n\n')}\n`;
}

const INTRO = `# Performance

For developers: how fast Tillbridge is, each figure beside a bare equivalent measured in turns in the same run. Generated (\`npm run docs\`) from the files in [performance](performance), one per version; \`npm run bench -- --keep\` writes this version's.

\`npm run bench\` measures everything in about a quarter of an hour, \`npm run bench -- receiver search\` these two; \`-- --list\` lists all. A run writes \`test-results/bench.json\` and ends with what got worse by more than its noise since the kept file, or another with \`--compare FILE\`.`;

const HOW_TO_READ = `## How to read it

- *Here* and *beside* are medians of at least five rounds. The sides alternate (A, B, A, B ...), so other load affects both.
- *Reading* is what counts: the median of the rounds' ratios here / beside (no unit), of their differences (with a sign), or the figure itself, with the smallest and largest round. Ratios roughly hold on other computers; milliseconds don't.
- *Worse by more than its noise*: the median got worse by more than the full spread of rounds, in the kept or new run, whichever is wider. With five rounds that is about three times chance. On another computer only ratios are compared.
- Load is for the last minute, five and fifteen, before and after. Above the number of cores, milliseconds are too high and the spread is wide, but ratios hold.
- Each bench states the time of a disk sync. Slow syncs favor group commits by far; with fast ones the processor decides. Compare such ratios only on similar disks. Rows named \`slow-disk\` are measured with each sync a millisecond longer (strace).
- Tickets, notes and drawings use processor time, everything else the clock. The receiver's client has its own row: above 1, the client would be what was measured.
- The files hold every round; their schema is \`lab/bench/table/kept.ts\`.`;

function latestRun(run: Run): string {
  const { machine, version, benches } = run;
  const on = `${machine.processor}, ${machine.cores} cores, ${machine.memory_gb} GB; ${machine.system}; Node ${machine.node}; ${machine.file_system}`;
  return [`## The latest run: version ${version}`, `${on}.`, ...inOrder(benches).map(benchTable)].join('\n\n');
}

/** The benches in the order of their list, whatever order they were measured in. */
function inOrder(benches: readonly BenchRun[]): BenchRun[] {
  const place = ({ name }: BenchRun): number => BENCHES.findIndex((bench) => bench.name === name);
  return benches.toSorted((a, b) => place(a) - place(b));
}

function benchTable({ name, began_at: beganAt, seconds, load, sync_ms: sync, rows }: BenchRun): string {
  const lines = rows.map((row) =>
    line([
      row.what,
      withUnit(median(row.here), row),
      row.beside ? `${row.beside.what}: ${withUnit(median(row.beside.rounds), row)}` : '',
      reading(row),
      aimOf(row),
      { true: 'yes', false: 'no', null: '' }[String(meetsAim(row)) as 'true' | 'false' | 'null'],
    ]),
  );
  const when = `Measured ${beganAt.slice(0, 16).replace('T', ' ')} UTC in ${seconds} s; load ${load.before.join(' ')} before, ${load.after.join(' ')} after; 4 kB with a sync took ${sync.median} ms (95 of 100: ${sync.p95}).`;
  return [`### \`${name}\``, when, [line(['Figure', 'Here', 'Beside', 'Reading', 'Aim', 'Met']), RULE, ...lines].join('\n')].join('\n\n');
}

const RULE = '|---|---|---|---|---|---|';

function limits(): string {
  const lines = BENCHES.filter(({ isUsual }) => isUsual).map(({ name, what, limits: of }) => `- \`${name}\`: ${what}. ${of}`);
  return ['## What limits each', lines.join('\n')].join('\n\n');
}

function notMeasured(): string {
  const lines = NOT_MEASURED.map((one) => `- ${one}`);
  return lines.length === 0 ? '## Not measured yet\n\nNothing.' : ['## Not measured yet', lines.join('\n')].join('\n\n');
}

function byName(): string {
  const lines = BENCHES.filter(({ isUsual }) => !isUsual).map(({ name, what }: Bench) => `- \`npm run bench -- ${name}\`: ${what}`);
  return ['## Only by name', 'These take long or print their own figures; a plain run skips them.', lines.join('\n')].join('\n\n');
}

function history(runs: readonly Run[]): string {
  const rows = new Map<string, Row>();
  for (const run of runs) for (const { rows: of } of inOrder(run.benches)) for (const row of of) rows.set(row.id, row);
  const cell = (run: Run, id: string): string => {
    const row = run.benches.flatMap(({ rows: of }) => of).find((one) => one.id === id);
    return row ? reading(row) : '';
  };
  const table = [
    line(['Figure', ...runs.map(({ version }) => version)]),
    `|---|${'---|'.repeat(runs.length)}`,
    ...[...rows.keys()].map((id) => line([`\`${id}\``, ...runs.map((run) => cell(run, id))])),
  ];
  return ['## By version', 'Readings, as above.', table.join('\n')].join('\n\n');
}

const withUnit = (value: number, { unit }: Row): string => (unit === '' ? figure(value) : `${figure(value)} ${unit}`);
const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
