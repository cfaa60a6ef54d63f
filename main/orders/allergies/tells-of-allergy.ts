/** Whether an order tells of an allergy: in its note, or in what was chosen with a dish. */
import type { Order } from '../order.ts';
import { allergiesIn } from './allergies-in.ts';

/** An order is looked at twice a second, and changes seldom. */
const known = new WeakMap<Order, boolean>();

export function tellsOfAllergy(order: Order): boolean {
  const before = known.get(order);
  if (before !== undefined) return before;
  const tells = textsOf(order).some((text) => allergiesIn(text).length > 0);
  known.set(order, tells);
  return tells;
}

/** A choice is read with its group, as one sentence: "Allergies: nuts". */
function textsOf({ consumer, items }: Order): string[] {
  const choices = items.flatMap(({ options }) =>
    options.map(({ group, value }) => [group, value].filter((part) => part.trim() !== '').join(': ')),
  );
  return [consumer.comment ?? '', ...choices];
}
