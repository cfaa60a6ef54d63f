/** Work that comes in pieces, done without keeping everybody else waiting: notifications and touches get their turn in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** What one paper takes of the event loop at a time, ms. */
const SLICE_MS = 8;

/** All pieces, in their order. A piece that throws rejects. */
export async function calmly<T>(pieces: Iterable<T>): Promise<T[]> {
  const all: T[] = [];
  let began = performance.now();
  for (const piece of pieces) {
    all.push(piece);
    if (performance.now() - began < SLICE_MS) continue;
    await nextTurn();
    began = performance.now();
  }
  return all;
}
