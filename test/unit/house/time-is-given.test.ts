/** Only shared/time reads this computer's clock or starts timers: the linter refuses every other way. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../setup/parts.ts';

const REFUSED = [
  'export const a = Date.now();',
  'export const b = new Date();',
  'export const c: () => number = Date.now;',
  'export const { now } = Date;',
  'export const d = performance.now();',
  'export const e = setTimeout(() => undefined, 5);',
  'export const f = setInterval(() => undefined, 5);',
  'export const g = globalThis.setTimeout;',
  'export const h = AbortSignal.timeout(5);',
  "import { setTimeout as i } from 'node:timers/promises';",
  "import { setInterval as j } from 'node:timers';",
  "import { performance as k } from 'node:perf_hooks';",
];
const TAKEN = [
  'export const l = new Date(5);',
  "export const m = Date.parse('2026-11-22');",
  "import { setImmediate as n } from 'node:timers/promises';",
];

test('every access to the clock is refused in app, relay and shared, and allowed in shared/time', () => {
  const folder = testFolder();
  const { vcs: _, ...rules } = JSON.parse(readFileSync('biome.json', 'utf8'));
  writeFileSync(join(folder, 'biome.json'), JSON.stringify(rules));
  for (const room of ['main/shift', 'relay/give', 'shared/files', 'shared/time']) {
    mkdirSync(join(folder, room), { recursive: true });
    for (const [at, line] of [...REFUSED, ...TAKEN].entries()) writeFileSync(join(folder, room, `line-${at}.ts`), `${line}\n`);
  }
  cpSync('shared/time/given.grit', join(folder, 'shared', 'time', 'given.grit'));
  const biome = join(dirname(createRequire(import.meta.url).resolve('@biomejs/biome/package.json')), 'bin', 'biome');
  const rulesAsked = ['style/noRestrictedGlobals', 'style/noRestrictedImports', 'plugin'].map((rule) => `--only=${rule}`);
  const { stdout } = spawnSync(process.execPath, [biome, 'lint', ...rulesAsked, '--max-diagnostics=none', '--reporter=github', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const refusedIn = (room: string): string[] =>
    [...REFUSED, ...TAKEN].filter((_line, at) =>
      new RegExp(`file=[^,]*${room.replace('/', '[\\\\/]')}[\\\\/]line-${at}\\.ts,`).test(stdout),
    );
  for (const room of ['main/shift', 'relay/give', 'shared/files']) expect(refusedIn(room), room).toEqual(REFUSED);
  expect(refusedIn('shared/time')).toEqual([]);
});
