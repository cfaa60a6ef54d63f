/** Scrolls to an order's card and focuses it; opens the order if the board has no card of it. */
import type { OrderCard } from '../../contract/contract.ts';
import { openDialogs } from '../parts/layers.ts';
import { readCounter, setCounter } from '../state/counter.ts';
import { isPressed } from '../touch/hands.ts';
import { cardOf, numberOf } from '../touch/order-here.ts';

/** False where none is drawn. */
export function showCard(orderId: string): boolean {
  const card = cardOf(orderId);
  if (!card) return false;
  // At once: what glides would move under the next touch.
  card.scrollIntoView({ block: 'start', behavior: 'instant' });
  numberOf(card)?.focus({ preventScroll: true });
  return true;
}

/** A dialog that closes gives the focus back first, ms. */
const CLOSES_MS = 100;
/** A board that only now comes on the screen draws its cards once its room is known, frames. */
const DRAWN_WITHIN = 20;
const NOTHING_OPEN = {
  openOrder: null,
  openAbove: null,
  rejecting: null,
  handingOver: null,
  sellingOut: null,
  several: null,
  rushOpen: false,
  selfTestOpen: false,
  paletteOpen: false,
  healthOpen: false,
} as const;

/**
 * Leads to an order from wherever someone is: to its card on the board, with nothing open over it. Where no more than its number is drawn
 * (it is folded or over) or nothing of it (this is a kitchen display), the order itself is opened; and so it is above a form that someone
 * fills in, which is there again afterwards.
 */
export function leadTo({ id, column }: Pick<OrderCard, 'id' | 'column'>): void {
  const { filling, openOrder } = readCounter();
  if (filling > 0) return setCounter({ openAbove: openOrder === id ? null : id });
  const wait = openDialogs() > 0 ? CLOSES_MS : 0;
  setCounter({ screen: 'board', boardTab: column, setUp: null, ...NOTHING_OPEN });
  let frames = 0;
  const look = (): void => {
    // Under a finger that has gone down meanwhile nothing moves.
    if (isPressed()) return void requestAnimationFrame(look);
    const isDrawn = showCard(id);
    if (!isDrawn && frames < DRAWN_WITHIN) {
      frames += 1;
      requestAnimationFrame(look);
    } else if (!isDrawn || cardOf(id)?.matches('.rail-order')) setCounter({ openOrder: id });
  };
  setTimeout(() => requestAnimationFrame(look), wait);
}
