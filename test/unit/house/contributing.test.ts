/** CONTRIBUTING.md says which files to touch: what is really written where the example of each list is. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const text = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');

function listOf(title: string): string {
  const [, rest] = text.split(`### ${title}\n`);
  if (rest === undefined) throw new Error(`CONTRIBUTING.md has no "${title}".`);
  return rest.split('\n### ')[0] ?? '';
}
const filesIn = (list: string) =>
  [...list.matchAll(/`((?:main|contract|preload|renderer|resources|test|docs)\/[^`]+\.\w+)`/g)].map(([, file = '']) => file);

/** Source files in which something stands that only this example has. */
function holding(example: RegExp, folders = ['main', 'contract', 'renderer']): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/^(main\/demo|renderer\/gallery)\//.test(file))
    .filter((file) => example.test(readFileSync(join(ROOT, file), 'utf8')))
    .sort();
}

test.each([
  ['A way to reach a printer', /'device'/],
  ['An action of staff', /(?<!reviewed \? )'confirm'|'order\.confirm'|confirmPreorder\(/],
  ['A setting', /\bundo_seconds\b/],
  ['A language', /'ka'|(?<!\p{L})ka[:,]/u],
  ['A screen', /\bto: 'history'|screen === 'history'|'board' \| .*'history'/],
])('%s: the list is that of its example', (title, example) => {
  const told = filesIn(listOf(title)).filter((file) => /^(main|contract|renderer)\/.*\.tsx?$/.test(file));
  expect([...told].sort()).toEqual(holding(example));
});

test('every file that it names is there', () => {
  const named = filesIn(text);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});
