/** A long press or a right click on a dish of an order, and the menu key anywhere in it, ask until when it is sold out. */
import type { OrderCard } from '../../contract/contract.ts';
import { readCounter, setCounter } from '../state/counter.ts';
import { touch } from '../state/order-commands.ts';
import { useLongPress } from '../touch/use-long-press.ts';

/** Handlers of an element with dishes (`data-dish-place`). */
export function useDishPress(order: OrderCard) {
  return useLongPress((on, isByKey) => {
    const place = on.closest<HTMLElement>('[data-dish-place]')?.dataset.dishPlace;
    if (place === undefined && !isByKey) return false;
    touch(order);
    return askSoldOut(order, place === undefined ? null : Number(place));
  });
}

/** `place`: null where one of several dishes is still to be chosen. False where there is nothing to mark. */
export function askSoldOut({ id, items, unread }: OrderCard, place: number | null): boolean {
  if (unread || items.length === 0 || readCounter().view !== 'counter') return false;
  // Above a form the order itself lies over the question, also where that is open already.
  setCounter({ openAbove: null, sellingOut: { orderId: id, place: items.length === 1 ? 0 : place } });
  return true;
}
