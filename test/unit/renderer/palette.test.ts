/** What the palette finds for what is typed, and in which order. */
import { expect, test } from 'vitest';
import { beside, bestMatches, type Findable } from '../../../renderer/palette/match.ts';

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

test('an order by its number: the whole number before one that has it in it', () => {
  expect(found('611')).toEqual(['Order 611', 'Order 1611']);
  expect(found('161')).toEqual(['Order 1611']);
});

test('by who ordered, without accents or case', () => {
  expect(found('zoe')).toEqual(['Order 1611']);
  expect(found('RAGU')).toEqual(['Sold out: Ragù']);
});

test('a command with what belongs to it', () => {
  expect(found('pause 30')).toEqual(['Pause: 30 min']);
  expect(found('accept all')).toEqual(['Accept all']);
  expect(found('sold out halloumi')).toEqual(['Sold out: Halloumi burger']);
});

test('every word must be in it, in any order; a name counts more than what stands beside it', () => {
  expect(found('halloumi')).toEqual(['Sold out: Halloumi burger', 'Order 611']);
  expect(found('nuts halloumi')).toEqual(['Order 611']);
  expect(found('pause')).toEqual(['Pause', 'Pause: 15 min', 'Pause: 30 min', 'Automation']);
  expect(found('halloumi kitchen')).toEqual([]);
});

test('the beginning of a word is enough, and no more than asked are answered', () => {
  expect(found('prin')).toEqual(['Printers']);
  expect(found('pause', 2)).toEqual(['Pause', 'Pause: 15 min']);
});

test('before anything is typed: the commands and screens alone', () => {
  expect(found('')).toEqual(['Pause', 'Rush', 'Accept all', 'Kitchen']);
  expect(found(' : ')).toEqual(found(''));
});

test('what a command is about, beside its words', () => {
  expect(beside('sold out halloumi', 'Sold out')).toBe('halloumi');
  expect(beside('Halloumi burger', 'Sold out')).toBe('Halloumi burger');
  expect(beside('Sold out', 'Sold out')).toBe('');
  expect(beside('品切れハルーミ', '品切れ')).toBe('ハルーミ');
  expect(beside('品切れ ハルーミ', '品切れ')).toBe('ハルーミ');
});
