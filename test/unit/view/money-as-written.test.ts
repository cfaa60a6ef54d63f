/** Amounts are sent to screens as data; each screen formats them in its language. */
import { expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { LANGUAGES, type Language } from '../../../contract/language.ts';
import { wordsOf } from '../../../contract/locales.ts';
import { type MoneyView, message } from '../../../contract/message.ts';
import { digitsBy, inUnits, isoDigits } from '../../../main/orders/money/money.ts';
import { moneyFacts } from '../../../main/view/card/money-facts.ts';
import { safeAnswer } from '../../../main/view/safe-for-screen.ts';
import { orderBody, orderOf } from '../../fixtures/orders.ts';
import { cardOf } from './card-context.ts';

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ').replaceAll(/[\u200e\u200f]/g, '');
const shown = (language: Language, amount: number, currency = 'EUR') => plain(wordsOf(language)(inUnits({ amount, currency }, isoDigits)));

test('an amount is formatted in each language, with its currency sign', () => {
  expect((['en', 'de', 'fi', 'he', 'ja', 'ka'] as const).map((language) => shown(language, 123_450))).toEqual([
    '€1,234.50',
    '1.234,50 €',
    '1 234,50 €',
    '1,234.50 €',
    '€1,234.50',
    '1234,50 €',
  ]);
});

test('each currency has its own decimals, those of the service and not of Intl', () => {
  expect(shown('de', 980, 'JPY')).toBe('980 ¥');
  expect(shown('en', 459_000, 'HUF')).toBe('HUF 4,590.00');
  const both = {
    first: inUnits({ amount: 1_250, currency: 'KWD' }, isoDigits),
    next: inUnits({ amount: 1_250, currency: 'JPY' }, isoDigits),
  };
  expect(plain(wordsOf('en')(message('text.list', both)))).toBe('KWD 1.250, JP¥1,250');
  const reported = digitsBy({ currency_digits: { HUF: 0 } });
  const huf = { amount: 4_590, currency: 'HUF' };
  expect([inUnits(huf, isoDigits), inUnits(huf, reported)].map((one) => plain(wordsOf('en')(one)))).toEqual(['HUF 45.90', 'HUF 4,590']);
});

test("an amount of unknown unit says so in the screen's language", () => {
  expect(shown('en', 1_234, 'ABC')).toBe('1234 ABC (unit unknown)');
  expect(shown('de', 1_234, 'ABC')).toBe('1.234 ABC (Einheit unbekannt)');
  expect(new Set(LANGUAGES.map((language) => shown(language, 12.5))).size).toBe(LANGUAGES.length);
});

test('an amount in a message is a value that each screen formats', () => {
  const text = message('refund.overPayment', { most: inUnits({ amount: 123_450, currency: 'EUR' }, isoDigits) });
  expect(safeAnswer('order.detail', text)).toEqual(text);
  expect(plain(wordsOf('de')(text))).toContain('1.234,50 €');
  expect(plain(wordsOf('en')(text))).toContain('€1,234.50');
  // The log has amounts in plain English.
  expect(english(text)).toContain('1234.50 EUR');
});

test('a text that resembles an amount stays as written', () => {
  const text = message('text.list', { first: 'Harbour', next: '2.50 EUR' });
  expect(safeAnswer('order.story', text)).toEqual(text);
  expect(wordsOf('de')(text)).toContain('2.50 EUR');
});

test('no amount of an order is sent to the screens as text', () => {
  const body = orderBody('takeaway-cash');
  const order = orderOf(body);
  const nothing = { done: 250, underWay: 0, uncertain: 0 };
  const sent = safeAnswer('', [
    cardOf(order, 0, {}, { stage: 'preparing' }),
    moneyFacts(body, order, { refunds: nothing, deposits: nothing }, isoDigits),
  ]);
  const { texts, amounts } = partsOf(sent);
  expect(amounts.length).toBeGreaterThan(8);
  for (const amount of amounts) expect(amount).toEqual({ amount: expect.any(Number), currency: 'EUR', digits: 2 });
  const written = amounts.flatMap((one) => [english(one), ...LANGUAGES.map((language) => wordsOf(language)(one))]);
  expect(texts.filter((text) => written.some((amount) => text.includes(amount)))).toEqual([]);
});

function partsOf(value: unknown): { texts: string[]; amounts: MoneyView[] } {
  if (typeof value === 'string') return { texts: [value], amounts: [] };
  if (typeof value !== 'object' || value === null) return { texts: [], amounts: [] };
  const within = Object.values(value).map(partsOf);
  const own = 'amount' in value ? [value as MoneyView] : [];
  return { texts: within.flatMap(({ texts }) => texts), amounts: [...own, ...within.flatMap(({ amounts }) => amounts)] };
}
