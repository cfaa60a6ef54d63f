/** The lockfile fits every computer: an installation elsewhere must not depend on where the lockfile was written, and gets the same bytes. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Entry {
  link?: boolean;
  version?: string;
  resolved?: string;
  integrity?: string;
  gypfile?: boolean;
  optionalDependencies?: Record<string, string>;
}

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Entry> };

/** The table of SECURITY.md: what npm cannot check, each as "name@version". */
function listedWithoutHash(): string[] {
  const [, section = ''] = read('SECURITY.md').split('## Packages without a hash');
  return [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `(@?[^`@]+@[^`]+)` \|/gm)].map(([, name = '']) => name);
}

test('every optional package of another system has its place in it, so that npm ci passes everywhere', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
    Object.keys(optionalDependencies ?? {}).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});

test('it names no address that packages come from', () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved?.includes('://'))).toEqual([]);
});

test('every package has the hash of what was looked at, or stands in SECURITY.md', () => {
  const without = Object.entries(packages).flatMap(([path, { link, version, integrity }]) =>
    path === '' || link || /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '') ? [] : [`${path.split('node_modules/').at(-1)}@${version}`],
  );
  expect(without.sort()).toEqual(listedWithoutHash().sort());
});

test('npm compiles no package that comes compiled: it goes by the lockfile, and writes that without the entry `gypfile`', () => {
  const at = (path: string) => new URL(`../../../${path}`, import.meta.url);
  const compiled = Object.keys(packages).filter(
    (path) => path !== '' && existsSync(at(`${path}/binding.gyp`)) && (JSON.parse(read(`${path}/package.json`)) as Entry).gypfile === false,
  );
  expect(compiled).toContain('node_modules/better-sqlite3');
  expect(compiled.filter((path) => packages[path]?.gypfile !== false)).toEqual([]);
});
