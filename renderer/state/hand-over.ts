/** When one touch on an order is not enough. Pure. */
import type { ActionName, OrderCard } from '../../contract/contract.ts';

/** Someone's bag is not checked off, or something must be entered first. */
export function asksBack(order: OrderCard, action: ActionName): boolean {
  const needsBatches = order.actions.some((one) => one.name === action && one.needsBatches);
  return action === 'reject' || needsBatches || (isHandOver(order, action) && isBagMissing(order));
}

export function isBagMissing({ checked, bags, participants }: OrderCard): boolean {
  return checked.length < bags || participants.some((_, place) => !checked.includes(place));
}

/** What the courier fetches is handed over with "ready"; what someone fetches here, with "delivered". */
export function isHandOver(order: OrderCard, action: ActionName): action is 'ready' | 'delivered' {
  return order.kind === 'delivery' ? action === 'ready' : action === 'delivered';
}
