/** The relay's files are readable one at a time: each states its purpose and is short. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const files = globSync('relay/**/*.ts').map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const lines = (text: string): number => text.split('\n').length - 1;

test('each file begins with its purpose', () => {
  expect(files.length).toBeGreaterThan(40);
  expect(files.filter(({ text }) => !/^(#!.*\n)?\/\*\*\s+\*?\s*\S/.test(text)).map(({ path }) => path)).toEqual([]);
});

test('no file has over 250 lines; engines, and nine in ten of all files, have at most 200', () => {
  expect(files.filter(({ text }) => lines(text) > 250).map(({ path }) => path)).toEqual([]);
  expect(files.filter(({ path, text }) => path.includes('engine') && lines(text) > 200).map(({ path }) => path)).toEqual([]);
  expect(files.filter(({ text }) => lines(text) > 200).length).toBeLessThanOrEqual(files.length / 10);
});
