export interface Chance {
  next(): number;
  below(limit: number): number;
  pick<T>(from: readonly T[]): T;
  /** Distinct entries; all if there are fewer. */
  some<T>(from: readonly T[], number: number): T[];
  /** True for this share of calls, 0 to 1. */
  happens(share: number): boolean;
  between(least: number, most: number): number;
}

export function anyChance(): Chance {
  return drawing(Math.random);
}

/** mulberry32: small, fast, and good enough here. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return drawing(() => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  });
}

function drawing(next: () => number): Chance {
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (from) => from[below(from.length)] as (typeof from)[number],
    some(from, number) {
      const left = [...from];
      return Array.from({ length: Math.min(number, left.length) }, () => left.splice(below(left.length), 1)[0] as (typeof left)[number]);
    },
    happens: (share) => next() < share,
    between: (least, most) => least + below(most - least + 1),
  };
}
