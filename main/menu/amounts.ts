/** Between an amount in minor units and the decimal number that the upload form and files have. Pure. */

/** 1190 as 11.9, with at most `digits` decimals. */
export function toMajor(minor: number, digits: number): number {
  return Number((minor / 10 ** digits).toFixed(digits));
}

/** 11.9 as 1190; null where it is no number, or has more decimals than the currency. */
export function toMinor(major: unknown, digits: number): number | null {
  if (typeof major !== 'number' || !Number.isFinite(major)) return null;
  const minor = Math.round(major * 10 ** digits);
  // What a decimal cannot hold exactly is far smaller than a tenth of the smallest coin.
  return Number.isSafeInteger(minor) && Math.abs(major * 10 ** digits - minor) < 1e-4 ? minor : null;
}

/** A price as people and spreadsheets write it: "11.90", "11,90", "1 190,00". Null where it is none, or could be read in two ways. */
export function priceIn(text: string, digits: number): number | null {
  const plain = text.replaceAll(/[\s\u{a0}\u{202f}'’]/gu, '');
  if (!/^\d+([.,]\d+)?$/.test(plain)) return null;
  const [whole = '', cents = ''] = plain.split(/[.,]/);
  // "1.190" is one euro to some and a thousand to others.
  if (cents.length > digits) return null;
  return toMinor(Number(`${whole}.${cents || '0'}`), digits);
}
