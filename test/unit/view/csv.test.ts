/** Tables for spreadsheets: no text from strangers runs as a formula, whatever the separator. */

import { expect, test } from 'vitest';
import { tableForm } from '../../../contract/table-form.ts';
import { csvOf, decimal } from '../../../main/history/csv.ts';
import fc from '../../setup/property.ts';
import { hostileText } from '../printing/hostile-text.ts';
import { cellsOf, isFormula } from './as-a-spreadsheet.ts';

const pieces = fc
  .array(fc.oneof(hostileText, fc.constantFrom(...'=+-@＝＋－＠﹢﹣⁺⁻⁼−;,|:\t "\'’\r\n', '=cmd|"/c calc"!A1', ';=', '\t=', '";=', 'x')), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''));

test.each([
  [',', 'comma'],
  [';', 'comma'],
  ['\t', 'comma'],
  ['|', 'comma'],
  [',', 'semicolon'],
  [';', 'semicolon'],
] as const)('no cell is a formula in a spreadsheet that splits at %j, in a table with a %s between cells', (separator, tables) => {
  const form = tableForm(tables, null);
  fc.assert(
    fc.property(fc.array(fc.array(pieces, { minLength: 1, maxLength: 4 }), { maxLength: 4 }), (rows) => {
      expect(cellsOf(csvOf(['number', 'name'], rows, form), separator).filter(isFormula)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test.each([
  [['de', 'fi', 'pl', 'el', 'ka'], 'name;amount\r\n"Brot, hell";-12,50\r\n'],
  [['en', 'he', 'ja', null], 'name,amount\r\n"Brot, hell",-12.50\r\n'],
] as const)('the format is the one that spreadsheets in %j expect, unless another is chosen', (languages, text) => {
  for (const language of languages) {
    const form = tableForm('language', language);
    expect(csvOf(['name', 'amount'], [['Brot, hell', decimal({ amount: -1_250, digits: 2 }, form)]], form)).toBe(`\uFEFF${text}`);
    expect(tableForm('comma', language)).toEqual({ separator: ',', decimal: '.' });
    expect(tableForm('semicolon', language)).toEqual({ separator: ';', decimal: ',' });
  }
});

test('amounts without decimals or with an unknown currency are the same in every table', () => {
  const form = tableForm('semicolon', null);
  expect(decimal({ amount: 1_250, digits: 0 }, form)).toBe('1250');
  expect(decimal({ amount: 1_250, digits: null }, form)).toBe(decimal({ amount: 1_250, digits: null }));
});

test('a formula after a semicolon, quote or blank, or in wide letters, is written as text', () => {
  const [, ...lines] = csvOf(['a'], [['x;=cmd()'], ['x;"=cmd()'], [' =1+1'], ['＝1+1'], ['\t=1'], ['"=1'], ['a\n=1'], ['@x']])
    .trimEnd()
    .split('\r\n');
  expect(lines).toEqual([`"x;'=cmd()"`, `"x;'""=cmd()"`, `"' =1+1"`, `"'＝1+1"`, `"' =1"`, `"'""=1"`, `"a =1"`, `"'@x"`]);
});

test('text without a formula stays unchanged', () => {
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
