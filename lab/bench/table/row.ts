/** One figure of the table: the app's values and the baseline's, round by round, from one run. */
import { differences, ratios, type Spread, spreadOf } from './statistics.ts';

/** Compared with the aim: the app's value, its ratio to the baseline, or the difference. */
export type ReadBy = 'here' | 'ratio' | 'difference';

export interface Row {
  /** Stays while the same thing is measured: kept files are compared by it. */
  id: string;
  what: string;
  /** Unit of `here` and `beside`. */
  unit: string;
  better: 'less' | 'more';
  /** One value per round. */
  here: number[];
  /** As many values of the baseline, measured by turns; null without a baseline. */
  beside: { what: string; rounds: number[] } | null;
  read_by: ReadBy;
  /** Upper limit (lower if more is better) of the reading; null for none. */
  aim: number | null;
}

export function rowOf(row: Pick<Row, 'id' | 'what' | 'here'> & Partial<Row>): Row {
  return { unit: 'ms', better: 'less', beside: null, read_by: 'here', aim: null, ...row };
}

/** Makes rows that are read as the difference to the baseline. `of`: a round's figure. */
export function timesBeside(here: readonly number[][], beside: string, rounds: readonly number[][]) {
  return (id: string, what: string, of: (values: number[]) => number, aim: number | null): Row =>
    rowOf({ id, what, here: here.map(of), beside: { what: beside, rounds: rounds.map(of) }, read_by: 'difference', aim });
}

export function readingOf(row: Row): Spread {
  const { here, beside, read_by: readBy } = row;
  if (readBy === 'here' || !beside) return spreadOf(here);
  return spreadOf(readBy === 'ratio' ? ratios(here, beside.rounds) : differences(here, beside.rounds));
}

export function meetsAim(row: Row): boolean | null {
  if (row.aim === null) return null;
  const { median } = readingOf(row);
  return row.better === 'less' ? median <= row.aim : median >= row.aim;
}

/** Three significant digits, or all before the point. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size >= 1_000) return Math.round(value).toLocaleString('en-US');
  if (size >= 100) return value.toFixed(0);
  if (size >= 10) return value.toFixed(1);
  return value.toFixed(2);
}

/** Such as `0.62 (0.58 to 0.66)`; a difference has sign and unit. */
export function reading(row: Row): string {
  const { median, low, high } = readingOf(row);
  if (row.read_by === 'ratio') return `${figure(median)} (${figure(low)} to ${figure(high)})`;
  const sign = row.read_by === 'difference' && median >= 0 ? '+' : '';
  const unit = row.unit === '' ? '' : ` ${row.unit}`;
  return `${sign}${figure(median)}${unit} (${figure(low)} to ${figure(high)})`;
}

/** Such as `<= 1.2`, with its unit; `-` for none. */
export function aimOf(row: Row): string {
  if (row.aim === null) return '-';
  const sign = row.better === 'less' ? '<=' : '>=';
  const more = row.read_by === 'difference' ? '+' : '';
  return `${sign} ${more}${row.aim}${row.read_by === 'ratio' || row.unit === '' ? '' : ` ${row.unit}`}`;
}
