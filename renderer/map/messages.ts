/**
 * Messages to the map page, which is separate because only its CSP allows tiles. It gets the tile address and visible corners, and no
 * customer data.
 */
import type { Degrees, Streets } from '../../contract/contract.ts';

/** Degrees: west, south, east, north. */
export type Corners = readonly [number, number, number, number];

export type ToMap =
  /** Shows streets. `isOfPictures`: from raster tiles rather than a style. */
  | { kind: 'begin'; streets: Streets; isOfPictures: boolean; corners: Corners }
  /** Moves to other corners. `room`: extra margin, as a share of the size. */
  | { kind: 'see'; corners: Corners; room: number }
  | { kind: 'zoom'; by: 1 | -1 }
  /** Moves by CSS px, right and down. */
  | { kind: 'push'; by: readonly [number, number] };

/** The visible part. The zoom makes a Web Mercator world `512 * 2 ** zoom` px wide; the size is the window's, in px. */
export interface Sight {
  centre: Degrees;
  zoom: number;
  width: number;
  height: number;
}

/** Why there are no streets: the computer can't draw them, or the service provides none. */
export type NoStreets = 'noWebgl' | 'noTiles';

export type FromMap =
  | { kind: 'ready' }
  /** What's visible now. `byHand`: staff moved the map. */
  | { kind: 'sight'; sight: Sight; byHand: boolean }
  /** The map is drawn. `named`: attributions of its sources, plain text. */
  | { kind: 'shown'; named: string[] }
  | { kind: 'failed'; why: NoStreets };
