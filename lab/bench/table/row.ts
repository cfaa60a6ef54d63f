/** One figure of the table: what was measured here and beside it, round by round, in one run. */
import { differences, ratios, type Spread, spreadOf } from './statistics.ts';

/** What a figure is read by: alone, as a share of what stands beside it, or as what it is more than that. */
export type ReadBy = 'here' | 'ratio' | 'difference';

export interface Row {
  /** Stays the same for as long as the same thing is measured: kept files are compared by it. */
  id: string;
  what: string;
  /** Of `here` and `beside`. */
  unit: string;
  better: 'less' | 'more';
  /** A value a round. */
  here: number[];
  /** As many, measured in turn with them; null where there is nothing to stand beside. */
  beside: { what: string; rounds: number[] } | null;
  read_by: ReadBy;
  /** What the figure should be at most, or at least where more is better, read as `read_by` says; null where nobody set one. */
  aim: number | null;
}

/** Rows of times, ms a round each, read by what they are more than those beside them. `of`: the figure of a round. */
export function timesBeside(here: readonly number[][], beside: string, rounds: readonly number[][]) {
  return (id: string, what: string, of: (values: number[]) => number, aim: number | null): Row => ({
    id,
    what,
    unit: 'ms',
    better: 'less',
    here: here.map(of),
    beside: { what: beside, rounds: rounds.map(of) },
    read_by: 'difference',
    aim,
  });
}

/** The figure by which the row is read, with the spread of its rounds. */
export function readingOf(row: Row): Spread {
  const { here, beside, read_by: readBy } = row;
  if (readBy === 'here' || !beside) return spreadOf(here);
  return spreadOf(readBy === 'ratio' ? ratios(here, beside.rounds) : differences(here, beside.rounds));
}

/** Null where nothing is aimed at. */
export function meetsAim(row: Row): boolean | null {
  if (row.aim === null) return null;
  const { median } = readingOf(row);
  return row.better === 'less' ? median <= row.aim : median >= row.aim;
}

/** Three figures, or as many as it has before the point. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size >= 1_000) return Math.round(value).toLocaleString('en-US');
  if (size >= 100) return value.toFixed(0);
  if (size >= 10) return value.toFixed(1);
  return value.toFixed(2);
}

/** As `0.62 (0.58 to 0.66)`; a difference with its sign and unit. */
export function reading(row: Row): string {
  const { median, low, high } = readingOf(row);
  if (row.read_by === 'ratio') return `${figure(median)} (${figure(low)} to ${figure(high)})`;
  const sign = row.read_by === 'difference' && median >= 0 ? '+' : '';
  const unit = row.unit === '' ? '' : ` ${row.unit}`;
  return `${sign}${figure(median)}${unit} (${figure(low)} to ${figure(high)})`;
}

/** As `<= 1.2`, with the unit where it has one; `-` where there is none. */
export function aimOf(row: Row): string {
  if (row.aim === null) return '-';
  const sign = row.better === 'less' ? '<=' : '>=';
  const more = row.read_by === 'difference' ? '+' : '';
  return `${sign} ${more}${row.aim}${row.read_by === 'ratio' || row.unit === '' ? '' : ` ${row.unit}`}`;
}
