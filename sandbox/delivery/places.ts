export interface Coordinates {
  lat: number;
  lon: number;
}

const EARTH_M = 6_371_000;
const CENTRE: Coordinates = { lat: 60.1699, lon: 24.9384 };
export const REACH_M = 6_000;

/** A place within 3 km of the center; the same text is always the same place. */
export function placeOf(text: string): Coordinates {
  let hash = 2_166_136_261;
  for (const letter of text.toLowerCase()) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  const angle = ((hash % 3_600) / 3_600) * 2 * Math.PI;
  const distance = 500 + (Math.floor(hash / 3_600) % 2_500);
  return moved(CENTRE, Math.cos(angle) * distance, Math.sin(angle) * distance);
}

function moved({ lat, lon }: Coordinates, eastM: number, northM: number): Coordinates {
  const north = (northM / EARTH_M) * (180 / Math.PI);
  const east = (eastM / (EARTH_M * Math.cos((lat * Math.PI) / 180))) * (180 / Math.PI);
  return { lat: lat + north, lon: lon + east };
}

export function metresBetween(a: Coordinates, b: Coordinates): number {
  const rad = Math.PI / 180;
  const h =
    Math.sin(((b.lat - a.lat) * rad) / 2) ** 2 + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(((b.lon - a.lon) * rad) / 2) ** 2;
  return 2 * EARTH_M * Math.asin(Math.sqrt(h));
}

export function between(a: Coordinates, b: Coordinates, share: number): Coordinates {
  return { lat: a.lat + (b.lat - a.lat) * share, lon: a.lon + (b.lon - a.lon) * share };
}

/** Degrees to meters of EPSG:3857, which 6.2 uses for the courier's location. */
export function asWebMercator({ lat, lon }: Coordinates): Coordinates {
  const radius = 6_378_137;
  return {
    lat: radius * Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)),
    lon: (radius * lon * Math.PI) / 180,
  };
}

/** A venue's reach as closed polygon of [lon, lat] pairs. */
export function areaAround(centre: Coordinates): [number, number][] {
  return Array.from({ length: 13 }, (_, corner) => {
    const angle = (corner / 12) * 2 * Math.PI;
    const { lat, lon } = moved(centre, Math.cos(angle) * REACH_M, Math.sin(angle) * REACH_M);
    return [lon, lat];
  });
}
