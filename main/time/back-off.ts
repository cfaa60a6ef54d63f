/** Retry delays: 1, 2, 4 ... 60 s, each shortened by up to half so that failures don't retry simultaneously. */

const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

/** `attempts`: failed so far. `random`: 0..1. */
export function backoffMs(attempts: number, random: () => number = Math.random): number {
  const wait = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(10, Math.max(0, attempts - 1)));
  return Math.round(wait / 2 + (random() * wait) / 2);
}
