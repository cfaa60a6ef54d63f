/** Our map projection matches MapLibre's; otherwise couriers would be shown in wrong streets. */
import { expect, test } from 'vitest';
import { cornersOf, isInSight, overStreets, sheetOf } from '../../../renderer/courier/map/projection.ts';

/** CSS px per unit of the projection. */
const UNIT = 16 / 3;
const HELSINKI = { lat: 60.17, lon: 24.94 };

test("the center is in the middle, and the world's edges follow Web Mercator", () => {
  const { at, width, height } = overStreets({ centre: HELSINKI, zoom: 13, width: 800, height: 400 });
  expect([width * UNIT, height * UNIT].map(Math.round)).toEqual([800, 400]);
  expect(at(HELSINKI).map((part) => Math.round(part * UNIT))).toEqual([400, 200]);
  const whole = overStreets({ centre: { lat: 0, lon: 0 }, zoom: 1, width: 1_024, height: 1_024 });
  const pixels = (lat: number, lon: number) => whole.at({ lat, lon }).map((part) => Math.round(part * UNIT));
  expect(pixels(85.0511, -180)).toEqual([0, 0]);
  expect(pixels(-85.0511, 180)).toEqual([1_024, 1_024]);
  // By the published formula: 256 * (1 - asinh(tan(lat)) / pi) * 2 ** zoom.
  expect(pixels(60, 0)[1]).toBe(Math.round(512 * (1 - Math.asinh(Math.tan(Math.PI / 3)) / Math.PI)));
});

test("a kilometer has the scale's length at its latitude", () => {
  const { at, metre } = overStreets({ centre: HELSINKI, zoom: 13, width: 800, height: 400 });
  const north = { lat: HELSINKI.lat + 1_000 / 111_320, lon: HELSINKI.lon };
  expect((at(HELSINKI)[1] - at(north)[1]) / (1_000 * metre)).toBeCloseTo(1, 2);
});

test('a courier is visible only within the map', () => {
  const streets = overStreets({ centre: HELSINKI, zoom: 13, width: 800, height: 400 });
  expect(isInSight(streets, HELSINKI)).toBe(true);
  expect(isInSight(streets, { lat: 60.17, lon: 24.96 })).toBe(true);
  expect(isInSight(streets, { lat: 60.17, lon: 25.2 })).toBe(false);
  expect(isInSight(streets, { lat: 60.3, lon: 24.94 })).toBe(false);
});

test('the map without streets holds every place within its edges', () => {
  const places = [HELSINKI, { lat: 60.2, lon: 24.9 }, { lat: 60.16, lon: 25.01 }];
  const sheet = sheetOf(places);
  for (const place of places) expect(isInSight(sheet, place)).toBe(true);
  expect(cornersOf(places)).toEqual([24.9, 60.16, 25.01, 60.2]);
});
