import * as v from 'valibot';
import { TileAddress } from '../address.ts';
import { mistake } from '../mistake.ts';
import { section } from './section.ts';

const LEAST_ZOOM = 1;
const MOST_ZOOM = 22;

const Fields = v.strictObject({
  tiles_url: v.pipe(
    v.optional(v.nullable(TileAddress), null),
    v.description(
      "Address of a map tile service (https; http only on this computer) for streets on the courier map: images, with `{z}`, `{x}` and `{y}`, or a MapLibre style with tiles from the same host. The service sees which places are viewed. Null requests nothing. A key in it is used by the map's page, and is in no log or support file.",
    ),
  ),
  attribution: v.pipe(
    v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))), null),
    v.description('Attribution, always shown on the map. Required with `tiles_url`.'),
  ),
  largest_zoom: v.pipe(
    v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(LEAST_ZOOM), v.maxValue(MOST_ZOOM))), null),
    v.description('Largest zoom with images; 19 by default. A style states its own.'),
  ),
});

export const MapSettings = v.pipe(
  Fields,
  v.forward(
    v.check(({ tiles_url, attribution }) => tiles_url === null || attribution !== null, mistake('field.required')),
    ['attribution'],
  ),
);
export type MapSettings = v.InferOutput<typeof MapSettings>;

export const mapSection = section(v.optional(MapSettings, {}), [], {
  tiles_url: 'looks',
  attribution: 'of-address',
  largest_zoom: 'of-address',
});
