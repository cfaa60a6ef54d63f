/** Only the shared dialog and popover draw over the screen, and the browser test opens each popover. */
import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { POPOVERS } from '../../e2e/venue/touch/popovers.ts';

const RENDERER = fileURLToPath(new URL('../../../renderer/', import.meta.url));
const OWNERS = ['parts/dialog.tsx', 'parts/popover.tsx'];
const OVER = ['Popover', 'Modal', 'ModalOverlay', 'Tooltip', 'Sheet', 'UNSTABLE_ToastRegion'];
const OTHER_WAYS = /\bcreatePortal\b|\.showModal\(|\.showPopover\(|<dialog\b|\bpopover=/g;

const texts = (pattern: string): [file: string, text: string][] =>
  globSync(pattern, { cwd: RENDERER })
    .map((path): [string, string] => [path.split(sep).join('/'), readFileSync(join(RENDERER, path), 'utf8')])
    .filter(([file]) => !file.startsWith('gallery/'));

test('only the shared dialog and popover components draw over the screen', () => {
  const found = texts('**/*.{ts,tsx}').flatMap(([file, text]) => {
    const names = [...text.matchAll(/import \{([^}]*)\} from 'react-aria(?:-components)?[^']*'/g)].flatMap(([, all = '']) =>
      all.split(',').map((name) => name.trim().replace(/ as .*/, '')),
    );
    return [...names.filter((name) => OVER.includes(name)), ...(text.match(OTHER_WAYS) ?? [])].map((name) => `${file}: ${name}`);
  });
  expect(found.filter((one) => OWNERS.some((owner) => one.startsWith(`${owner}:`)))).toEqual([
    'parts/dialog.tsx: Modal',
    'parts/dialog.tsx: ModalOverlay',
    'parts/popover.tsx: Popover',
  ]);
  expect(found.filter((one) => !OWNERS.some((owner) => one.startsWith(`${owner}:`)))).toEqual([]);
});

test('z-indexes above 4 are defined only in renderer/parts/layers.css', () => {
  const found = texts('**/*.css').flatMap(([file, text]) =>
    [...text.matchAll(/z-index: (\d+)/g)].filter(([, layer]) => Number(layer) > 4).map(([rule]) => `${file}: ${rule}`),
  );
  expect(found, 'Take one of renderer/parts/layers.css').toEqual([]);
});

test('the browser test opens every popover', () => {
  const drawn = texts('**/*.tsx')
    .map(([file, text]): [string, number] => [file, text.match(/<Popover\b/g)?.length ?? 0])
    .filter(([file, count]) => count > 0 && !OWNERS.includes(file));
  expect(drawn.length).toBeGreaterThan(5);
  expect(Object.keys(POPOVERS).sort(), 'Add it to test/e2e/venue/touch/popovers.ts').toEqual(drawn.map(([file]) => file).sort());
  for (const [file, count] of drawn) expect(Object.keys(POPOVERS[file] ?? {}).length, file).toBeGreaterThanOrEqual(count);
});
