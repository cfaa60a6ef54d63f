/**
 * Amounts as people type them. If the minor units of a currency are unknown (`digits` null), they are typed in the units of the service.
 */

import { locale, say } from '../words.ts';

/** "12.50" or "12,50" in minor units; null when it is no amount, or finer than the currency is. */
export function minorUnits(typed: string, digits: number | null): number | null {
  const written = typed.trim().replace(',', '.');
  if (!/^\d{1,12}(\.\d+)?$/.test(written)) return null;
  const [whole = '0', part = ''] = written.split('.');
  if (part.length > (digits ?? 0)) return null;
  return Number(whole + part.padEnd(digits ?? 0, '0'));
}

/** The other way round: "12.50". */
export function majorUnits(minor: number, digits: number | null): string {
  return (minor / 10 ** (digits ?? 0)).toFixed(digits ?? 0);
}

/** The same as the language of the screen writes money: "€12.50", "12,50\u00a0€". */
export function amountText({ amount, currency }: { amount: number; currency: string }, digits: number | null): string {
  return digits === null ? `${majorUnits(amount, null)} ${currency}` : say({ amount, currency, digits });
}

/** An amount as someone may type it in such a currency: "12.50", "12,50", "1250". */
export function exampleAmount(digits: number | null): string {
  const places = digits ?? 0;
  return asTyped(places === 0 ? 1_250 : 12.5, places);
}

/** A number as it is typed in the language of the screen. */
export function asTyped(number: number, places?: number): string {
  return new Intl.NumberFormat(locale(), { minimumFractionDigits: places, maximumFractionDigits: places ?? 2, useGrouping: false }).format(
    number,
  );
}
