/** Amounts as typed. If a currency's minor units are unknown (`digits` null), amounts are typed in the service's units. */

import { locale, say } from '../words.ts';

/** Parses "12.50" or "12,50" to minor units; null if invalid or too fine for the currency. */
export function minorUnits(typed: string, digits: number | null): number | null {
  const written = typed.trim().replace(',', '.');
  if (!/^\d{1,12}(\.\d+)?$/.test(written)) return null;
  const [whole = '0', part = ''] = written.split('.');
  if (part.length > (digits ?? 0)) return null;
  return Number(whole + part.padEnd(digits ?? 0, '0'));
}

export function majorUnits(minor: number, digits: number | null): string {
  return (minor / 10 ** (digits ?? 0)).toFixed(digits ?? 0);
}

export function amountText({ amount, currency }: { amount: number; currency: string }, digits: number | null): string {
  return digits === null ? `${majorUnits(amount, null)} ${currency}` : say({ amount, currency, digits });
}

export function exampleAmount(digits: number | null): string {
  const places = digits ?? 0;
  return asTyped(places === 0 ? 1_250 : 12.5, places);
}

export function asTyped(number: number, places?: number): string {
  return new Intl.NumberFormat(locale(), { minimumFractionDigits: places, maximumFractionDigits: places ?? 2, useGrouping: false }).format(
    number,
  );
}
