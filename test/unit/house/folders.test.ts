/** Which folders of the bridge import each other, types included: none; within a room the files of a folder and those of one in it are one. */
import { globSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

const roomOf = (folder: string): string => folder.split('/').slice(0, 2).join('/');
const isIn = (one: string, other: string): boolean => `${one}/`.startsWith(`${other}/`);
const isBeside = (one: string, other: string): boolean => !isIn(one, other) && !isIn(other, one);

function arrows(): Set<string> {
  const found = new Set<string>();
  for (const path of globSync('main/**/*.ts', { cwd: ROOT })) {
    const file = path.split(sep).join('/');
    const text = readFileSync(join(ROOT, path), 'utf8');
    for (const [, to = ''] of text.matchAll(IMPORT)) {
      const [from, target] = [posix.dirname(file), posix.dirname(posix.join(posix.dirname(file), to))];
      if (isBeside(from, target)) found.add(`${from} > ${target}`);
      if (target.startsWith('main/') && roomOf(from) !== roomOf(target)) found.add(`${roomOf(from)} > ${roomOf(target)}`);
    }
  }
  return found;
}

test('no two folders import each other', () => {
  const found = arrows();
  expect(found).toContain('main/app > main/features');
  expect(found).toContain('main/features/kitchen > main/features/menu');
  const both = [...found].filter((arrow) => found.has(arrow.split(' > ').reverse().join(' > ')));
  expect(both).toEqual([]);
});
