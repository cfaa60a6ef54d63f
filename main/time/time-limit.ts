/** Time limits for work that may hang: an offline share, a device, a program. */
import type { Cancel, Time } from '../../shared/time/time.ts';

/** `code`: the same as for the system's own timeouts. */
export class TookTooLong extends Error {
  readonly code = 'ETIMEDOUT';
}

/** Folders and devices with a hanging call: each blocks one of the few file threads, so no second call is made there. */
const hanging = new Set<string>();

/**
 * Rejects with TookTooLong after `limitMs`, or at once while an earlier call at the same place hangs. Late work can't be stopped: its
 * signal aborts, and it must do nothing more. `place`: the folder or device; null for work that blocks no thread.
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
