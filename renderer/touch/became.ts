/** What has become of an order on this screen: whoever touches it once more is told that, not that it has only just come. */
import type { OrderCard } from '../../preload/contract.ts';
import { type Counter, readCounter, useCounter } from '../state/counter.ts';
import { entryOf } from '../state/entry-of.ts';
import { words } from '../words.ts';

/** A touch that comes within this after an order has moved on was meant for how it was before, ms. */
const RECENT_MS = 3_000;

type Known = Pick<Counter, 'held' | 'sending' | 'refusals'>;

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

/** The orders that are not what they were: their status, their column, a command that began or ended, or gone. Pure. */
export function movedOn(before: Known, now: Known): string[] {
  const was = before.held?.state.orders ?? {};
  const is = now.held?.state.orders ?? {};
  const ids = new Set([...Object.keys(was), ...Object.keys(before.sending)]);
  return [...ids].filter((id) => {
    if (entryOf(before.sending, id) && !entryOf(now.sending, id)) return true;
    const [old, one] = [entryOf(was, id), entryOf(is, id)];
    return old !== one && old !== undefined && !isAlike(old, one);
  });
}

/**
 * What a touch came too late for, in the words of its card: a command on its way, or what it has just become. Null for an order that is as
 * it was, or of which nothing is known. Pure.
 */
export function becameOf(id: string, { held, sending, refusals }: Known, hasMovedOn: boolean): string | null {
  const order = entryOf(held?.state.orders ?? {}, id);
  const underWay = entryOf(sending, id);
  if (order?.pending) return order.pending.says;
  if (underWay) return words.actions.sending[underWay];
  if (!order || !hasMovedOn) return null;
  return entryOf(refusals, id)?.says ?? order.statusLabel;
}

/** The same of this screen now. */
export function becameHere(id: string): string | null {
  const at = movedOnAt.get(id);
  return becameOf(id, readCounter(), at !== undefined && performance.now() - at < RECENT_MS);
}

/** What stands on its card; null for an order that nothing is known of. */
export const numberOf = (id: string): string | null => numbers.get(id) ?? null;

function isAlike(old: OrderCard, one: OrderCard | undefined): boolean {
  return one !== undefined && old.status === one.status && old.column === one.column && old.pending?.action === one.pending?.action;
}

function forget(now: number): void {
  const orders = readCounter().held?.state.orders ?? {};
  for (const [id, at] of movedOnAt) if (now - at >= RECENT_MS) movedOnAt.delete(id);
  for (const id of numbers.keys()) if (!entryOf(orders, id) && !movedOnAt.has(id)) numbers.delete(id);
}
