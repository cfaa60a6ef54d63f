/** Projects coordinates to the map: fitted to shown places, or to visible streets. Pure. */
import type { Degrees } from '../../../contract/contract.ts';
import type { Corners, Sight } from '../../map/messages.ts';

/** Map units; a letter is three high (map-names.ts). */
export interface Projection {
  at: (place: Degrees) => [number, number];
  width: number;
  height: number;
  metre: number;
}

const WIDTH = 100;
const MARGIN = 6;
const METRES_IN_A_DEGREE = 111_320;
const EARTH_METRES = 40_075_017;
/** World size at zoom 0, CSS px, as in MapLibre. */
const WORLD = 512;
/** CSS px per map unit: letters of 16 px. */
const UNIT = 16 / 3;

/** Projection without streets: 100 units wide, degrees east scaled by the cosine of the latitude. */
export function sheetOf(points: readonly Degrees[]): Projection {
  const [west, south, east, north] = cornersOf(points);
  const narrow = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const span = Math.max((east - west) * narrow, north - south, 0.01);
  const scale = (WIDTH - 2 * MARGIN) / span;
  return {
    width: WIDTH,
    height: Math.max(30, (north - south) * scale + 2 * MARGIN),
    metre: scale / METRES_IN_A_DEGREE,
    at: ({ lat, lon }) => [MARGIN + (lon - west) * narrow * scale, MARGIN + (north - lat) * scale],
  };
}

/** Projection over the visible streets: Web Mercator. */
export function overStreets({ centre, zoom, width, height }: Sight): Projection {
  const world = WORLD * 2 ** zoom;
  const [middleX, middleY] = mercator(centre);
  return {
    width: width / UNIT,
    height: height / UNIT,
    metre: world / UNIT / (EARTH_METRES * Math.cos((centre.lat * Math.PI) / 180)),
    at(place) {
      const [x, y] = mercator(place);
      return [((x - middleX) * world + width / 2) / UNIT, ((y - middleY) * world + height / 2) / UNIT];
    },
  };
}

export function isInSight({ at, width, height }: Projection, place: Degrees): boolean {
  const [x, y] = at(place);
  return x >= 0 && y >= 0 && x <= width && y <= height;
}

export function cornersOf(points: readonly Degrees[]): Corners {
  const lats = points.map(({ lat }) => lat);
  const lons = points.map(({ lon }) => lon);
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
}

/** Fractions of the world's width, from west and north. */
function mercator({ lat, lon }: Degrees): [number, number] {
  const sine = Math.sin((lat * Math.PI) / 180);
  return [lon / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
}
