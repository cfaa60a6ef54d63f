/** The tables for a spreadsheet: nothing that somebody wrote runs in it, wherever it splits the lines. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvOf } from '../../main/counter/history/csv.ts';
import { hostileText } from '../printing/hostile-text.ts';

/** As spreadsheets read: quotes count at the beginning of a cell alone, and what follows a closed quote belongs to the cell. */
function cellsOf(csv: string, separator: string): string[] {
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

/** A formula, as some spreadsheet understands one; an amount is none. */
function isFormula(cell: string): boolean {
  const text = cell.normalize('NFKC').replaceAll('\u2212', '-').trimStart();
  return /^[=+\-@]/.test(text) && !/^-?\d+([.,]\d+)?$/.test(text);
}

const pieces = fc
  .array(fc.oneof(hostileText, fc.constantFrom(...'=+-@＝＋－＠﹢﹣⁺⁻⁼−;,|:\t "\'’\r\n', '=cmd|"/c calc"!A1', ';=', '\t=', '";=', 'x')), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''));

test.each([',', ';', '\t', '|'])('nothing becomes a formula in a spreadsheet that splits at %j', (separator) => {
  fc.assert(
    fc.property(fc.array(fc.array(pieces, { minLength: 1, maxLength: 4 }), { maxLength: 4 }), (rows) => {
      expect(cellsOf(csvOf(['number', 'name'], rows), separator).filter(isFormula)).toEqual([]);
    }),
    { numRuns: 3_000 },
  );
});

test('a formula behind a semicolon, a quote, a blank or in wide letters is text', () => {
  const [, ...lines] = csvOf(['a'], [['x;=cmd()'], ['x;"=cmd()'], [' =1+1'], ['＝1+1'], ['\t=1'], ['"=1'], ['a\n=1'], ['@x']])
    .trimEnd()
    .split('\r\n');
  expect(lines).toEqual([`"x;'=cmd()"`, `"x;'""=cmd()"`, `"' =1+1"`, `"'＝1+1"`, `"' =1"`, `"'""=1"`, `"a =1"`, `"'@x"`]);
});

test('what is no formula stays as it is', () => {
  expect(
    csvOf(
      ['name', 'amount'],
      [
        ['Šimon "Big" O’Hara', '-12.50'],
        ['ピザ; כן', '7'],
      ],
    ),
  ).toBe('\uFEFFname,amount\r\n"Šimon ""Big"" O’Hara",-12.50\r\n"ピザ; כן",7\r\n');
});
