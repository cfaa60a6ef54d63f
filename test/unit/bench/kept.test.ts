import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { keep, keptRuns, newRun, type Run, readRun, worseThan, writeRun } from '../../../lab/bench/table/kept.ts';
import { meetsAim, type Row, reading } from '../../../lab/bench/table/row.ts';
import { testFolder } from '../../setup/parts.ts';

const MACHINE: Run['machine'] = {
  processor: 'A processor',
  cores: 2,
  memory_gb: 8,
  system: 'A system',
  node: 'v24.0.0',
  file_system: 'ext4',
};
const row = (id: string, here: number[], change: Partial<Row> = {}): Row => ({
  id,
  what: `what ${id} is`,
  unit: '/s',
  better: 'more',
  here,
  beside: { what: 'bare', rounds: here.map(() => 100) },
  read_by: 'ratio',
  aim: 0.5,
  ...change,
});
function run(rows: Record<string, Row[]>, change: Partial<Run> = {}): Run {
  const benches = Object.entries(rows).map(([name, of]) => ({
    name,
    began_at: '2026-01-01T00:00:00.000Z',
    seconds: 1,
    load: { before: [0, 0, 0], after: [0, 0, 0] },
    sync_ms: { median: 0.2, p95: 0.4 },
    rows: of,
  }));
  return { ...newRun('1.2.0', MACHINE), benches, ...change };
}

let folder: string;
beforeEach(() => {
  folder = testFolder();
});

describe('a bench result file', () => {
  it('is read back as it was written', () => {
    const written = run({ one: [row('a', [50, 51.5, 49])], two: [row('b', [1], { beside: null, read_by: 'here', aim: null })] });
    writeRun(join(folder, 'run.json'), written);
    expect(readRun(join(folder, 'run.json'))).toEqual(written);
  });

  it('is refused if it is another kind of file or has another schema', () => {
    writeFileSync(join(folder, 'other.json'), '{"schema": 2}');
    expect(() => readRun(join(folder, 'other.json'))).toThrow('is no file of this bench (schema 1)');
  });

  it("is kept once per version; a bench that didn't run this time keeps its earlier result", () => {
    keep(run({ one: [row('a', [50])], two: [row('b', [60])] }), folder);
    keep(run({ one: [row('a', [70])] }), folder);
    keep(run({ one: [row('a', [80])] }, { version: '1.10.0' }), folder);
    expect(keptRuns(folder).map(({ version, benches }) => [version, benches.map(({ name, rows }) => [name, rows[0]?.here])])).toEqual([
      [
        '1.2.0',
        [
          ['one', [[70]][0]],
          ['two', [[60]][0]],
        ],
      ],
      ['1.10.0', [['one', [[80]][0]]]],
    ]);
  });

  it('from another computer replaces all results of its version', () => {
    keep(run({ one: [row('a', [50])], two: [row('b', [60])] }), folder);
    const file = keep(run({ one: [row('a', [70])] }, { machine: { ...MACHINE, processor: 'Another' } }), folder);
    expect((JSON.parse(readFileSync(file, 'utf8')) as Run).benches.map(({ name }) => name)).toEqual(['one']);
  });
});

describe('the list of worse figures', () => {
  const kept = run({ one: [row('a', [50, 51, 49, 50, 50]), row('b', [50, 51, 49, 50, 50])] });

  it('has only figures that got worse by more than their noise', () => {
    const now = run({ one: [row('a', [40, 41, 39, 40, 40]), row('b', [49, 48, 49, 50, 49]), row('new', [1, 1, 1, 1, 1])] });
    expect(worseThan(kept, now)).toEqual([{ id: 'a', what: 'what a is', kept: 0.5, now: 0.4 }]);
  });

  it('is empty if the whole computer is slower, because the baseline is slower too', () => {
    const slow = row('a', [25, 25.5, 24.5, 25, 25]);
    const now = run({ one: [{ ...slow, beside: { what: 'bare', rounds: slow.here.map(() => 50) } }] });
    expect(worseThan(kept, now)).toEqual([]);
  });

  it('has only ratios if the two runs are from different computers', () => {
    const clock = { beside: null, read_by: 'here', better: 'less' } as const;
    const before = run({ one: [row('a', [50, 51, 49, 50, 50]), row('ms', [10, 10, 10, 10, 10], clock)] });
    const after = run({ one: [row('a', [30, 31, 29, 30, 30]), row('ms', [90, 90, 90, 90, 90], clock)] });
    expect(worseThan(before, after).map(({ id }) => id)).toEqual(['a', 'ms']);
    expect(worseThan(before, { ...after, machine: { ...MACHINE, cores: 64 } }).map(({ id }) => id)).toEqual(['a']);
  });
});

describe('a result row', () => {
  it('shows its reading with its spread, and whether it meets its aim', () => {
    const ratio = row('a', [40, 60, 50, 55, 45]);
    expect(reading(ratio)).toBe('0.50 (0.40 to 0.60)');
    expect(meetsAim(ratio)).toBe(true);
    const difference = row('a', [110, 130, 120], { read_by: 'difference', unit: 'ms', better: 'less', aim: 15 });
    expect(reading(difference)).toBe('+20.0 ms (10.0 to 30.0)');
    expect(meetsAim(difference)).toBe(false);
    expect(meetsAim(row('a', [1], { aim: null }))).toBeNull();
  });
});
