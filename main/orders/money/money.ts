/** Amounts as people read them. Amounts arrive in minor units; how many minor units make one is a property of the currency. */
import type { MoneyValue } from '../message.ts';
import type { Money } from '../order.ts';

/**
 * ISO 4217's exponent of the minor unit where it is not 2. Not from Intl: its digits are for showing prices, follow CLDR, and differ
 * from ISO's for HUF, ALL, IQD and a dozen more, otherwise in each version: an update would multiply amounts by a hundred.
 */
const NOT_TWO: Readonly<Record<string, number>> = {
  ...each(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...each(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...each(4, 'CLF UYW'),
};

/** Codes that are no money of a country, and have no minor unit in ISO 4217: metals, funds, tests. */
const NO_MONEY = new Set('XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(' '));

/** Currencies that Intl does not know, or may forget as countries give them up; orders of the past keep them. */
const BESIDE_INTL = new Set([...'ANG BGN BOV CHE CHW COU CUC HRK MXV SLL USN VED ZWL'.split(' '), ...Object.keys(NOT_TWO)]);
const OF_INTL = new Set(Intl.supportedValuesOf('currency'));

/** By currency, where the operator said that the service counts otherwise than ISO 4217 (setting `service.currency_digits`). */
let asTold: Readonly<Record<string, number>> = {};

/** What the operator told; for the whole process, as there is one service. To be called at start and when settings change. */
export function countAs(digits: Readonly<Record<string, number>>): void {
  asTold = digits;
}

/** Digits after the decimal point; null for a currency that is not known, and so neither are its minor units. */
export function minorDigits(currency: string): number | null {
  const code = currency.toUpperCase();
  const told = Object.hasOwn(asTold, code) ? asTold[code] : undefined;
  if (told !== undefined) return told;
  if (NO_MONEY.has(code) || !(OF_INTL.has(code) || BESIDE_INTL.has(code))) return null;
  return NOT_TWO[code] ?? 2;
}

/** More than any order comes to, in the minor units of any currency; a hundred thousand of them are a sum that is still exact. */
const LARGEST = 10 ** 11;

/** Whether it may be in a sum: one order with all the money of the world would make that of all others unreadable. */
export function isCountable(amount: number): boolean {
  return Number.isInteger(amount) && Math.abs(amount) <= LARGEST;
}

/** "50.80 EUR". In a currency that is not known it is the number as it came, with a word: "1234 ABC (unit unknown)". Never nothing. */
export function formatMoney(money: Money): string {
  const number = decimalOf(money);
  return number === null ? `${asSent(money)} (${UNIT_UNKNOWN})` : `${number} ${money.currency}`;
}

/** The same in a message, which is written as the language of whoever reads it writes money. */
export function moneyValue(money: Money): MoneyValue | string {
  const decimal = decimalOf(money);
  return decimal === null ? formatMoney(money) : { decimal, currency: money.currency };
}

/** The number as it came, with its currency where one was named. */
export function asSent({ amount, currency }: Money): string {
  return `${amount} ${currency}`.trim();
}

export const UNIT_UNKNOWN = 'unit unknown';

/** "50.80", or null where nobody knows where its decimal point stands. */
export function decimalOf({ amount, currency }: Money): string | null {
  const decimals = minorDigits(currency);
  if (decimals === null || !Number.isSafeInteger(amount)) return null;
  const sign = amount < 0 ? '-' : '';
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  return `${sign}${whole}${decimals > 0 ? `.${digits.slice(-decimals)}` : ''}`;
}

function each(digits: number, codes: string): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, digits]));
}
