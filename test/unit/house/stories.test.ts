/** Every component of the renderer has a story that draws it by name. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const RENDERER = fileURLToPath(new URL('../../../renderer/', import.meta.url));
const STORIES = join(RENDERER, 'gallery', 'stories');

const files = (readdirSync(RENDERER, { recursive: true, encoding: 'utf8' }) as string[])
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.tsx') && !file.startsWith('gallery/'));

/** Capitalized functions; names all in capitals are lists and numbers. */
function componentsOf(file: string): string[] {
  const text = readFileSync(join(RENDERER, file), 'utf8');
  return [
    ...text.matchAll(/^export (?:function|const) ([A-Z]\w*)(?:<[^(]*>)?(?: = memo)?\(/gm),
    ...text.matchAll(/^export const ([A-Z][a-z]\w*)\b/gm),
  ]
    .map(([, name = '']) => name)
    .filter((name, place, all) => all.indexOf(name) === place);
}

/** As "order/card-head.tsx CardHead". */
const drawn = new Set(
  readdirSync(STORIES).flatMap((story) => {
    const text = readFileSync(join(STORIES, story), 'utf8');
    return [...text.matchAll(/import \{([^}]+)\} from '(\.[^']+)'/g)].flatMap(([, names = '', from = '']) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => new RegExp(`<${name}\\b`).test(text))
        .map((name) => `${relative(RENDERER, join(STORIES, from)).replaceAll('\\', '/')} ${name}`),
    );
  }),
);

test('components are found', () => {
  const all = files.flatMap(componentsOf);
  expect(all.length).toBeGreaterThan(150);
  expect(all).toEqual(expect.arrayContaining(['Card', 'SelectField', 'Board', 'Ticket']));
});

test.each(files.filter((file) => componentsOf(file).length > 0))('%s', (file) => {
  const missing = componentsOf(file).filter((name) => !drawn.has(`${file} ${name}`));
  expect(missing, `Add a story to renderer/gallery/stories, then: npm run gallery -- --renew`).toEqual([]);
});
