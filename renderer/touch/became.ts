/** What has become of an order: whoever touches it once more is told that, not that it has only just come. Pure. */
import type { ActionName, OrderCard, Problem } from '../../contract/contract.ts';
import { sendingWords } from '../order/names.ts';
import { entryOf } from '../state/entry-of.ts';
import { say } from '../words.ts';

/** What this screen knows of its orders, their commands on the way to the bridge, and what was refused; each by order. */
export interface Known {
  held: { state: { orders: Record<string, OrderCard> } } | null;
  sending: Record<string, ActionName>;
  refusals: Record<string, Problem>;
}

/** The orders that are not what they were: their status, their column, a command that began or ended, or gone. */
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
 * it was, or of which nothing is known.
 */
export function becameOf(id: string, { held, sending, refusals }: Known, hasMovedOn: boolean): string | null {
  const order = entryOf(held?.state.orders ?? {}, id);
  const underWay = entryOf(sending, id);
  if (order?.pending) return say(order.pending.says);
  if (underWay) return sendingWords(underWay, order?.kind);
  if (!order || !hasMovedOn) return null;
  return say(entryOf(refusals, id)?.says ?? order.statusLabel);
}

function isAlike(old: OrderCard, one: OrderCard | undefined): boolean {
  return one !== undefined && old.status === one.status && old.column === one.column && old.pending?.action === one.pending?.action;
}
