/** Splits long work so that notifications and taps are handled in between. */
import { systemTime } from '../../shared/time/system-time.ts';

/** Ms of work before yielding. */
const SLICE_MS = 8;

export interface TimeSlice {
  isOver(): boolean;
  next(): Promise<void>;
}

/** Work that fits into one slice never yields. */
export function timeSlice(): TimeSlice {
  let began = systemTime.elapsed();
  return {
    isOver: () => systemTime.elapsed() - began >= SLICE_MS,
    async next() {
      await yieldToEventLoop();
      began = systemTime.elapsed();
    },
  };
}

const waiting: (() => void)[] = [];

/** Only one waiting task resumes per turn of the event loop: several together would block it again. */
function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(resumeNext);
  });
}

function resumeNext(): void {
  const next = waiting.shift();
  if (waiting.length > 0) setImmediate(resumeNext);
  next?.();
}

/** Collects all pieces in order. Rejects if a piece throws. */
export async function collectYielding<T>(pieces: Iterable<T>): Promise<T[]> {
  const all: T[] = [];
  const slice = timeSlice();
  for (const piece of pieces) {
    all.push(piece);
    if (slice.isOver()) await slice.next();
  }
  return all;
}

export function mapYielding<T, Made>(all: Iterable<T>, make: (one: T, at: number) => Made): Promise<Made[]> {
  return collectYielding(mapped(all, make));
}

function* mapped<T, Made>(all: Iterable<T>, make: (one: T, at: number) => Made): Generator<Made> {
  let at = 0;
  for (const one of all) {
    yield make(one, at);
    at += 1;
  }
}
