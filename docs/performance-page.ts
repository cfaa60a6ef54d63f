/** docs/performance.md: written from the kept files of `npm run bench` and the list of its benches. */
import { BENCHES, type Bench, NOT_MEASURED } from '../test/bench/benches.ts';
import { type BenchRun, keptRuns, type Run } from '../test/bench/table/kept.ts';
import { aimOf, figure, meetsAim, type Row, reading } from '../test/bench/table/row.ts';
import { median } from '../test/bench/table/statistics.ts';

/** `runs`: the kept ones, the newest version last. */
export function performancePage(runs: readonly Run[] = keptRuns()): string {
  const latest = runs.at(-1);
  return `${[INTRO, HOW_TO_READ, ...(latest ? [latestRun(latest)] : []), limits(), notMeasured(), byName(), history(runs)].join('\n\n')}\n`;
}

const INTRO = `# Performance

How fast Tillbridge is, each figure beside something bare that was measured in the same run, in turns with it. Written by \`npm run docs\` from the files in [performance](performance), of which there is one for each version; \`npm run bench -- --keep\` writes the file of this one.

\`npm run bench\` measures the whole table in about a quarter of an hour, \`npm run bench -- receiver search\` these two, \`npm run bench -- --list\` says which there are. Each run writes \`test-results/bench.json\` and names at its end what got worse by more than its noise since the kept file, or since another with \`--compare FILE\`.`;

const HOW_TO_READ = `## How to read it

- *Here* and *beside* are medians of at least five rounds. The two sides take turns (A, B, A, B ...): what else the computer had to do is in both.
- *Reading* is what the figure is judged by: the median of the rounds' ratios here / beside (no unit), of their differences (with a sign), or the figure itself; in brackets the least and the most of the rounds. A ratio holds on other computers, more or less; milliseconds do not.
- *Worse by more than its noise*: the median of the reading moved to the worse by more than all of the rounds lie apart, in the kept run or in the new one, whichever is wider. Of five rounds that is about three times what two medians differ by chance. On another computer only ratios are compared.
- The load is that of the last minute, five and fifteen, before and after the bench. Where it is above the number of cores, others took part of the time: ratios stay, milliseconds are too high, and the spread says so.
- What a sync of the disk takes is told with each bench: where it is slow, whoever writes several notifications with one sync is many times as fast as whoever syncs each, and where it is fast the processor decides. That ratio holds only on disks that are alike.
- Tickets, notes and drawings are counted in processor time, everything else on the clock. What the client of the receiver costs has a row of its own: above 1 the client would be what was measured.
- The schema of the files is \`test/bench/table/kept.ts\`; they hold every round.`;

function latestRun(run: Run): string {
  const { machine, version, benches } = run;
  const on = `${machine.processor}, ${machine.cores} cores, ${machine.memory_gb} GB; ${machine.system}; Node ${machine.node}; ${machine.file_system}`;
  return [`## The latest run: version ${version}`, `${on}.`, ...inOrder(benches).map(benchTable)].join('\n\n');
}

/** As they stand in the list, whatever order they were measured in. */
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
  const told = BENCHES.filter(({ isUsual }) => isUsual).map(({ name, what, limits: of }) => `- \`${name}\`: ${what}. ${of}`);
  return ['## What limits each', told.join('\n')].join('\n\n');
}

function notMeasured(): string {
  const told = NOT_MEASURED.map((one) => `- ${one}`);
  return told.length === 0 ? '## Not measured yet\n\nNothing.' : ['## Not measured yet', told.join('\n')].join('\n\n');
}

function byName(): string {
  const told = BENCHES.filter(({ isUsual }) => !isUsual).map(({ name, what }: Bench) => `- \`npm run bench -- ${name}\`: ${what}`);
  return ['## Only by name', 'These take long, or print figures of their own; a plain run leaves them out.', told.join('\n')].join('\n\n');
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
