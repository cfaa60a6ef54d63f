/** Every command explains a wrong argument in one sentence and starts nothing. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };

/** Commands that have no options and ignore arguments. */
const TAKE_NOTHING = [
  'docs/check-words.ts',
  'docs/write.ts',
  'main/hosts/electron/package/build.ts',
  'main/hosts/electron/package/third-party-notices.ts',
  'lab/pictures/film.ts',
];
const COMMANDS = new Set([
  'main/start/start.ts',
  'sandbox/printer/start.ts',
  ...Object.values(manifest.scripts).flatMap((script) => script.match(/[\w./-]+\.ts\b/g) ?? []),
]);

function typed(...words: string[]): { status: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', timeout: 60_000 });
  expect(stdout).toBe('');
  return { status, text: stderr };
}

test.each([...COMMANDS].filter((file) => !TAKE_NOTHING.includes(file) && !file.endsWith('.config.ts')))(
  '%s explains an unknown option in one sentence and starts nothing',
  (file) => {
    const { status, text } = typed(file, '--unknown');
    expect(status).toBeGreaterThan(0);
    expect(text).toMatch(/^[^\n]*--unknown[^\n]*\n(See [^\n]* --help\.\n)?$/);
  },
);

test.each([
  ['main/demo/start.ts', ['--orders', 'few'], '--orders must be a whole number'],
  ['main/demo/start.ts', ['--every', 'hour'], '--every must be a number of seconds'],
  ['main/demo/start.ts', ['--host', 'tablet'], '--host must be one of'],
  ['main/demo/start.ts', ['--awkward', '--seed', 'x'], '--seed must be a whole number'],
  ['main/demo/start.ts', ['--awkward', '--without', 'nothing'], '\\"without\\" must be a list of: slow-reads'],
  ['sandbox/printer/start.ts', ['--port', 'x'], '--port must be a number'],
  ['lab/faults/start.ts', ['nothing'], 'There is no run "nothing"'],
  ['lab/bench/start.ts', ['--compare', 'nothing.json'], 'nothing.json cannot be read'],
])('%s with %j explains the wrong value in one sentence and starts nothing', (file, words, text) => {
  const reported = typed(file, ...words);
  expect(reported.status).toBeGreaterThan(0);
  expect(reported.text).toMatch(/^[^\n]+\n$/);
  expect(reported.text).toContain(text);
});
