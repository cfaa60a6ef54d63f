/** A table for a spreadsheet: RFC 4180, a byte order mark so that every spreadsheet reads the letters right. */
import { decimalOf, UNIT_UNKNOWN } from '../../orders/money.ts';

export function csvOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return `\uFEFF${[head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** "12.50"; the number as it came, with a word, in a currency that is not known. No spreadsheet may add it up as if it were. */
export function decimal(amount: number, currency: string | null): string {
  return decimalOf({ amount, currency: currency ?? '' }) ?? `${amount} (${UNIT_UNKNOWN})`;
}

/** A cell that a spreadsheet would take for a formula is text. */
function cell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
