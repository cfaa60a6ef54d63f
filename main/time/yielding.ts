/** Work that comes in pieces, done without keeping everyone else waiting: notifications and touches get their turn in between. */
import { systemTime } from '../../shared/time/system-time.ts';

/** What one piece of work takes of the event loop at a time, ms. */
const SLICE_MS = 8;

export interface Slice {
  /** Whether others should have a turn now. */
  isOver(): boolean;
  /** Gives them one, and begins the next slice. */
  next(): Promise<void>;
}

/** A slice of the event loop, beginning now. What fits into one is done at once, as if no one had asked. */
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

/** Whoever waits for the next slice, in their order. */
const waiting: (() => void)[] = [];

/** One of them in each turn of the event loop, however many there are: together they would keep everyone else waiting again. */
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

/** All pieces, in their order. A piece that throws rejects. */
export async function collectYielding<T>(pieces: Iterable<T>): Promise<T[]> {
  const all: T[] = [];
  const own = slice();
  for (const piece of pieces) {
    all.push(piece);
    if (own.isOver()) await own.next();
  }
  return all;
}

/** What each of them comes to, in their order. */
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
