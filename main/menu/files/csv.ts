/** Reads and writes spreadsheet tables separated by comma, semicolon or tab, with quotes. Pure. */
import { COMMAS, type TableForm } from '../../../contract/table-form.ts';

export interface CsvRow {
  line: number;
  cells: string[];
}

/** More than any menu needs. */
const MOST_ROWS = 200_000;

/** Skips empty rows. Null for an open quote or too many rows. */
export function csvRows(text: string): CsvRow[] | null {
  const plain = text.replace(/^\u{feff}/u, '');
  const separator = separatorOf(plain);
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  const isSpecial = (sign: string | undefined): boolean => sign === separator || sign === '\n' || sign === '\r' || sign === '"';
  const endCell = (): void => {
    cells.push(withoutGuard(cell.trim()));
    cell = '';
  };
  const endRow = (): void => {
    endCell();
    if (cells.some((one) => one !== '')) rows.push({ line, cells });
    cells = [];
    line += 1;
  };
  for (let at = 0; at < plain.length; at += 1) {
    const sign = plain[at];
    if (isQuoted) {
      if (sign !== '"') {
        // Copies plain text in one step.
        const end = plain.indexOf('"', at);
        cell += plain.slice(at, end < 0 ? plain.length : end);
        at = (end < 0 ? plain.length : end) - 1;
      } else if (plain[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell.trim() === '') {
      cell = '';
      isQuoted = true;
    } else if (sign === separator) endCell();
    else if (sign === '\n') endRow();
    else if (sign !== '\r') {
      const from = at;
      while (at + 1 < plain.length && !isSpecial(plain[at + 1])) at += 1;
      cell += plain.slice(from, at + 1);
    }
    if (rows.length > MOST_ROWS) return null;
  }
  if (isQuoted) return null;
  if (cell !== '' || cells.length > 0) endRow();
  return rows;
}

/** The most frequent separator in the first line. */
function separatorOf(text: string): string {
  const [first = ''] = text.split('\n', 1);
  const count = (sign: string): number => first.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

/** Our files put an apostrophe before text that a spreadsheet would take for a formula. */
const withoutGuard = (text: string): string => (/^'+[=+\-@]/.test(text) ? text.slice(1) : text);

function cellOf(text: string): string {
  const line = text.replaceAll(/[\r\n\t]+/g, ' ');
  const safe = /^'*[=+\-@]/.test(line) && !/^-?\d+([.,]\d+)?$/.test(line) ? `'${line}` : line;
  return /[",;\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The byte order mark makes spreadsheets read UTF-8. */
export function csvText(rows: readonly (readonly string[])[], { separator }: TableForm = COMMAS): string {
  const line = (cells: readonly string[]): string => `${cells.map(cellOf).join(separator)}\r\n`;
  return `\u{feff}${rows.map(line).join('')}`;
}

/** Such as C7. `column` counts from 0. */
export function cellName(column: number, line: number): string {
  let name = '';
  for (let left = column; left >= 0; left = Math.floor(left / 26) - 1) name = String.fromCharCode(65 + (left % 26)) + name;
  return `${name}${line}`;
}
