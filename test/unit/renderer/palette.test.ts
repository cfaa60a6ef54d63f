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

test.each([
  ['an order by number: exact matches first', '611', ['Order 611', 'Order 1611']],
  ["an order by a part of its number's beginning", '161', ['Order 1611']],
  ['an order by customer, ignoring accents', 'zoe', ['Order 1611']],
  ['an item, ignoring accents and case', 'RAGU', ['Sold out: Ragù']],
  ['a command with its argument', 'pause 30', ['Pause: 30 min']],
  ['a command of two words', 'accept all', ['Accept all']],
  ['a command with its argument after two words', 'sold out halloumi', ['Sold out: Halloumi burger']],
  ["matches in an entry's name above those in its details", 'halloumi', ['Sold out: Halloumi burger', 'Order 611']],
  ['a command above its arguments and details', 'pause', ['Pause', 'Pause: 15 min', 'Pause: 30 min', 'Automation']],
  ['all words in any order', 'nuts halloumi', ['Order 611']],
  ['nothing if one word is missing', 'halloumi kitchen', []],
])('it finds %s', (_, typed, names) => {
  expect(found(typed)).toEqual(names);
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
