/** Splits long work so that notifications and taps are handled in between. */
import { systemTime } from '../../shared/time/system-time.ts';

/** Ms of work before yielding. */
const SLICE_MS = 8;

export interface Slice {
  isOver(): boolean;
  next(): Promise<void>;
}

/** Work that fits into one slice never yields. */
export function slice(): Slice {
  let began = systemTime.elapsed();
  return {
    isOver: () => systemTime.elapsed() - began >= SLICE_MS,
    async next() {
      await turn();
      began = systemTime.elapsed();
    },
  };
}

const waiting: (() => void)[] = [];

/** One resumes per turn of the event loop, however many wait: together they would block it again. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });
}

function goOn(): void {
  const next = waiting.shift();
  if (waiting.length > 0) setImmediate(goOn);
  next?.();
}

/** All pieces in order. Rejects if a piece throws. */
export async function collectYielding<T>(pieces: Iterable<T>): Promise<T[]> {
  const all: T[] = [];
  const own = slice();
  for (const piece of pieces) {
    all.push(piece);
    if (own.isOver()) await own.next();
  }
  return all;
}

export function mapYielding<T, Made>(all: Iterable<T>, make: (one: T, at: number) => Made): Promise<Made[]> {
  return collectYielding(made(all, make));
}

function* made<T, Made>(all: Iterable<T>, make: (one: T, at: number) => Made): Generator<Made> {
  let at = 0;
  for (const one of all) {
    yield make(one, at);
    at += 1;
  }
}
