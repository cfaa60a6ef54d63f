/** Which order has just become ready and is shown large. Pure. */
import type { OrderCard } from '../../../contract/contract.ts';

/** So long a new number is lit, ms. */
const LIT_MS = 20_000;

/** When each order came to stand ready here, by id, ms; 0 for those that stood there when the screen was opened. */
export type ReadySince = ReadonlyMap<string, number>;

/** `before`: null when the screen has just been opened. */
export function readySince(before: ReadySince | null, ready: readonly OrderCard[], now: number): ReadySince {
  return new Map(ready.map(({ id }) => [id, before?.get(id) ?? (before === null ? 0 : now)]));
}

/** The newest first; those that stood there from the start as they came. */
export function newestFirst(ready: readonly OrderCard[], since: ReadySince): OrderCard[] {
  return ready.toSorted((a, b) => (since.get(b.id) ?? 0) - (since.get(a.id) ?? 0));
}

/** The one that is lit; null where none became ready lately. */
export function lit(ready: readonly OrderCard[], since: ReadySince, now: number): string | null {
  const [newest] = newestFirst(ready, since);
  const at = newest && since.get(newest.id);
  return newest && at && now - at < LIT_MS ? newest.id : null;
}
