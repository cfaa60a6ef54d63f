/** The relay's files can be read one at a time: each says what it is for, and none goes on and on. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const files = globSync('relay/**/*.ts').map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const lines = (text: string): number => text.split('\n').length - 1;

test('each begins with what it is for', () => {
  expect(files.length).toBeGreaterThan(40);
  expect(files.filter(({ text }) => !/^(#!.*\n)?\/\*\*\s+\*?\s*\S/.test(text)).map(({ path }) => path)).toEqual([]);
});

test('none has more than 250 lines, of its engines none more than 200, and of ten at most one more than that', () => {
  expect(files.filter(({ text }) => lines(text) > 250).map(({ path }) => path)).toEqual([]);
  expect(files.filter(({ path, text }) => path.includes('engine') && lines(text) > 200).map(({ path }) => path)).toEqual([]);
  expect(files.filter(({ text }) => lines(text) > 200).length).toBeLessThanOrEqual(files.length / 10);
});
