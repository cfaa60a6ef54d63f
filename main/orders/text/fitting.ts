import type { ItemOption, OrderItem } from '../order.ts';
import { rowsOf } from './short-order.ts';

/** In rows of large letters: about six metres of 80 mm paper. */
const LIST_ROWS = 1_000;
const OPTION_ROWS = 60;

export interface Fitting<T> {
  shown: readonly T[];
  left: number;
}

/** Shows at least one entry; `left` counts the others. */
export function fitting<T>(entries: readonly T[], rows: (entry: T) => number, room = LIST_ROWS): Fitting<T> {
  let used = 0;
  let at = 0;
  for (; at < entries.length; at += 1) {
    used += rows(entries[at] as T);
    if (used > room && at > 0) break;
  }
  return { shown: entries.slice(0, at), left: entries.length - at };
}

export function fittingOptions(options: readonly ItemOption[]): Fitting<ItemOption> {
  return fitting(options, optionRows, OPTION_ROWS);
}

export function itemRows({ name, options }: OrderItem): number {
  return rowsOf(name ?? '') + fittingOptions(options).shown.reduce((sum, option) => sum + optionRows(option), 0) + 2;
}

function optionRows({ group, value }: ItemOption): number {
  return rowsOf(group + value);
}
