/** A long press, right click or menu key on a dish asks how long it's sold out. */
import type { KitchenOrder } from '../../contract/contract.ts';
import { markTapped } from '../state/order-commands.ts';
import { isForStaff, may, readUiState, setUiState } from '../state/ui-state.ts';
import { useLongPress } from '../touch/use-long-press.ts';

export function useDishPress(order: KitchenOrder) {
  return useLongPress((on, isByKey) => {
    const place = on.closest<HTMLElement>('[data-dish-place]')?.dataset.dishPlace;
    if (place === undefined && !isByKey) return false;
    markTapped(order);
    return askSoldOut(order, place === undefined ? null : Number(place));
  });
}

/** Whether a dish of the order can be marked here: kitchen displays mark dishes on their tickets. */
export const canMarkSoldOut = ({ items, unread }: KitchenOrder): boolean =>
  !unread && items.length > 0 && isForStaff(readUiState()) && may(readUiState(), 'sold-out');

/** `place` null: staff choose the dish. Returns false if nothing can be marked. */
export function askSoldOut(order: KitchenOrder, place: number | null): boolean {
  if (!canMarkSoldOut(order)) return false;
  // An order opened above a form would cover the dialog.
  setUiState({ openAbove: null, sellingOut: { orderId: order.id, place: order.items.length === 1 ? 0 : place } });
  return true;
}
