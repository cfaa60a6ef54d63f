/** Amounts of a currency: uploads have them in major units, everything else in minor units. */

const digits = new Map<string, number>();

/** How many decimals the currency has. */
export function digitsOf(currency: string): number {
  const known = digits.get(currency);
  if (known !== undefined) return known;
  const found = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  digits.set(currency, found);
  return found;
}

/** 11.9 euros are 1190. */
export function minorUnits(major: number, currency: string): number {
  return Math.round(major * 10 ** digitsOf(currency));
}
