/**
 * Where each order is on the board. While someone touches the screen nothing moves: leaving orders leave a gap, new ones join at the end.
 * Pure.
 */
import type { Column, OrderCard } from '../../contract/contract.ts';
import { type Columns, isInOrder } from './board.ts';

/** `gone`: the order as it was here last; it stands elsewhere now, or nowhere. */
export interface Place {
  order: OrderCard;
  gone: boolean;
}

export type Places = Record<Column, Place[]>;

/**
 * `keep`: nothing moves, and what left keeps a gap. `sort`: the most pressing stands first again. With neither, gaps close, and everything
 * keeps its order as long as the most pressing stand first in it. `columns` come sorted.
 */
export function placesAfter(before: Places | null, columns: Columns, { keep, sort }: { keep: boolean; sort: boolean }): Places {
  const next: Places = { new: [], scheduled: [], preparing: [], ready: [], ended: [] };
  for (const name of Object.keys(next) as Column[]) {
    const stayed = placesOf(before?.[name] ?? [], columns[name], keep);
    // What is over is never touched to get it done: the newest stands first as soon as no finger is there.
    const sorted = !keep && (sort || name === 'ended' || !isInOrder(name, present(stayed)));
    next[name] = sorted ? columns[name].map(placeOf) : stayed;
  }
  return next;
}

/** Whether an order that stood there does so no longer. */
export function hasLeft(places: readonly Place[], now: readonly OrderCard[]): boolean {
  const here = new Set(now.map(({ id }) => id));
  return places.some(({ order, gone }) => !gone && !here.has(order.id));
}

/** The places of a column: what stays keeps its order, what comes joins at the end; `keep`: what left keeps a gap. */
export function placesOf(old: readonly Place[], now: readonly OrderCard[], keep: boolean): Place[] {
  const byId = new Map(now.map((order) => [order.id, order]));
  const known = new Set(old.map(({ order }) => order.id));
  const stayed = old.flatMap(({ order }) => {
    const current = byId.get(order.id);
    if (current) return [placeOf(current)];
    return keep ? [{ order, gone: true }] : [];
  });
  return [...stayed, ...now.filter(({ id }) => !known.has(id)).map(placeOf)];
}

function placeOf(order: OrderCard): Place {
  return { order, gone: false };
}

/** The orders that stand there. */
export function present(places: readonly Place[]): OrderCard[] {
  return places.flatMap(({ order, gone }) => (gone ? [] : [order]));
}
