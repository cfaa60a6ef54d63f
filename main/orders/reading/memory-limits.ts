/** Limits an order's size in memory: hundreds may be open, with bodies of megabytes. The stored body keeps the rest. Pure. */

import { ofItsOwn } from '../text/reading.ts';
import { lookedAt, type TextKind } from '../text/short-order.ts';

/** Most entries per list; an order's options also share one limit. */
interface Most {
  items: number;
  optionsOfItem: number;
  people: number;
  fees: number;
}

/** Larger orders aren't realistic. */
export const MOST: Most = { items: 1_000, optionsOfItem: 100, people: 1_000, fees: 100 };
const MOST_OPTIONS = 2_000;
/** Characters of all texts together, about forty pages. */
const MOST_TEXT = 100_000;
/** Beyond that, each text is cut to the length of a name or ID, with "…" for the rest. */
const SHORTEST = 40;

export interface MemoryLimit {
  most: Most;
  text<T extends string | null>(value: T, kind: TextKind): T;
  /** How many of an item's options are kept. */
  options(wanted: number): number;
  /** Whether anything was omitted. */
  isShort(): boolean;
  /** Whether so much was omitted that staff may miss it. */
  isOver(): boolean;
}

/** For one stored order. */
export function memoryLimit(): MemoryLimit {
  let characters: number = MOST_TEXT;
  let options: number = MOST_OPTIONS;
  let isShort = false;
  let isOver = false;

  function text(value: string, kind: TextKind): string {
    // At most what printouts and cards scan when they cut a text, so they find the same end and mark it as cut.
    const length = Math.min(value.length, lookedAt(kind));
    const isLast = length > characters && length > SHORTEST;
    characters -= isLast ? 0 : length;
    isOver ||= isLast;
    if (!isLast && length === value.length) return value;
    isShort = true;
    return ofItsOwn(isLast ? `${value.slice(0, SHORTEST)}…` : value.slice(0, length));
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
