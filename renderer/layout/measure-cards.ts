/** Measures the cards and tickets on screen for the layout. */
import type { Sized } from './deal.ts';

/** Assumed height before any card was drawn, CSS px at the usual size. */
const USUAL_HEIGHT = 240;

/** Last heights by container and order ID, CSS px at the usual size. */
const drawnIn = new Map<string, ReadonlyMap<string, number>>();

export const forgetCards = (around: string): void => void drawnIn.delete(around);

/** `isGuess`: the card isn't drawn yet; its height is the average of the others. */
export interface Measured extends Sized {
  isGuess: boolean;
}

/** Heights of these orders in `around` (a selector). Forgets all others. */
export function measureCards(around: string, places: readonly { order: { id: string } }[]): Measured[] {
  const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  const cards = document.querySelectorAll<HTMLElement>(`${around} .slot > [data-order-id]`);
  const drawn = new Map([...cards].map((card) => [card.dataset.orderId, card.offsetHeight / scale]));
  const heights = new Map(
    places.flatMap(({ order: { id } }) => {
      const height = drawn.get(id) ?? drawnIn.get(around)?.get(id);
      return height === undefined ? [] : [[id, height]];
    }),
  );
  drawnIn.set(around, heights);
  const average = heights.size === 0 ? USUAL_HEIGHT : [...heights.values()].reduce((sum, height) => sum + height) / heights.size;
  return places.map(({ order: { id } }) => ({ id, height: heights.get(id) ?? average, isGuess: !heights.has(id) }));
}
