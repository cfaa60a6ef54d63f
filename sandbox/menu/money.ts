/** Amounts are major units in uploads, minor units elsewhere. */

const digits = new Map<string, number>();

export function digitsOf(currency: string): number {
  const known = digits.get(currency);
  if (known !== undefined) return known;
  const found = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  digits.set(currency, found);
  return found;
}

export function minorUnits(major: number, currency: string): number {
  return Math.round(major * 10 ** digitsOf(currency));
}
