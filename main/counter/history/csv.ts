/** A table for a spreadsheet: RFC 4180, a byte order mark so that every spreadsheet reads the letters right. */
import { formatMoney } from '../../orders/money.ts';

export function csvOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return `\uFEFF${[head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** "12.50", or the bare number of a currency whose minor units are not known. */
export function decimal(amount: number, currency: string | null): string {
  return formatMoney({ amount, currency: currency ?? '' })?.split(' ')[0] ?? String(amount);
}

/** A cell that a spreadsheet would take for a formula is text. */
function cell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
