/**
 * Messages between the main screen and the map page, which is separate because only it may load tiles (its content security policy): it
 * receives the address of the tiles and the corners of the visible part, and nothing about customers.
 */
import type { Degrees, Streets } from '../../contract/contract.ts';

/** The corners, degrees: west, south, east, north. */
export type Corners = readonly [number, number, number, number];

export type ToMap =
  /** `isOfPictures`: its address is that of pictures, and not of a style. */
  | { kind: 'begin'; streets: Streets; isOfPictures: boolean; corners: Corners }
  /** `room`: how much more around it is to be seen, as a part of its size. */
  | { kind: 'see'; corners: Corners; room: number }
  | { kind: 'zoom'; by: 1 | -1 }
  /** CSS pixels to the right and down. */
  | { kind: 'push'; by: readonly [number, number] };

/** What is in sight: a world of `512 * 2 ** zoom` pixels in Web Mercator, and the window on it in pixels. */
export interface Sight {
  centre: Degrees;
  zoom: number;
  width: number;
  height: number;
}

/** Why there are no streets: this computer draws none, or their service gives none. */
export type NoStreets = 'noWebgl' | 'noTiles';

export type FromMap =
  | { kind: 'ready' }
  /** `byHand`: someone pushed or zoomed it there. */
  | { kind: 'sight'; sight: Sight; byHand: boolean }
  /** Whom the style names beside what the settings name, as plain text. */
  | { kind: 'shown'; named: string[] }
  | { kind: 'failed'; why: NoStreets };
