/** The tables for a spreadsheet: nothing that somebody wrote runs in it, wherever it splits the lines. */

import { expect, test } from 'vitest';
import { csvOf } from '../../../main/history/csv.ts';
import fc from '../../setup/property.ts';
import { hostileText } from '../printing/hostile-text.ts';
import { cellsOf, isFormula } from './as-a-spreadsheet.ts';

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
