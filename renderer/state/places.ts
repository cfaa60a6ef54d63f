/**
 * The places of orders on the board. While the screen is tapped nothing moves: an order that leaves keeps an empty place, new ones are
 * appended. Pure.
 */
import type { Column, KitchenOrder, OrderCard } from '../../contract/contract.ts';
import { type Columns, isInOrder } from './board.ts';

/** `gone`: the order has left; `order` is its last state. */
export interface Place<Order extends KitchenOrder = KitchenOrder> {
  order: Order;
  gone: boolean;
}

export type Places = Record<Column, Place<OrderCard>[]>;

/**
 * `keep`: nothing moves and empty places stay. `sort`: most urgent first. With neither, empty places close, and orders stay in place as
 * long as the most urgent are first. `columns` are sorted.
 */
export function placesAfter(before: Places | null, columns: Columns, { keep, sort }: { keep: boolean; sort: boolean }): Places {
  const next: Places = { new: [], scheduled: [], preparing: [], ready: [], ended: [] };
  for (const name of Object.keys(next) as Column[]) {
    const stayed = placesOf(before?.[name] ?? [], columns[name], keep);
    // Ended orders aren't tapped, so they're sorted as soon as no finger is down.
    const sorted = !keep && (sort || name === 'ended' || !isInOrder(name, present(stayed)));
    next[name] = sorted ? columns[name].map(placeOf) : stayed;
  }
  return next;
}

export function hasGoneOrder(places: readonly Place[], now: readonly KitchenOrder[]): boolean {
  const here = new Set(now.map(({ id }) => id));
  return places.some(({ order, gone }) => !gone && !here.has(order.id));
}

/** Known orders keep their order, new ones are appended; `keep`: orders that left keep an empty place. */
export function placesOf<Order extends KitchenOrder>(old: readonly Place<Order>[], now: readonly Order[], keep: boolean): Place<Order>[] {
  const byId = new Map(now.map((order) => [order.id, order]));
  const known = new Set(old.map(({ order }) => order.id));
  const stayed = old.flatMap(({ order }) => {
    const current = byId.get(order.id);
    if (current) return [placeOf(current)];
    return keep ? [{ order, gone: true }] : [];
  });
  return [...stayed, ...now.filter(({ id }) => !known.has(id)).map(placeOf)];
}

function placeOf<Order extends KitchenOrder>(order: Order): Place<Order> {
  return { order, gone: false };
}

export function present<Order extends KitchenOrder>(places: readonly Place<Order>[]): Order[] {
  return places.flatMap(({ order, gone }) => (gone ? [] : [order]));
}
