/** A table for a spreadsheet: RFC 4180, a byte order mark so that every spreadsheet reads the letters right. */
import { english } from '../../contract/english.ts';
import { message } from '../../contract/message.ts';
import { decimalOf } from '../../contract/money-text.ts';
import { COMMAS, type TableForm } from '../../contract/table-form.ts';
import type { MoneyInUnits } from '../orders/money/money.ts';
import { shown } from '../orders/text/shown-text.ts';

export function csvOf(head: readonly string[], rows: readonly (readonly string[])[], form: TableForm = COMMAS): string {
  return csvHead(head, form) + rows.map((row) => csvRow(row, form)).join('');
}

/** What a table begins with, where its lines are written one after the other. */
export function csvHead(head: readonly string[], form: TableForm = COMMAS): string {
  return `\uFEFF${csvRow(head, form)}`;
}

/** One line, with its end. */
export function csvRow(cells: readonly string[], { separator, decimal }: TableForm = COMMAS): string {
  return `${cells.map((text) => cell(text, decimal)).join(separator)}\r\n`;
}

/** "12.50", or "12,50"; the number as it came, with a word, in a currency that is not known. No spreadsheet may add it up as if it were. */
export function decimal(money: Pick<MoneyInUnits, 'amount' | 'digits'>, form: TableForm = COMMAS): string {
  return decimalOf(money)?.replace('.', form.decimal) ?? `${money.amount} (${english(message('money.unitUnknown'))})`;
}

/**
 * A cell that a spreadsheet would take for a formula is text, also where it splits at other signs than commas: a German one reads
 * `x;=cmd()` as two cells. Blanks and quotes in front of a formula do not hide it, nor does writing its sign wide or small.
 */
function cell(value: string, decimal: TableForm['decimal']): string {
  // Tabs and line breaks are no part of any value here, and each spreadsheet has its own idea of them.
  const line = shown(value).replaceAll(/[\n\t]+/g, ' ');
  if (PLAIN.test(line) || AMOUNT[decimal].test(line)) return line;
  const safe = line.replaceAll(BEGINNING, (_, sign: string) => (isFormula(sign) ? "'" : ''));
  return `"${safe.replaceAll('"', '""')}"`;
}

const AMOUNT: Record<TableForm['decimal'], RegExp> = { '.': /^-?\d+(\.\d+)?$/, ',': /^-?\d+(,\d+)?$/ };
/** A time, or words and numbers that nothing can be split at. */
const PLAIN = /^([\p{L}\p{N}](?:[\p{L}\p{N} _.-]|:(?=\d))*|)$/u;
/** Where a cell may begin, at the start and behind whatever some spreadsheet splits at, and the first sign there. */
const BEGINNING = /(?:^|(?<=[;,|:]))(?=[\s"'’]*([^\s"'’]))/gu;

function isFormula(sign: string): boolean {
  return /^[=+\-@\u{2212}]/u.test(sign.normalize('NFKC'));
}
