/** Brings the card of an order into sight and puts the keyboard on it. */

/** In the call while that is there, else on the board; null where it is in neither. */
export function cardOf(orderId: string): HTMLElement | null {
  return document.getElementById(`waiting-${orderId}`) ?? document.getElementById(`order-${orderId}`);
}

export function showCard(orderId: string): void {
  const card = cardOf(orderId);
  if (!card) return;
  // At once: what glides would move under the next touch.
  card.scrollIntoView({ block: 'start', behavior: 'instant' });
  card.querySelector<HTMLElement>('.card-number')?.focus({ preventScroll: true });
}
