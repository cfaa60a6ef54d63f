/** Whether an order mentions an allergy or allergen, in its note or in an option. */
import type { Order } from '../order.ts';
import { allergiesIn, allergiesInChoice } from './allergies-in.ts';

/** An order is checked twice a second, and rarely changes. */
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
