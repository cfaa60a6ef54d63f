/** Amounts arrive in minor units; the currency defines how many make one. */
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

/** An amount's decimal digits; null for an unknown currency. */
export type CurrencyDigits = (currency: string) => number | null;

/** By ISO 4217, but for what the operator said (the setting `service.currency_digits`). */
export function digitsBy({ currency_digits: exceptions }: { currency_digits: Readonly<Record<string, number>> }): CurrencyDigits {
  return (currency) => {
    const code = currency.toUpperCase();
    return (Object.hasOwn(exceptions, code) ? exceptions[code] : undefined) ?? isoDigits(code);
  };
}

export function isoDigits(currency: string): number | null {
  const code = currency.toUpperCase();
  if (NO_MONEY.has(code) || !(OF_INTL.has(code) || BESIDE_INTL.has(code))) return null;
  return NOT_TWO[code] ?? 2;
}

/** An amount with what is needed to format it; null if its decimal digits are unknown. */
export interface MoneyInUnits extends Money {
  digits: number | null;
}

export function inUnits({ amount, currency }: Money, currencyDigits: CurrencyDigits): MoneyInUnits {
  return { amount, currency, digits: currencyDigits(currency) };
}

/** More than any order comes to, in the minor units of any currency; a hundred thousand of them are a sum that is still exact. */
const LARGEST = 10 ** 11;

/** Whether it may be in a sum: one order with all the money of the world would make that of all others unreadable. */
export function isCountable(amount: number): boolean {
  return Number.isInteger(amount) && Math.abs(amount) <= LARGEST;
}

function each(digits: number, codes: string): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, digits]));
}
