/** Product barcodes. Pure. */

/** 8, 12, 13 or 14 digits with a valid check digit. */
export function isGtin(text: string): boolean {
  return /^(\d{8}|\d{12,14})$/.test(text) && isGtin13(text.slice(-13).padStart(13, '0'), text.length === 14 ? Number(text[0]) * 3 : 0);
}

/** `more`: what a preceding digit adds to the checksum. */
export function isGtin13(text: string, more = 0): boolean {
  if (!/^\d{13}$/.test(text)) return false;
  const sum = [...text].reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return (sum + more) % 10 === 0;
}
