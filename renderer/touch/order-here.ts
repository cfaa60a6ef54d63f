/** Orders and the elements that show them. */

/** `number` as on its card. */
export interface OrderHere {
  id: string;
  number: string;
}

export function orderHere(on: Element | null | undefined): OrderHere | null {
  const { ofOrder, order } = on?.closest<HTMLElement>('[data-of-order]')?.dataset ?? {};
  return ofOrder !== undefined && order !== undefined ? { id: ofOrder, number: order } : null;
}

/** In the order alert, else on the board, perhaps folded; null if neither. */
export function cardOf(orderId: string): HTMLElement | null {
  return document.getElementById(`waiting-${orderId}`) ?? document.getElementById(`order-${orderId}`);
}

/** The focusable element of an order: the number on its card, or the whole folded entry. */
export function numberOf(card: HTMLElement | null): HTMLElement | null {
  return card?.querySelector<HTMLElement>('.card-number, .ticket-head') ?? card;
}
