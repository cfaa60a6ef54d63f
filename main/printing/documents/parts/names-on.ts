/** Names on paper, and the words for those that the service did not tell. */
import { type Order, type OrderItem, UNASSIGNED } from '../../../orders/order.ts';
import type { Say } from '../../paper-words.ts';

export function itemName({ name }: Pick<OrderItem, 'name'>, say: Say): string {
  return name ?? say('nameless-item');
}

/** The participant at this place: "Aino K", "Guest 2" where no name was told, or the word for what nobody claimed. */
export function personName({ participants }: Pick<Order, 'participants'>, at: number, say: Say): string {
  const name = participants[at]?.name ?? null;
  if (name === UNASSIGNED) return say('not-assigned');
  return name ?? say('guest', { number: at + 1 });
}
