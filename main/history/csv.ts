/** CSV by RFC 4180, with a byte order mark so that all spreadsheets read the encoding. */
import { english } from '../../contract/english.ts';
import { message } from '../../contract/message.ts';
import { decimalOf } from '../../contract/money-text.ts';
import { COMMAS, type TableForm } from '../../contract/table-form.ts';
import type { MoneyInUnits } from '../orders/money/money.ts';
import { shown } from '../orders/text/shown-text.ts';

export function csvOf(head: readonly string[], rows: readonly (readonly string[])[], form: TableForm = COMMAS): string {
  return csvHead(head, form) + rows.map((row) => csvRow(row, form)).join('');
}

/** Head of a table written line by line. */
export function csvHead(head: readonly string[], form: TableForm = COMMAS): string {
  return `\uFEFF${csvRow(head, form)}`;
}

export function csvRow(cells: readonly string[], { separator, decimal }: TableForm = COMMAS): string {
  return `${cells.map((text) => cell(text, decimal)).join(separator)}\r\n`;
}

/** "12.50" or "12,50"; for an unknown currency the raw number with a word, so that no spreadsheet sums it. */
export function decimal(money: Pick<MoneyInUnits, 'amount' | 'digits'>, form: TableForm = COMMAS): string {
  return decimalOf(money)?.replace('.', form.decimal) ?? `${money.amount} (${english(message('money.unitUnknown'))})`;
}

/**
 * Quotes formulas, also after other separators: a German spreadsheet splits `x;=cmd()` in two. Leading blanks and quotes, or fullwidth and
 * small signs, don't hide one.
 */
function cell(value: string, decimal: TableForm['decimal']): string {
  // No value needs tabs or line breaks, and spreadsheets read them differently.
  const line = shown(value).replaceAll(/[\n\t]+/g, ' ');
  if (PLAIN.test(line) || AMOUNT[decimal].test(line)) return line;
  const safe = line.replaceAll(BEGINNING, (_, sign: string) => (isFormula(sign) ? "'" : ''));
  return `"${safe.replaceAll('"', '""')}"`;
}

const AMOUNT: Record<TableForm['decimal'], RegExp> = { '.': /^-?\d+(\.\d+)?$/, ',': /^-?\d+(,\d+)?$/ };
/** A time, or words and numbers without separators. */
const PLAIN = /^([\p{L}\p{N}](?:[\p{L}\p{N} _.-]|:(?=\d))*|)$/u;
/** Possible cell starts (the beginning, or after any separator), with the first sign there. */
const BEGINNING = /(?:^|(?<=[;,|:]))(?=[\s"'’]*([^\s"'’]))/gu;

function isFormula(sign: string): boolean {
  return /^[=+\-@\u{2212}]/u.test(sign.normalize('NFKC'));
}
