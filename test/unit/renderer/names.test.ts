/** Line breaks in names of items and people. */
import { expect, test } from 'vitest';
import { itemName, personName } from '../../../renderer/state/names.ts';

test("no line ends between a number and its unit, or within a person's name", () => {
  expect(itemName('Sparkling water 0.33 l')).toBe('Sparkling water 0.33\u00a0l');
  expect(itemName('Cola 33 cl, no ice')).toBe('Cola 33\u00a0cl, no ice');
  expect(itemName('Chicken wings, 10 pieces')).toBe('Chicken wings, 10 pieces');
  expect(personName('Zoë M')).toBe('Zoë\u00a0M');
});
