/** Orders canceled during preparation and not yet confirmed, with their places. Pure. */
import type { KitchenOrder } from '../../contract/contract.ts';
import { type Place, placesOf } from '../state/places.ts';

export interface Stops {
  places: Place[];
  /** All are side by side; else each fills the screen and only the first is visible. */
  isList: boolean;
}

export const NO_STOPS: Stops = { places: [], isList: false };

/**
 * `waiting`: orders not confirmed yet. While the screen is tapped nothing moves: confirmed orders keep an empty place, new ones are
 * appended, and the first keeps its size.
 */
export function nextStops(before: Stops, waiting: readonly KitchenOrder[], isTouched: boolean): Stops {
  if (waiting.length === 0) return NO_STOPS;
  const [first] = before.places;
  const isInSight = before.isList || waiting.some(({ id }) => id === first?.order.id);
  if (first && isTouched && isInSight) return { places: placesOf(before.places, waiting, before.isList), isList: before.isList };
  return { places: placesOf(before.places, waiting, false), isList: waiting.length > 1 };
}
