/** Work that comes in pieces, done without keeping everybody else waiting: notifications and touches get their turn in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';

import { systemTime } from '../../time/system-time.ts';

/** What one paper takes of the event loop at a time, ms. */
const SLICE_MS = 8;

/** All pieces, in their order. A piece that throws rejects. */
export async function calmly<T>(pieces: Iterable<T>): Promise<T[]> {
  const all: T[] = [];
  let began = systemTime.elapsed();
  for (const piece of pieces) {
    all.push(piece);
    if (systemTime.elapsed() - began < SLICE_MS) continue;
    await nextTurn();
    began = systemTime.elapsed();
  }
  return all;
}
