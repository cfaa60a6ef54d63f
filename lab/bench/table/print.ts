/** Prints the table in a terminal. */
import type { Worse } from './kept.ts';
import { aimOf, figure, meetsAim, type Row, reading } from './row.ts';
import { median } from './statistics.ts';

const WIDTHS = [58, 16, 34, 16, 28, 10] as const;

export function printHead(): void {
  print('figure', 'here', 'beside', '', 'median (low to high)', 'aim', '');
}

export function printRows(rows: readonly Row[]): void {
  for (const row of rows) {
    const reported = (rounds: readonly number[]) => `${figure(median(rounds))}${row.unit === '' ? '' : ` ${row.unit}`}`;
    const meets = meetsAim(row);
    print(
      row.what,
      reported(row.here),
      row.beside?.what ?? '',
      row.beside ? reported(row.beside.rounds) : '',
      reading(row),
      aimOf(row),
      meets === null ? '' : meets ? 'met' : 'not met',
    );
  }
}

export function printWorse(worse: readonly Worse[], version: string): void {
  if (worse.length === 0) return console.log(`No figure is worse than in the kept file of ${version} by more than its noise.`);
  console.log(`Worse than in the kept file of ${version}, by more than the noise:`);
  for (const { id, what, kept, now } of worse) console.log(`  ${id}: ${figure(kept)} then, ${figure(now)} now (${what})`);
}

function print(...cells: string[]): void {
  console.log(
    cells
      .map((cell, at) => cell.padEnd(WIDTHS[at] ?? 0))
      .join(' ')
      .trimEnd(),
  );
}
