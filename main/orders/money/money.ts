/** Amounts are in minor units; the currency defines their decimal digits. */
import type { Money } from '../order.ts';

/**
 * ISO 4217 exponents other than 2. Intl's follow CLDR, differ for HUF, ALL, IQD and others, and change with versions, which would multiply
 * amounts by 100.
 */
const NOT_TWO: Readonly<Record<string, number>> = {
  ...each(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...each(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...each(4, 'CLF UYW'),
};

/** ISO 4217 codes without a minor unit: metals, funds, tests. */
const NO_MONEY = new Set('XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(' '));

/** Currencies missing from Intl or likely to be; past orders keep them. */
const OUTSIDE_INTL = new Set([...'ANG BGN BOV CHE CHW COU CUC HRK MXV SLL USN VED ZWL'.split(' '), ...Object.keys(NOT_TWO)]);
const OF_INTL = new Set(Intl.supportedValuesOf('currency'));

/** Null for an unknown currency. */
export type CurrencyDigits = (currency: string) => number | null;

/** By ISO 4217, with the operator's exceptions (setting `service.currency_digits`). */
export function digitsBy({ currency_digits: exceptions }: { currency_digits: Readonly<Record<string, number>> }): CurrencyDigits {
  return (currency) => {
    const code = currency.toUpperCase();
    return (Object.hasOwn(exceptions, code) ? exceptions[code] : undefined) ?? isoDigits(code);
  };
}

export function isoDigits(currency: string): number | null {
  const code = currency.toUpperCase();
  if (NO_MONEY.has(code) || !(OF_INTL.has(code) || OUTSIDE_INTL.has(code))) return null;
  return NOT_TWO[code] ?? 2;
}

export interface MoneyInUnits extends Money {
  digits: number | null;
}

export function inUnits({ amount, currency }: Money, currencyDigits: CurrencyDigits): MoneyInUnits {
  return { amount, currency, digits: currencyDigits(currency) };
}

/** Minor units; sums of 90,000 such amounts stay exact. */
const LARGEST = 10 ** 11;

/** An absurd amount would make a report's sums unreadable. */
export function isCountable(amount: number): boolean {
  return Number.isInteger(amount) && Math.abs(amount) <= LARGEST;
}

function each(digits: number, codes: string): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, digits]));
}
