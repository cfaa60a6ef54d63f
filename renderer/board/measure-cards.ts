/** Measures the cards and tickets on the screen, so that the next one goes into the emptiest column. */
import type { Place } from '../state/places.ts';
import type { InLane } from './layout.ts';

/** A card where none was drawn yet, CSS pixels at the usual size. */
const USUAL_HEIGHT = 240;

/** By order id, as last drawn, CSS pixels at the usual size. */
let heights: ReadonlyMap<string, number> = new Map();

/** The heights of these orders, and of these only from now on. One that was never drawn counts as the average of the others. */
export function measureCards(places: readonly Place[]): InLane[] {
  const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  const cards = document.querySelectorAll<HTMLElement>('.slot > [data-order-id]');
  const drawn = new Map([...cards].map((card) => [card.dataset.orderId, card.offsetHeight / scale]));
  heights = new Map(
    places.flatMap(({ order: { id } }) => {
      const height = drawn.get(id) ?? heights.get(id);
      return height === undefined ? [] : [[id, height]];
    }),
  );
  const average = heights.size === 0 ? USUAL_HEIGHT : [...heights.values()].reduce((sum, height) => sum + height) / heights.size;
  return places.map(({ order: { id } }) => ({ id, height: heights.get(id) ?? average }));
}
