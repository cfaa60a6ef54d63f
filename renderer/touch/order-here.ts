/** Finds the order of an element, and the element of an order. */

/** `number` as on its card. */
export interface OrderHere {
  id: string;
  number: string;
}

export function orderHere(on: Element | null | undefined): OrderHere | null {
  const { ofOrder, order } = on?.closest<HTMLElement>('[data-of-order]')?.dataset ?? {};
  return ofOrder !== undefined && order !== undefined ? { id: ofOrder, number: order } : null;
}

/** The order's element: in the order alert, else on the board, where it may be folded; null for none. */
export function cardOf(orderId: string): HTMLElement | null {
  return document.getElementById(`waiting-${orderId}`) ?? document.getElementById(`order-${orderId}`);
}

/** An order's focusable element: the number on its card, or the folded entry. */
export function numberOf(card: HTMLElement | null): HTMLElement | null {
  return card?.querySelector<HTMLElement>('.card-number, .ticket-head') ?? card;
}
