/** "2.50" in minor units; null for nothing, NaN for what is no amount. */
export function minorUnits(text: string): number | null {
  if (text === '') return null;
  const amount = Number(text.replace(',', '.'));
  return /^\d{1,5}([.,]\d{1,2})?$/.test(text) && amount > 0 ? Math.round(amount * 100) : Number.NaN;
}
