/**
 * Messages to the map page, which is separate because only its CSP allows tiles. It gets the tile address and visible corners, and no
 * customer data.
 */
import type { Degrees, Streets } from '../../contract/contract.ts';

/** Degrees: west, south, east, north. */
export type Corners = readonly [number, number, number, number];

export type ToMap =
  /** `isOfPictures`: raster tiles rather than a style. */
  | { kind: 'begin'; streets: Streets; isOfPictures: boolean; corners: Corners }
  /** `room`: extra margin, as a share of the size. */
  | { kind: 'see'; corners: Corners; room: number }
  | { kind: 'zoom'; by: 1 | -1 }
  /** CSS px right and down. */
  | { kind: 'push'; by: readonly [number, number] };

/** Visible part: a Web Mercator world of `512 * 2 ** zoom` px, and the window's size, px. */
export interface Sight {
  centre: Degrees;
  zoom: number;
  width: number;
  height: number;
}

/** The computer can't draw streets, or the service provides none. */
export type NoStreets = 'noWebgl' | 'noTiles';

export type FromMap =
  | { kind: 'ready' }
  /** `byHand`: moved by staff. */
  | { kind: 'sight'; sight: Sight; byHand: boolean }
  /** Attributions of the style, plain text. */
  | { kind: 'shown'; named: string[] }
  | { kind: 'failed'; why: NoStreets };
