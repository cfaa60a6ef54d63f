/** `npm run check` refuses an import from a higher floor (docs/architecture.md), even of a type only. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import { expect, test } from 'vitest';
import { testFolder } from '../../setup/parts.ts';

const UP = {
  'renderer/touch/guard.ts': 'renderer/state/ui-state.ts',
  'renderer/parts/dialog.tsx': 'renderer/status/strips.tsx',
  'renderer/order/form/new.tsx': 'renderer/board/board.tsx',
  'renderer/new-feature/new.ts': 'renderer/settings/settings.tsx',
  'renderer/on-no-floor.ts': 'renderer/words.ts',
  'relay/store/registry.ts': 'relay/take/take.ts',
  'contract/views/order.ts': 'contract/calls/orders.ts',
  'contract/time/days.ts': 'contract/views/report.ts',
};
const DOWN = {
  'renderer/status/health.tsx': 'renderer/parts/dialog.tsx',
  'renderer/new-feature/other.ts': 'renderer/words.ts',
  'renderer/menu/list/rows.tsx': 'renderer/access/access.tsx',
  'relay/give/hub.ts': 'relay/store/registry.ts',
  'contract/calls/menu.ts': 'contract/views/order.ts',
};

test("an import from a higher floor is refused, one from a lower floor isn't", async () => {
  const folder = testFolder();
  const plant = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  const planted = Object.entries({ ...UP, ...DOWN });
  for (const [, imported] of planted) plant(imported, 'export type One = 1;\n');
  for (const [file, imported] of planted)
    plant(file, `import type { One } from './${posix.relative(posix.dirname(file), imported)}';\nexport type Same = One;\n`);
  const config = await extractConfig(join(import.meta.dirname, '../../../.dependency-cruiser.cjs'));
  const { output } = await cruise(Object.keys(UP).concat(Object.keys(DOWN)), {
    ...config.options,
    baseDir: folder,
    validate: true,
    ruleSet: config,
  });
  const refused = typeof output === 'string' ? [] : output.summary.violations.map(({ from, to }) => [from, to]);
  expect(Object.fromEntries(refused)).toEqual(UP);
  expect(refused).toHaveLength(Object.keys(UP).length);
});
