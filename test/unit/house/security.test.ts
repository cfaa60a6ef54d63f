/** docs/security.md claims nothing that no test shows. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

test('every test that docs/security.md names exists', () => {
  const page = read('docs/security.md');
  const named = [...page.matchAll(/`(test\/[\w/-]+\.test\.ts)`: ?([^|\n.]*)/g)].map(([, file = '', name = '']) => ({
    file,
    name: name.trim(),
  }));
  expect(named.length).toBeGreaterThan(20);
  const wanting = named.filter(({ file, name }) => !existsSync(join(ROOT, file)) || !read(file).includes(name));
  expect(wanting).toEqual([]);
  // Every row of every table ends with a test.
  const rows = page.split('\n').filter((line) => line.startsWith('|') && !/^\|(---|.*Shown by)/.test(line));
  expect(rows.filter((row) => !/`test\/[^`]+`/.test(row))).toEqual([]);
});

test('nothing hands an address to the system, and nothing weakens the window', () => {
  const sources = readdirSync(join(ROOT, 'main/hosts/electron'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => read(`main/hosts/electron/${name}`));
  const forbidden =
    /openExternal|openPath|webSecurity|allowRunningInsecureContent|experimentalFeatures|enableBlinkFeatures|nodeIntegration: true|contextIsolation: false|sandbox: false/;
  expect(sources.filter((source) => forbidden.test(source))).toEqual([]);
});
