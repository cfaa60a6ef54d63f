/** Converts minor units to and from the decimals of upload forms and files. Pure. */

/** 1190 as 11.9, with at most `digits` decimals. */
export function toMajor(minor: number, digits: number): number {
  return Number((minor / 10 ** digits).toFixed(digits));
}

/** 11.9 as 1190; null if not a number, or with too many decimals. */
export function toMinor(major: unknown, digits: number): number | null {
  if (typeof major !== 'number' || !Number.isFinite(major)) return null;
  const minor = Math.round(major * 10 ** digits);
  // Rounding errors are far smaller than a tenth of the smallest coin.
  return Number.isSafeInteger(minor) && Math.abs(major * 10 ** digits - minor) < 1e-4 ? minor : null;
}

/** Parses "11.90", "11,90" or "1 190,00". Null if invalid or ambiguous. */
export function priceIn(text: string, digits: number): number | null {
  const plain = text.replaceAll(/[\s\u{a0}\u{202f}'’]/gu, '');
  if (!/^\d+([.,]\d+)?$/.test(plain)) return null;
  const [whole = '', cents = ''] = plain.split(/[.,]/);
  // "1.190" is one euro to some and a thousand to others.
  if (cents.length > digits) return null;
  return toMinor(Number(`${whole}.${cents || '0'}`), digits);
}
