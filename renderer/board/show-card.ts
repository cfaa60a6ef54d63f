/** Brings a card of the board into sight and puts the keyboard on it. */

export function showCard(orderId: string): void {
  const card = document.getElementById(`order-${orderId}`);
  if (!card) return;
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  card.scrollIntoView({ block: 'start', behavior: calm ? 'instant' : 'smooth' });
  card.querySelector<HTMLElement>('.card-number')?.focus({ preventScroll: true });
}
