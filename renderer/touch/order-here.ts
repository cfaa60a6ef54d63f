/** Orders and their elements. */

/** `number` as on its card. */
export interface OrderHere {
  id: string;
  number: string;
}

export function orderHere(on: Element | null | undefined): OrderHere | null {
  const { ofOrder, order } = on?.closest<HTMLElement>('[data-of-order]')?.dataset ?? {};
  return ofOrder !== undefined && order !== undefined ? { id: ofOrder, number: order } : null;
}

/** In the order alert, else on the board, perhaps folded; else null. */
export function cardOf(orderId: string): HTMLElement | null {
  return document.getElementById(`waiting-${orderId}`) ?? document.getElementById(`order-${orderId}`);
}

/** An order's focusable element: the number on its card, or the folded entry. */
export function numberOf(card: HTMLElement | null): HTMLElement | null {
  return card?.querySelector<HTMLElement>('.card-number, .ticket-head') ?? card;
}
