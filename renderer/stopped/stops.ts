/** Which orders were cancelled during preparation and not confirmed yet, and their places on the screen. Pure. */
import type { OrderCard } from '../../contract/contract.ts';
import { type Place, placesOf } from '../state/places.ts';

export interface Stops {
  places: Place[];
  /** They stand beside each other; else each has the room of the whole screen, and the first one is in sight. */
  isList: boolean;
}

export const NO_STOPS: Stops = { places: [], isList: false };

/**
 * `waiting`: those that no one has answered. Under a finger nothing moves: one that was answered leaves a gap, one that is cancelled meanwhile
 * joins at the end, and the first one gives up no room for it.
 */
export function nextStops(before: Stops, waiting: readonly OrderCard[], isTouched: boolean): Stops {
  if (waiting.length === 0) return NO_STOPS;
  const [first] = before.places;
  const isInSight = before.isList || waiting.some(({ id }) => id === first?.order.id);
  if (first && isTouched && isInSight) return { places: placesOf(before.places, waiting, before.isList), isList: before.isList };
  return { places: placesOf(before.places, waiting, false), isList: waiting.length > 1 };
}
