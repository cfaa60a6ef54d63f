/** Every screen, page of Settings, set-up question, dialog and popover is in the gallery. */
import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const RENDERER = fileURLToPath(new URL('../../../renderer/', import.meta.url));
const read = (file: string) => readFileSync(join(RENDERER, file), 'utf8');
const filesOf = (pattern: string) => globSync(pattern, { cwd: RENDERER }).map((path) => path.split(sep).join('/'));

const stories = filesOf('gallery/stories/*.stories.tsx').map(read).join('\n');
/** The names that follow a word in the stories: "board" in "on('board'". */
const named = (word: RegExp) => new Set([...stories.matchAll(new RegExp(`${word.source}\\s*'([^']+)'`, 'g'))].map(([, name]) => name));

/** The names listed in a declaration of state/ui-state.ts. */
const listed = (declaration: string) =>
  [...(read('state/ui-state.ts').split(`export ${declaration} =`)[1]?.split(';')[0] ?? '').matchAll(/'([a-z]+)'/g)].map(([, name]) => name);

const areas = listed('type SettingsArea');
const steps = listed('const SET_UP_STEPS');
const screens = [...(read('screens.tsx').split('export const SCREENS')[1] ?? '').matchAll(/^ {2}([a-z]+): \{/gm)].map(([, name]) => name);
const above = filesOf('**/*.tsx').filter(
  (file) =>
    !file.startsWith('gallery/') && !['parts/dialog.tsx', 'parts/popover.tsx'].includes(file) && /<(Dialog|Popover)\b/.test(read(file)),
);

test('this test finds the screens, pages of Settings, set-up questions, dialogs and popovers in the code', () => {
  expect(screens).toEqual(expect.arrayContaining(['board', 'kitchen', 'diagnostics']));
  expect(areas.length).toBeGreaterThan(10);
  expect(steps).toContain('venue');
  expect(above.length).toBeGreaterThan(30);
  expect(above).toEqual(expect.arrayContaining(['order/actions/reject-dialog.tsx', 'parts/form/select.tsx']));
});

const MISSING = 'Add a story to renderer/gallery/stories, then: npm run gallery -- --renew';

test('each screen has a story', () => {
  const drawn = named(/\bon\(/);
  expect(
    screens.filter((name) => !drawn.has(name)),
    MISSING,
  ).toEqual([]);
});

test('each page of Settings has a story, and each question of the set-up', () => {
  const pages = named(/= (?:page|touched|opened)\(/);
  expect(
    areas.filter((name) => !pages.has(name)),
    MISSING,
  ).toEqual([]);
  const asked = named(/= step\(/);
  expect(
    steps.filter((name) => !asked.has(name)),
    MISSING,
  ).toEqual([]);
});

test('each dialog and each menu has a story in which it is open', () => {
  expect(
    above.filter((file) => !stories.includes(`'${file}'`)),
    `${MISSING}; its file is what the story "opens"`,
  ).toEqual([]);
});

test('each file that a story names as open contains a dialog or popover', () => {
  const opened = [...stories.matchAll(/'([a-z-]+(?:\/[a-z-]+)+\.tsx)'/g)].map(([, file]) => file);
  expect(opened.length).toBeGreaterThan(30);
  expect(opened.filter((file) => !above.includes(file ?? ''))).toEqual([]);
});
