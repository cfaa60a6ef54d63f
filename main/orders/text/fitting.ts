/** Limits a list to what a printout or screen can hold, and counts the rest. Pure. */
import type { ItemOption, OrderItem } from '../order.ts';
import { rowsOf } from './short-order.ts';

/** Rows of large letters: six metres of 80 mm paper, more than any kitchen pins up. */
const LIST_ROWS = 1_000;
/** Choices of one item. */
const OPTION_ROWS = 60;

export interface Fitting<T> {
  shown: readonly T[];
  left: number;
}

/** As many entries from the first on as there are rows for, at least one, and how many are left. */
export function fitting<T>(entries: readonly T[], rows: (entry: T) => number, room = LIST_ROWS): Fitting<T> {
  let used = 0;
  let at = 0;
  for (; at < entries.length; at += 1) {
    used += rows(entries[at] as T);
    if (used > room && at > 0) break;
  }
  return { shown: entries.slice(0, at), left: entries.length - at };
}

/** The options of an item that fit. */
export function fittingOptions(options: readonly ItemOption[]): Fitting<ItemOption> {
  return fitting(options, optionRows, OPTION_ROWS);
}

/** The rows of an item with the options that fit, its weight and its number. */
export function itemRows({ name, options }: OrderItem): number {
  return rowsOf(name ?? '') + fittingOptions(options).shown.reduce((sum, option) => sum + optionRows(option), 0) + 2;
}

function optionRows({ group, value }: ItemOption): number {
  return rowsOf(group + value);
}
