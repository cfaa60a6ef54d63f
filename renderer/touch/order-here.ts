/** Orders and the elements of the page that show them. */

/** `number`: what stands on its card. */
export interface OrderHere {
  id: string;
  number: string;
}

/** The order that this element of the page belongs to. */
export function orderHere(on: Element | null | undefined): OrderHere | null {
  const { ofOrder, order } = on?.closest<HTMLElement>('[data-of-order]')?.dataset ?? {};
  return ofOrder !== undefined && order !== undefined ? { id: ofOrder, number: order } : null;
}

/** In the call while that is there, else on the board, where it may be folded; null where it is in neither. */
export function cardOf(orderId: string): HTMLElement | null {
  return document.getElementById(`waiting-${orderId}`) ?? document.getElementById(`order-${orderId}`);
}

/** What stands for the order to the keyboard: the number on its card, or the whole of what it is folded into. */
export function numberOf(card: HTMLElement | null): HTMLElement | null {
  return card?.querySelector<HTMLElement>('.card-number, .ticket-head') ?? card;
}
