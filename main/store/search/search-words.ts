import type { CurrencyDigits } from '../../orders/money/money.ts';
import { toPay } from '../../orders/money/to-pay.ts';
import type { Money, Order } from '../../orders/order.ts';
import { fitting, itemRows } from '../../orders/text/fitting.ts';
import { shortOrder } from '../../orders/text/short-order.ts';
import { shown } from '../../orders/text/shown-text.ts';

/** Scripts without blanks between words: each character is a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
const MOST_TERMS = 8;
const PEOPLE_MOST = 500;

/** Includes the day in this computer's time zone. Long orders are shortened as on printouts. */
export function searchWords(order: Order, placedAt: number, currencyDigits: CurrencyDigits): string {
  const { order: short } = shortOrder(order, { comment: '', text: '' });
  const { basketTotal, consumer } = short;
  const items = fitting(short.items, itemRows).shown;
  const participants = short.participants.slice(0, PEOPLE_MOST);
  // As screens show them: total, and items alone.
  const amounts = [basketTotal, toPay(short, currencyDigits)].map((sum) => sum && amountWord(sum, currencyDigits));
  const words = [
    short.number,
    consumer.name,
    consumer.phone?.replaceAll(/\D/g, ''),
    consumer.comment,
    ...participants.map(({ name }) => name),
    ...items.flatMap(({ name, options }) => [name, ...options.map(({ value }) => value)]),
    ...amounts,
    `d${dayWord(placedAt)}`,
  ];
  return plain(shown([...new Set(words.filter(Boolean))].join(' ')))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** An amount's search word: "x005" for five cents. */
function amountWord({ amount, currency }: Money, currencyDigits: CurrencyDigits): string {
  const digits = Number.isSafeInteger(amount) ? (currencyDigits(currency) ?? 0) : 0;
  return `x${String(amount)
    .replaceAll(/\D/g, '')
    .padStart(digits + 1, '0')}`;
}

export function unreadWords(orderId: string, placedAt: number): string {
  return plain(shown(`${orderId} d${dayWord(placedAt)}`));
}

/**
 * Makes a full-text query. Words match by prefix: "ann piz". "50.80" and "50,8" are amounts; "2026-11-21", "2026/11/21", "21.11.2026" and
 * "21/11/2026" days. Null if nothing is searchable.
 */
export function searchQuestion(typed: string): string | null {
  const terms = typed.trim().split(/\s+/).slice(0, MOST_TERMS).flatMap(termsOf);
  return terms.length === 0 ? null : terms.join(' AND ');
}

function termsOf(typed: string): string[] {
  // Removes currency signs: "€50.80", "US$50.80".
  const word = typed.replace(/^\p{L}{0,3}\p{Sc}(?=\d)|(?<=\d)\p{Sc}$/gu, '');
  const iso = /^(\d{4})[-/](\d{1,2})(?:[-/](\d{1,2}))?$/.exec(word);
  if (iso) return [starting(`d${iso[1]}${two(iso[2])}${iso[3] ? two(iso[3]) : ''}`)];
  const dated = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(word);
  if (dated) return [starting(`d${dated[3]}${two(dated[2])}${two(dated[1])}`)];
  // Amounts with any decimals and thousands separators.
  if (/^\d+([.,]\d+)+$/.test(word)) return [starting(`x${word.replaceAll(/\D/g, '')}`)];
  if (/^\d+$/.test(word)) return [`(${starting(word)} OR ${starting(`x${word}`)})`];
  return (plain(word).match(/[\p{L}\p{N}]+/gu) ?? []).map(starting);
}

/** Removes accents, and splits unspaced scripts by character. */
function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').normalize('NFC').replaceAll(UNSPACED, ' $& ');
}

const starting = (word: string): string => `"${word}"*`;
const two = (digits: string | undefined): string => String(digits).padStart(2, '0');

function dayWord(at: number): string {
  const day = new Date(at);
  return `${day.getFullYear()}${two(String(day.getMonth() + 1))}${two(String(day.getDate()))}`;
}
