import type { Order } from '../order.ts';
import { allergiesIn, allergiesInChoice } from './allergies-in.ts';

/** Cached: orders are checked twice a second and rarely change. */
const known = new WeakMap<Order, boolean>();

export function mentionsAllergy(order: Order): boolean {
  const before = known.get(order);
  if (before !== undefined) return before;
  const { consumer, items } = order;
  const mentions =
    allergiesIn(consumer.comment ?? '').length > 0 ||
    items.some(({ options }) => options.some(({ group, value }) => allergiesInChoice(group, value).length > 0));
  known.set(order, mentions);
  return mentions;
}
