/** Shows an order's card, or the opened order if the board has no card of it. */
import type { OrderCard } from '../../contract/contract.ts';
import { openDialogs } from '../parts/layers.ts';
import { NOTHING_OPEN, readUiState, setUiState } from '../state/ui-state.ts';
import { isPressed } from '../touch/hands.ts';
import { cardOf, numberOf } from '../touch/order-here.ts';

/** False if there's no card to show. */
export function showCard(orderId: string): boolean {
  const card = cardOf(orderId);
  if (!card) return false;
  // Smooth scrolling would move the page under the next tap.
  card.scrollIntoView({ block: 'start', behavior: 'instant' });
  numberOf(card)?.focus({ preventScroll: true });
  return true;
}

/** Waits this long for a closing dialog, which restores the focus, ms. */
const CLOSES_MS = 100;
const DRAWN_WITHIN = 20;

/**
 * Shows an order from any screen: its card, or the opened order if the board shows only its number or nothing. An open form stays open
 * below it.
 */
export function leadTo({ id, column }: Pick<OrderCard, 'id' | 'column'>): void {
  const { filling, openOrder } = readUiState();
  if (filling > 0) return setUiState({ openAbove: openOrder === id ? null : id });
  const wait = openDialogs() > 0 ? CLOSES_MS : 0;
  setUiState({ screen: 'board', boardTab: column, boardOrder: id, setUp: null, ...NOTHING_OPEN });
  let frames = 0;
  const look = (): void => {
    // Nothing moves under a pressed finger.
    if (isPressed()) return void requestAnimationFrame(look);
    const isDrawn = showCard(id);
    if (!isDrawn && frames < DRAWN_WITHIN) {
      frames += 1;
      requestAnimationFrame(look);
    } else if (!isDrawn || cardOf(id)?.matches('.rail-order')) setUiState({ openOrder: id });
  };
  setTimeout(() => requestAnimationFrame(look), wait);
}
