/** The pages of docs say what the code does: settings from the schema, the picture of the rooms from the imports. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { withManaged } from '../../../contract/settings/managed.ts';
import { Settings, SettingsFile } from '../../../contract/settings/settings.ts';
import { performancePage } from '../../../docs/performance-page.ts';
import { GROUP_EXAMPLE, RELAY_EXAMPLE, relayPage } from '../../../docs/relay-page.ts';
import { exampleFile, settingsPage } from '../../../main/settings/settings-page.ts';
import { RelaySettings } from '../../../relay/settings/settings.ts';
import { coveragePage } from '../../conformance/coverage-page.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');

test('docs/settings.md is the page that the schema gives', () => {
  expect(read('docs/settings.md'), 'Run npm run docs.').toBe(settingsPage());
});

test('docs/relay.md is the page that its schema gives, and its example is one that is accepted', () => {
  expect(read('docs/relay.md'), 'Run npm run docs.').toBe(relayPage());
  expect(v.safeParse(RelaySettings, RELAY_EXAMPLE).issues).toBeUndefined();
  expect(withManaged(v.parse(Settings, {}), GROUP_EXAMPLE)).toMatchObject({ ok: true });
});

test('docs/performance.md is the page that the kept runs of the bench give', () => {
  expect(read('docs/performance.md'), 'Run npm run docs.').toBe(performancePage());
});

test('docs/interface-coverage.md is the page that the rules give, and nothing on it says no', () => {
  expect(read('docs/interface-coverage.md'), 'Run npm run docs.').toBe(coveragePage());
  expect(coveragePage()).not.toMatch(/\| no\b/);
});

test('the example file on it is one that is accepted', () => {
  expect(v.safeParse(SettingsFile, exampleFile()).issues).toBeUndefined();
});

/** `main/orders`, `main/app`, `renderer`… or null for what the picture leaves out. */
function roomOf(path: string): string | null {
  const [top = '', second = '', third] = path.split('/');
  if (top !== 'main') return ['renderer', 'contract', 'preload', 'sandbox', 'relay'].includes(top) ? top : null;
  return third === undefined ? null : `main/${second}`;
}

test('the picture of the rooms in docs/architecture.md is the one that the imports draw', () => {
  const picture = /```mermaid\n(.+?)```/s.exec(read('docs/architecture.md'))?.[1] ?? '';
  const names = new Map([...picture.matchAll(/(\w+)\[([^<\]]+)/g)].map(([, id, label]) => [id ?? '', label ?? '']));
  const drawn = [...picture.matchAll(/^ *(\w+)(?:\[[^\]]*\])? --> (\w+)/gm)].map(
    ([, from, to]) => `${names.get(from ?? '')} -> ${names.get(to ?? '')}`,
  );

  const cruise = spawnSync('depcruise', ['main', 'renderer', 'contract', 'preload', 'sandbox', 'relay', '--output-type', 'json'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, PATH: `${ROOT}node_modules/.bin:${process.env.PATH}` },
  });
  const { modules } = JSON.parse(cruise.stdout) as { modules: { source: string; dependencies: { resolved: string }[] }[] };
  const imports = new Set(
    modules.flatMap(({ source, dependencies }) =>
      dependencies.flatMap(({ resolved }) => {
        const [from, to] = [roomOf(source), roomOf(resolved)];
        return from && to && from !== to ? [`${from} -> ${to}`] : [];
      }),
    ),
  );
  expect(drawn.sort()).toEqual([...imports].sort());
});
