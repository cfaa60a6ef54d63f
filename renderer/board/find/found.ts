/** Finds orders by number, name, dish, option or note, ignoring accents and case. Pure. */
import type { OrderCard } from '../../../contract/contract.ts';
import { plainText } from '../../parts/plain-text.ts';
import { entryOf } from '../../state/entry-of.ts';

/** IDs of orders that stay visible without a match. */
export type Kept = Readonly<Record<string, true>>;

/** Whether every word occurs in the order. Ringing orders, and cancelations that staff haven't confirmed, always match. */
export function isFound(order: OrderCard, find: string | null, kept: Kept = {}): boolean {
  if (find === null || order.alerting || order.cancelled === 'unseen' || entryOf(kept, order.id)) return true;
  const words = plainText(find).split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const text = plainText(textOf(order));
  return words.every((word) => text.includes(word));
}

/** Orders that stop matching stay until the search changes: a ringing card must not leave when tapped. */
export function keptAfter(kept: Kept, find: string, before: Record<string, OrderCard>, now: Record<string, OrderCard>): Kept {
  const leaving = Object.keys(now).filter((id) => {
    const [was, is] = [entryOf(before, id), entryOf(now, id)];
    return was !== is && was && is && isFound(was, find, kept) && !isFound(is, find, kept);
  });
  return leaving.length === 0 ? kept : { ...kept, ...Object.fromEntries(leaving.map((id) => [id, true as const])) };
}

export function textOf({ number, customer, comment, items, participants, kindLabel }: OrderCard): string {
  const people = participants.filter((person) => typeof person === 'string');
  const dishes = items.flatMap(({ name, options }) => [name, ...options.map(({ value }) => value)]);
  return [number, customer, comment, typeof kindLabel === 'string' ? kindLabel : '', ...people, ...dishes].join(' ');
}

/** Dishes on the board with counts, most first, as search suggestions. */
export function dishesOf(orders: readonly OrderCard[], most: number): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { items, column } of orders) {
    if (column === 'ended') continue;
    for (const { name, count } of items) if (name !== null) counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name))
    .slice(0, most);
}
