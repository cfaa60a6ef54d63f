/** Couriers at the same or neighboring houses: every number on the map stays readable. */
import { expect, test } from 'vitest';
import { mapNames } from '../../../renderer/courier/map/map-names.ts';

const texts = (...all: [name: string, x: number, y: number][]) =>
  mapNames(
    all.map(([name, x, y]) => ({ name, at: [x, y] })),
    100,
  ).map(({ text }) => text);

test('numbers at one address are joined in the order of the couriers', () => {
  expect(texts(['P13', 30, 40], ['P14', 30, 40], ['P12', 60, 20], ['P15', 30.5, 41])).toEqual(['P13, P14, P15', 'P12']);
});

test('numbers that would cover each other are joined, others stay apart', () => {
  expect(texts(['P1', 30, 40], ['P2', 38, 40], ['P3', 30, 40], ['P4', 30, 44])).toEqual(['P1, P3, P2', 'P4']);
});

test("couriers without a number have no text; at the map's right edge a text is left of its mark", () => {
  const couriers = ['', 'Order 4711'].map((name) => ({ name, at: [95, 10] as [number, number] }));
  expect(mapNames(couriers, 100)).toEqual([{ text: 'Order 4711', x: 92.6, y: 11, anchor: 'end' }]);
});
