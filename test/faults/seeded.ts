/** Chance with a seed: a run that failed can be had again by its seed. */
export interface Chance {
  seed: number;
  /** From 0 up to, not including, 1. */
  next(): number;
  below(limit: number): number;
  pick<T>(from: readonly T[]): T;
}

/** mulberry32: small, fast, and good enough to choose faults by. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { seed, next, below, pick: (from) => from[below(from.length)] as (typeof from)[number] };
}
