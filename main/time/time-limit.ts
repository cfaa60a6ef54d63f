/** A limit for what may never answer: a share that is away, a device or a program that hangs. */
import type { Cancel, Time } from '../../shared/time/time.ts';

/** `code`: the same as where the system itself gives up waiting for another computer. */
export class TookTooLong extends Error {
  readonly code = 'ETIMEDOUT';
}

/** Where a call still hangs: it holds one of the few threads that read files, and a second one there would hold the next. */
const hanging = new Set<string>();

/**
 * The answer of `work`, or TookTooLong after so many ms, and at once while an earlier call at the same place still hangs. What is late
 * cannot be ended from here: its signal aborts, and it is to do nothing more once it goes on. `place`: null for what holds no thread.
 */
export async function inTime<T>(
  time: Pick<Time, 'after'>,
  place: string | null,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (place !== null && hanging.has(place)) throw new TookTooLong(`an earlier call at ${place} still hangs`);
  const over = new AbortController();
  let isLate = false;
  let noLimit: Cancel | undefined;
  const late = new Promise<never>((_, reject) => {
    noLimit = time.after(limitMs, () => {
      isLate = true;
      if (place !== null) hanging.add(place);
      const error = new TookTooLong(`no answer at ${place ?? 'this work'} in ${limitMs} ms`);
      over.abort(error);
      reject(error);
    });
  });
  const call = work(over.signal).finally(() => {
    noLimit?.();
    if (isLate && place !== null) hanging.delete(place);
  });
  return Promise.race([call, late]);
}
