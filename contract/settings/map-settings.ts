/** The streets under the map of the courier desk: whose they are. */
import * as v from 'valibot';
import { TileAddress } from '../address.ts';
import { mistake } from '../mistake.ts';

/** Zooms of the world in one tile, and of a house in one. */
const LEAST_ZOOM = 1;
const MOST_ZOOM = 22;

const Fields = v.strictObject({
  tiles_url: v.pipe(
    v.optional(v.nullable(TileAddress), null),
    v.description(
      'Address of a service of map tiles (https; http on this computer alone): of pictures, with `{z}`, `{x}` and `{y}` in it, or of a MapLibre style whose tiles come from the same host. The map of the courier desk then shows streets, and that service sees which places are looked at. Nothing is asked of anybody while it is null. A key in it reaches the page of the map, which must send it; it is in no log and no support file.',
    ),
  ),
  attribution: v.pipe(
    v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))), null),
    v.description('Whose map it is, as its service wants it named; always on the map. Needed with `tiles_url`.'),
  ),
  largest_zoom: v.pipe(
    v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(LEAST_ZOOM), v.maxValue(MOST_ZOOM))), null),
    v.description('The largest zoom that the service has pictures of; 19 where none is given. A style says it itself.'),
  ),
});

export const MapSettings = v.pipe(
  Fields,
  v.forward(
    v.check(({ tiles_url, attribution }) => tiles_url === null || attribution !== null, mistake('fill-this-in')),
    ['attribution'],
  ),
);
export type MapSettings = v.InferOutput<typeof MapSettings>;
