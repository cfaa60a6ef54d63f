/** Figures without a baseline, for benches that run only by name. */
import { atShare } from './statistics.ts';

export interface Figure {
  what: string;
  unit: string;
  /** Upper limit; NaN for none. */
  limit: number;
  values: number[];
}

export function printFigures(figures: readonly Figure[]): void {
  console.log(
    `\n${'figure'.padEnd(56)} ${'n'.padStart(4)} ${'median'.padStart(8)} ${'p95'.padStart(8)} ${'p99'.padStart(8)} ${'max'.padStart(8)} ${'aim'.padStart(8)}`,
  );
  for (const { what, unit, limit, values } of figures) {
    const at = (share: number) => atShare(values, share).toFixed(1).padStart(8);
    const aim = Number.isNaN(limit) ? '-' : `< ${limit}`;
    console.log(
      `${`${what} (${unit})`.padEnd(56)} ${String(values.length).padStart(4)} ${at(0.5)} ${at(0.95)} ${at(0.99)} ${at(1)} ${aim.padStart(8)}`,
    );
  }
}
