/** Limits an order's size in memory: hundreds may be open, with bodies of megabytes. Saved bodies stay whole. Pure. */

import { copyString } from '../text/reading.ts';
import { lookedAt, type TextKind } from '../text/short-order.ts';

/** Per list; all options of an order also share one limit. */
interface Most {
  items: number;
  optionsOfItem: number;
  people: number;
  fees: number;
}

export const MOST: Most = { items: 1_000, optionsOfItem: 100, people: 1_000, fees: 100 };
const MOST_OPTIONS = 2_000;
/** Characters of an order's texts together, about forty pages. */
const MOST_TEXT = 100_000;
/** After that, longer texts are cut to this length, enough for a name or ID. */
const SHORTEST = 40;

export interface MemoryLimit {
  most: Most;
  text<T extends string | null>(value: T, kind: TextKind): T;
  options(wanted: number): number;
  isShort(): boolean;
  /** Whether staff may miss something omitted. */
  isOver(): boolean;
}

export function memoryLimit(): MemoryLimit {
  let characters: number = MOST_TEXT;
  let options: number = MOST_OPTIONS;
  let isShort = false;
  let isOver = false;

  function text(value: string, kind: TextKind): string {
    // Keeps as much as printouts and cards scan, so they still cut the text there and mark it.
    const length = Math.min(value.length, lookedAt(kind));
    const isLast = length > characters && length > SHORTEST;
    characters -= isLast ? 0 : length;
    isOver ||= isLast;
    if (!isLast && length === value.length) return value;
    isShort = true;
    return copyString(isLast ? `${value.slice(0, SHORTEST)}…` : value.slice(0, length));
  }

  return {
    most: MOST,
    text: (value, kind) => (value === null ? value : (text(value, kind) as typeof value)),
    options(wanted) {
      const given = Math.min(wanted, options);
      options -= given;
      isShort ||= given < wanted;
      isOver ||= given < wanted;
      return given;
    },
    isShort: () => isShort,
    isOver: () => isOver,
  };
}

const ANY = Number.POSITIVE_INFINITY;
/** For an order that is checked once and dropped. */
export const MEMORY_FOR_ALL: MemoryLimit = {
  most: { items: ANY, optionsOfItem: ANY, people: ANY, fees: ANY },
  text: (value) => value,
  options: (wanted) => wanted,
  isShort: () => false,
  isOver: () => false,
};
