/** A run's JSON file, and the kept runs in docs/performance, one per app version. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { readingOf } from './row.ts';
import { worseBeyondNoise } from './statistics.ts';

/** Raised when the file's format changes. */
const SCHEMA = 1;
const KEPT_FOLDER = fileURLToPath(new URL('../../../docs/performance/', import.meta.url));

const Rounds = v.pipe(v.array(v.number()), v.minLength(1));
const RowSchema = v.object({
  id: v.string(),
  what: v.string(),
  unit: v.string(),
  better: v.picklist(['less', 'more']),
  here: Rounds,
  beside: v.nullable(v.object({ what: v.string(), rounds: Rounds })),
  read_by: v.picklist(['here', 'ratio', 'difference']),
  aim: v.nullable(v.number()),
});
const Bench = v.object({
  name: v.string(),
  began_at: v.string(),
  seconds: v.number(),
  /** Load averages over 1, 5 and 15 minutes, before and after. */
  load: v.object({ before: v.array(v.number()), after: v.array(v.number()) }),
  /** A 4 kB sync before the run, ms. */
  sync_ms: v.object({ median: v.number(), p95: v.number() }),
  rows: v.array(RowSchema),
});
const RunFile = v.object({
  schema: v.literal(SCHEMA),
  version: v.string(),
  machine: v.object({
    processor: v.string(),
    cores: v.number(),
    memory_gb: v.number(),
    system: v.string(),
    node: v.string(),
    file_system: v.string(),
  }),
  benches: v.array(Bench),
});
export type BenchRun = v.InferOutput<typeof Bench>;
export type Run = v.InferOutput<typeof RunFile>;

export function newRun(version: string, machine: Run['machine']): Run {
  return { schema: SCHEMA, version, machine, benches: [] };
}

export function readRun(file: string): Run {
  const parsed = v.safeParse(RunFile, JSON.parse(readFileSync(file, 'utf8')));
  if (parsed.success) return parsed.output;
  throw new Error(`${file} is no file of this bench (schema ${SCHEMA}): ${v.flatten(parsed.issues).root ?? parsed.issues[0].message}`);
}

export function writeRun(file: string, run: Run): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    `${JSON.stringify(run, null, 1).replaceAll(/\[\s+([-\d.,\s]+?)\s+\]/g, (_, list: string) => `[${list.replaceAll(/\s+/g, ' ')}]`)}\n`,
  );
}

/** The kept runs, newest version last. */
export function keptRuns(folder = KEPT_FOLDER): Run[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => readRun(join(folder, name)))
    .sort((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }));
}

/** Returns the file. Keeps results of benches that didn't run now, unless from another computer. */
export function keep(run: Run, folder = KEPT_FOLDER): string {
  const file = join(folder, `${run.version}.json`);
  const before = existsSync(file) ? readRun(file) : null;
  const stays =
    before && isSameMachine(before, run) ? before.benches.filter(({ name }) => !run.benches.some((one) => one.name === name)) : [];
  writeRun(file, { ...run, benches: [...run.benches, ...stays] });
  return file;
}

/** Compares what figures depend on most; disk speed varies by the minute. */
export function isSameMachine({ machine: one }: Run, { machine: other }: Run): boolean {
  return one.processor === other.processor && one.cores === other.cores && one.file_system === other.file_system;
}

export interface Worse {
  id: string;
  what: string;
  kept: number;
  now: number;
}

/** Skips rows missing on one side or read differently; on another computer, all but ratios. */
export function worseThan(kept: Run, run: Run): Worse[] {
  const isSame = isSameMachine(kept, run);
  const before = new Map(kept.benches.flatMap(({ rows }) => rows.map((row) => [row.id, row])));
  return run.benches
    .flatMap(({ rows }) => rows)
    .flatMap((row) => {
      const old = before.get(row.id);
      if (!old || old.read_by !== row.read_by || old.unit !== row.unit) return [];
      if (!isSame && row.read_by !== 'ratio') return [];
      const [then, now] = [readingOf(old), readingOf(row)];
      if (worseBeyondNoise(then, now, row.better) <= 0) return [];
      return [{ id: row.id, what: row.what, kept: then.median, now: now.median }];
    });
}
