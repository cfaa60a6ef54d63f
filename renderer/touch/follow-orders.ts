/** Keeps what has become of each order on this screen, for as long as a touch may have been meant for how it was before. */
import { readCounter, useCounter } from '../state/counter.ts';
import { entryOf } from '../state/entry-of.ts';
import { becameOf, type Known, movedOn } from './became.ts';

/** A touch that comes within this after an order has moved on was meant for how it was before, ms. */
const RECENT_MS = 3_000;
/** Whoever presses a key again within this presses it once more, ms. */
const SAME_KEY_MS = 1_000;

/** By order: when it last moved on here, ms of the page's clock. */
const movedOnAt = new Map<string, number>();
/** The numbers of the orders that this screen knows, or knew until a moment ago. */
const numbers = new Map<string, string>();

/** Starts following; called once, when the page starts. */
export function startFollowingOrders(): void {
  const follow = (now: Known, before: Known) => {
    const isOther = now.held?.state.orders !== before.held?.state.orders || now.sending !== before.sending;
    if (!isOther) return;
    const at = performance.now();
    for (const id of movedOn(before, now)) movedOnAt.set(id, at);
    forget(at);
    for (const { id, number } of Object.values(now.held?.state.orders ?? {})) numbers.set(id, number);
  };
  useCounter.subscribe(follow);
}

/** The same of this screen now. */
export function becameHere(id: string): string | null {
  const at = movedOnAt.get(id);
  return becameOf(id, readCounter(), at !== undefined && performance.now() - at < RECENT_MS);
}

/** Whether it has moved on so lately that one key for "the next step", pressed again, was meant for the step before. */
export function hasJustMovedOn(id: string): boolean {
  const at = movedOnAt.get(id);
  return at !== undefined && performance.now() - at < SAME_KEY_MS;
}

/** What stands on its card; null for an order that nothing is known of. */
export const numberOf = (id: string): string | null => numbers.get(id) ?? null;

function forget(now: number): void {
  const orders = readCounter().held?.state.orders ?? {};
  for (const [id, at] of movedOnAt) if (now - at >= RECENT_MS) movedOnAt.delete(id);
  for (const id of numbers.keys()) if (!entryOf(orders, id) && !movedOnAt.has(id)) numbers.delete(id);
}
