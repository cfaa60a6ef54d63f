/**
 * How much of an order stays in memory: hundreds may be open at once, with bodies of several megabytes. Whatever no printout and no card
 * can hold stays in the stored body and is only counted. Pure.
 */

import { ofItsOwn } from '../text/reading.ts';
import { lookedAt, type TextKind } from '../text/short-order.ts';

/** Most entries of each list; options of all items share one limit. */
interface Most {
  items: number;
  optionsOfItem: number;
  people: number;
  fees: number;
}

/** What is kept; larger orders aren't realistic. */
export const MOST: Most = { items: 1_000, optionsOfItem: 100, people: 1_000, fees: 100 };
const MOST_OPTIONS = 2_000;
/** Characters of all texts together: forty pages. */
const MOST_TEXT = 100_000;
/** Every other text is cut to the length of a name or ID; "…" replaces the rest. */
const SHORTEST = 40;

export interface MemoryLimit {
  most: Most;
  /** The text as far as it is kept. */
  text<T extends string | null>(value: T, kind: TextKind): T;
  /** How many of these options of one item are kept. */
  options(wanted: number): number;
  /** Whether anything was not kept. */
  isShort(): boolean;
  /** Whether it was so much that a kitchen or a counter may miss it. */
  isOver(): boolean;
}

/** For one order that is kept. */
export function memoryLimit(): MemoryLimit {
  let characters: number = MOST_TEXT;
  let options: number = MOST_OPTIONS;
  let isShort = false;
  let isOver = false;

  function text(value: string, kind: TextKind): string {
    // No longer than what printouts and cards scan when they cut it, so that they find the same end and say that there is more.
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
/** For one that is looked at once and forgotten. */
export const MEMORY_FOR_ALL: MemoryLimit = {
  most: { items: ANY, optionsOfItem: ANY, people: ANY, fees: ANY },
  text: (value) => value,
  options: (wanted) => wanted,
  isShort: () => false,
  isOver: () => false,
};
