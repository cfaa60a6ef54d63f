/** Amounts as the language of the screen writes money. */
import { expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import type { Language } from '../../../contract/language.ts';
import { message } from '../../../contract/message.ts';
import { formatMoney, moneyValue } from '../../../main/orders/money/money.ts';
import { answerAsShown } from '../../../main/view/as-shown.ts';
import { wordsOf } from '../../../main/view/words-of.ts';

/** With plain spaces, and without the signs that say in which direction a line runs. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ').replaceAll(/[\u200e\u200f]/g, '');
const shown = (language: Language, amount: number, currency = 'EUR') => {
  const money = { amount, currency };
  return plain(answerAsShown(language, 'order.detail', { ...money, text: formatMoney(money) }).text);
};

test('an amount stands as each language writes it, with the sign of its currency', () => {
  expect((['en', 'de', 'fi', 'he', 'ja'] as const).map((language) => shown(language, 123_450))).toEqual([
    '€1,234.50',
    '1.234,50 €',
    '1 234,50 €',
    '1,234.50 €',
    '€1,234.50',
  ]);
});

test('an amount has the digits of its currency as the service counts, and one whose unit nobody knows says so', () => {
  expect(shown('de', 980, 'JPY')).toBe('980 ¥');
  expect(shown('en', 459_000, 'HUF')).toBe('HUF 4,590.00');
  expect(shown('en', 1_234, 'ABC')).toBe('1234 ABC (unit unknown)');
  expect(shown('de', 1_234, 'ABC')).toMatch(/^1\.234 ABC \(.+\)$/);
});

test('a message has its amount as a value of its own, which each screen writes as its language writes money', () => {
  const says = message('at-most-can-be-given-back', { most: moneyValue({ amount: 123_450, currency: 'EUR' }) });
  expect(answerAsShown('de', 'order.detail', says)).toEqual(says);
  expect(plain(wordsOf('de')(says))).toContain('1.234,50 €');
  expect(plain(wordsOf('en')(says))).toContain('€1,234.50');
  // In the log, and for whoever may read it anywhere.
  expect(english(says)).toContain('1234.50 EUR');
});

test('a message with a text in the place of an amount is read as it was written, and no name is taken for money', () => {
  const before = message('list-first-next', { first: 'Refund basket', next: '2.50 EUR' });
  expect(answerAsShown('de', 'order.story', before)).toEqual(before);
  expect(wordsOf('de')(before)).toContain('2.50 EUR');
  expect(wordsOf('de')(message('list-first-next', { first: 'Harbour', next: '12 ABC' }))).toContain('12 ABC');
});

test('of a currency that nobody knows a message tells the number as it came', () => {
  expect(moneyValue({ amount: 1_234, currency: 'ABC' })).toBe('1234 ABC (unit unknown)');
});
