/** When one tap on an order isn't enough. Pure. */
import type { ActionName, KitchenOrder } from '../../contract/contract.ts';

/** Whether a dialog opens first: a bag is unchecked, or input is needed. */
export function needsConfirmation(order: KitchenOrder, action: ActionName): boolean {
  const needsBatches = order.actions.some((one) => one.name === action && one.needsBatches);
  return action === 'reject' || needsBatches || (isHandOver(order, action) && isBagMissing(order));
}

export function isBagMissing({ checked, bags, participants }: KitchenOrder): boolean {
  return checked.length < bags || participants.some((_, place) => !checked.includes(place));
}

/** Delivery orders are handed over with "ready", takeaway orders with "delivered". */
export function isHandOver(order: KitchenOrder, action: ActionName): action is 'ready' | 'delivered' {
  return order.kind === 'delivery' ? action === 'ready' : action === 'delivered';
}
