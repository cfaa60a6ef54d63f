/** Generated pages of docs match the code: settings from the schema, coverage from the rules. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { withManaged } from '../../../contract/settings/managed.ts';
import { Settings, SettingsFile } from '../../../contract/settings/settings.ts';
import { performancePage } from '../../../docs/performance-page.ts';
import { GROUP_EXAMPLE, RELAY_EXAMPLE, relayPage } from '../../../docs/relay-page.ts';
import { EXAMPLE, settingsPage } from '../../../main/settings/settings-page.ts';
import { RelaySettings } from '../../../relay/settings/settings.ts';
import { coveragePage } from '../../conformance/coverage-page.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');

test('docs/settings.md matches the schema', () => {
  expect(read('docs/settings.md'), 'Run npm run docs.').toBe(settingsPage());
});

test('docs/relay.md matches its schema, and its example is valid', () => {
  expect(read('docs/relay.md'), 'Run npm run docs.').toBe(relayPage());
  expect(v.safeParse(RelaySettings, RELAY_EXAMPLE).issues).toBeUndefined();
  expect(withManaged(v.parse(Settings, {}), GROUP_EXAMPLE)).toMatchObject({ ok: true });
});

test('the example settings in docs/relay-scale.md are valid', () => {
  const [, example = ''] = /```json\n(.*?)```/s.exec(read('docs/relay-scale.md')) ?? [];
  expect(v.safeParse(RelaySettings, JSON.parse(example)).issues).toBeUndefined();
});

test('docs/performance.md matches the kept bench results', () => {
  expect(read('docs/performance.md'), 'Run npm run docs.').toBe(performancePage());
});

test('docs/interface-coverage.md matches the rules, and every rule is covered', () => {
  expect(read('docs/interface-coverage.md'), 'Run npm run docs.').toBe(coveragePage());
  expect(coveragePage()).not.toMatch(/\| no\b/);
});

test('the example settings file is valid', () => {
  expect(v.safeParse(SettingsFile, EXAMPLE).issues).toBeUndefined();
});

test('every test file named in docs/security.md exists', () => {
  const named = [...read('docs/security.md').matchAll(/`((?:test|lab)\/[^`]+)`/g)].map(([, file = '']) => file);
  expect(named.filter((file) => !existsSync(`${ROOT}${file}`))).toEqual([]);
});
