import type { Translate } from '../../../../contract/words.ts';
import { type Order, type OrderItem, UNASSIGNED } from '../../../orders/order.ts';

export function itemName({ name }: Pick<OrderItem, 'name'>, t: Translate): string {
  return name ?? t('printout.namelessItem');
}

/** "Aino K", "Guest 2", or the text for unassigned items. */
export function personName({ participants }: Pick<Order, 'participants'>, at: number, t: Translate): string {
  const name = participants[at]?.name ?? null;
  if (name === UNASSIGNED) return t('printout.notAssigned');
  return name ?? t('printout.guest', { number: at + 1 });
}
