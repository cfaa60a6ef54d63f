/** The palette's results for typed text, and their order. */
import { expect, test } from 'vitest';
import { argumentOf, bestMatches, type Findable } from '../../../renderer/palette/match.ts';

const ENTRIES: Findable[] = [
  { name: 'Order 611', words: '611 Maja W. Halloumi burger no nuts', whenTyped: true },
  { name: 'Order 1611', words: '1611 Zoë M. Soup', whenTyped: true },
  { name: 'Pause' },
  { name: 'Pause: 15 min', whenTyped: true },
  { name: 'Pause: 30 min', whenTyped: true },
  { name: 'Rush' },
  { name: 'Accept all' },
  { name: 'Kitchen' },
  { name: 'Sold out: Halloumi burger', words: 'In 2 open orders', whenTyped: true },
  { name: 'Sold out: Ragù', whenTyped: true },
  { name: 'Printers', words: 'Settings', whenTyped: true },
  { name: 'Automation', words: 'Pause by itself', whenTyped: true },
];
const found = (typed: string, most = 12) => bestMatches(ENTRIES, typed, most).map(({ name }) => name);

test('an order is found by number: exact matches first', () => {
  expect(found('611')).toEqual(['Order 611', 'Order 1611']);
  expect(found('161')).toEqual(['Order 1611']);
});

test('an order is found by customer, ignoring accents and case', () => {
  expect(found('zoe')).toEqual(['Order 1611']);
  expect(found('RAGU')).toEqual(['Sold out: Ragù']);
});

test('a command is found with its arguments', () => {
  expect(found('pause 30')).toEqual(['Pause: 30 min']);
  expect(found('accept all')).toEqual(['Accept all']);
  expect(found('sold out halloumi')).toEqual(['Sold out: Halloumi burger']);
});

test("every typed word must match, in any order; matches in an entry's name rank above its details", () => {
  expect(found('halloumi')).toEqual(['Sold out: Halloumi burger', 'Order 611']);
  expect(found('nuts halloumi')).toEqual(['Order 611']);
  expect(found('pause')).toEqual(['Pause', 'Pause: 15 min', 'Pause: 30 min', 'Automation']);
  expect(found('halloumi kitchen')).toEqual([]);
});

test("a word's beginning is enough, and no more results than requested are returned", () => {
  expect(found('prin')).toEqual(['Printers']);
  expect(found('pause', 2)).toEqual(['Pause', 'Pause: 15 min']);
});

test('without input only commands and screens are listed', () => {
  expect(found('')).toEqual(['Pause', 'Rush', 'Accept all', 'Kitchen']);
  expect(found(' : ')).toEqual(found(''));
});

test("the argument typed after a command's name is separated from it", () => {
  expect(argumentOf('sold out halloumi', 'Sold out')).toBe('halloumi');
  expect(argumentOf('Halloumi burger', 'Sold out')).toBe('Halloumi burger');
  expect(argumentOf('Sold out', 'Sold out')).toBe('');
  expect(argumentOf('品切れハルーミ', '品切れ')).toBe('ハルーミ');
  expect(argumentOf('品切れ ハルーミ', '品切れ')).toBe('ハルーミ');
});
