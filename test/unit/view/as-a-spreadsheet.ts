/** A table as spreadsheets parse it: where a cell ends, and which cell is a formula. */

/** Quotes count only at the start of a cell; text after the closing quote belongs to the cell. */
export function cellsOf(csv: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let at = csv.startsWith('\uFEFF') ? 1 : 0;
  let begins = true;
  while (at < csv.length) {
    const character = csv[at] ?? '';
    if (begins && character === '"') {
      for (at += 1; at < csv.length; at += 1) {
        if (csv[at] !== '"') cell += csv[at];
        else if (csv[at + 1] === '"') {
          cell += '"';
          at += 1;
        } else break;
      }
      at += 1;
      begins = false;
    } else if (character === separator || character === '\n' || character === '\r') {
      cells.push(cell);
      cell = '';
      begins = true;
      at += 1;
    } else {
      cell += character;
      begins = false;
      at += 1;
    }
  }
  return [...cells, cell];
}

/** Whether any spreadsheet takes the cell as a formula. Amounts aren't formulas. */
export function isFormula(cell: string): boolean {
  const text = cell.normalize('NFKC').replaceAll('\u2212', '-').trimStart();
  return /^[=+\-@]/.test(text) && !/^-?\d+([.,]\d+)?$/.test(text);
}
