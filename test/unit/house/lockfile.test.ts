/** The lockfile fits every computer: an installation gets the same bytes wherever the lockfile was written. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Entry {
  link?: boolean;
  version?: string;
  resolved?: string;
  integrity?: string;
  gypfile?: boolean;
  hasInstallScript?: boolean;
  engines?: unknown;
  os?: string | string[];
  cpu?: string | string[];
  bin?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const manifest = JSON.parse(read('package.json')) as { engines: { node: string }; allowScripts: Record<string, boolean> };
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Entry> };

/** Packages npm can't verify, as "name@version". */
function listedWithoutHash(): string[] {
  const [, section = ''] = read('SECURITY.md').split('## Packages without a hash');
  return [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `(@?[^`@]+@[^`]+)` \|/gm)].map(([, name = '']) => name);
}

test('the lockfile has every optional package of other systems, so npm ci passes everywhere', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
    Object.keys(optionalDependencies ?? {}).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});

test('the lockfile names no registry address', () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved?.includes('://'))).toEqual([]);
});

test('every package has a hash or is listed in SECURITY.md', () => {
  const without = Object.entries(packages).flatMap(([path, { link, version, integrity }]) =>
    path === '' || link || /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '') ? [] : [`${path.split('node_modules/').at(-1)}@${version}`],
  );
  expect(without.sort()).toEqual(listedWithoutHash().sort());
});

test('npm compiles no precompiled package: `npm run lockfile` adds `gypfile: false`', () => {
  const at = (path: string) => new URL(`../../../${path}`, import.meta.url);
  const compiled = Object.keys(packages).filter(
    (path) => path !== '' && existsSync(at(`${path}/binding.gyp`)) && (JSON.parse(read(`${path}/package.json`)) as Entry).gypfile === false,
  );
  expect(compiled).toContain('node_modules/better-sqlite3');
  expect(compiled.filter((path) => packages[path]?.gypfile !== false)).toEqual([]);
});

test('every package with an install script is listed in allowScripts, and none runs', () => {
  const scripts = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript ? [path.split('node_modules/').at(-1)] : [],
  );
  expect(Object.entries(manifest.allowScripts).sort()).toEqual([...new Set(scripts)].sort().map((name) => [name, false]));
  const why = read('docs/decisions/node-as-a-dependency.md');
  expect(scripts.filter((name) => !why.includes(`| ${name} |`))).toEqual([]);
});

test('no package in the lockfile has an engines entry, which npm would compare with its own Node', () => {
  expect(Object.keys(packages).filter((path) => path !== '' && packages[path]?.engines)).toEqual([]);
});

test('the lockfile has Node for Linux, macOS and Windows, new enough for all programs', () => {
  const [, least = ''] = /LEAST_MAJOR = (\d+)/.exec(read('main/start/need-node.cjs')) ?? [];
  const found = Object.values(packages).flatMap(({ bin, os, cpu, version = '' }) =>
    bin?.node && Number(version.split('.')[0]) >= Number(least) ? [`${[os].flat()[0]}-${[cpu].flat()[0]}`] : [],
  );
  expect(found.sort()).toEqual(['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-arm64', 'win32-x64']);
});

test('README, CONTRIBUTING and package.json name the same oldest Node', () => {
  const [, oldest = ''] = /^>=([\d.]+)$/.exec(manifest.engines.node) ?? [];
  for (const file of ['README.md', 'CONTRIBUTING.md']) expect(read(file)).toContain(`Node ${oldest} or later and npm`);
});
