/** Within each folder of a program, files and subfolders form no import circle; types and stylesheets count. */
import { globSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { describe, expect, it, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

type Import = readonly [file: string, imported: string];

function importsOf(program: string): Import[] {
  return globSync(`${program}/**/*.{ts,tsx}`, { cwd: ROOT }).flatMap((path) => {
    const file = path.split(sep).join('/');
    const found = readFileSync(join(ROOT, path), 'utf8').matchAll(IMPORT);
    return [...found].map(([, to = '']): Import => [file, posix.join(posix.dirname(file), to)]);
  });
}

/** Import circles, such as "main/store: queue, rows". */
function circlesIn(imports: readonly Import[]): string[] {
  const arrows = new Map<string, Map<string, Set<string>>>();
  for (const [file, imported] of imports) {
    const [from, to] = [file.split('/'), imported.split('/')];
    const depth = from.findIndex((name, at) => name !== to[at]);
    if (depth < 1) continue;
    const folder = from.slice(0, depth).join('/');
    const [one = '', other = ''] = [from[depth], to[depth]];
    const inside = arrows.get(folder) ?? new Map<string, Set<string>>();
    arrows.set(folder, inside.set(one, (inside.get(one) ?? new Set()).add(other)));
  }
  return [...arrows].flatMap(([folder, inside]) => {
    const round = [...inside.keys()].filter((name) => reachedFrom(name, inside).has(name));
    return round.length === 0 ? [] : [`${folder}: ${round.sort().join(', ')}`];
  });
}

function reachedFrom(start: string, arrows: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>();
  const next = [start];
  for (let name = next.pop(); name !== undefined; name = next.pop())
    for (const one of arrows.get(name) ?? [])
      if (!reached.has(one)) {
        reached.add(one);
        next.push(one);
      }
  return reached;
}

test.each(['main', 'renderer', 'contract', 'preload', 'sandbox', 'relay', 'shared'])('the folders of %s form no circle', (program) => {
  const imports = importsOf(program);
  expect(imports.length).toBeGreaterThan(0);
  expect(circlesIn(imports)).toEqual([]);
});

describe('a circle is found', () => {
  it('between two folders, even if no two files import each other', () => {
    expect(
      circlesIn([
        ['relay/store/a.ts', 'relay/take/b.ts'],
        ['relay/take/c.ts', 'relay/store/d.ts'],
      ]),
    ).toEqual(['relay: store, take']);
  });

  it('of three members, one of them a file', () => {
    expect(
      circlesIn([
        ['contract/calls/a.ts', 'contract/views/b.ts'],
        ['contract/views/c.ts', 'contract/features.ts'],
        ['contract/features.ts', 'contract/calls/a.ts'],
      ]),
    ).toEqual(['contract: calls, features.ts, views']);
  });

  it('inside a folder', () => {
    expect(
      circlesIn([
        ['main/store/rows/a.ts', 'main/store/file/b.ts'],
        ['main/store/file/c.ts', 'main/store/rows/d.ts'],
        ['main/store/file/c.ts', 'main/time/time.ts'],
      ]),
    ).toEqual(['main/store: file, rows']);
  });
});
