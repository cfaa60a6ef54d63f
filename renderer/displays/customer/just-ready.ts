/** The order that just became ready and is highlighted. Pure. */
import type { Waiting } from './waiting.ts';

/** An order is highlighted for this long, ms. */
const LIT_MS = 20_000;

/** When each order became ready here, by ID, ms; 0 if before the screen opened. */
export type ReadySince = ReadonlyMap<string, number>;

/** `before`: null if the screen was just opened. */
export function readySince(before: ReadySince | null, ready: readonly Waiting[], now: number): ReadySince {
  return new Map(ready.map(({ id }) => [id, before?.get(id) ?? (before === null ? 0 : now)]));
}

/** Newest first, then orders that were ready before the screen opened. */
export function newestFirst(ready: readonly Waiting[], since: ReadySince): Waiting[] {
  return ready.toSorted((a, b) => (since.get(b.id) ?? 0) - (since.get(a.id) ?? 0));
}

/** ID of the order to highlight; null if none became ready recently. */
export function lit(ready: readonly Waiting[], since: ReadySince, now: number): string | null {
  const [newest] = newestFirst(ready, since);
  const at = newest && since.get(newest.id);
  return newest && at && now - at < LIT_MS ? newest.id : null;
}
