import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { openQuickFolder } from './test/setup/quick-folder.ts';

// The app is started hundreds of times: each process need not read and compile it anew.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'compiled');
process.env.TMPDIR ??= openQuickFolder() ?? tmpdir();
// Neither UTC nor a whole hour from it: a time that is written or read in the wrong zone is wrong here. Programs that tests start inherit it.
process.env.TZ = process.env.TEST_ZONE ?? 'Asia/Kathmandu';

const common = { environment: 'node', pool: 'forks', testTimeout: 60_000, hookTimeout: 60_000, isolate: false } as const;
/** What a test needs is in its file's name: nothing but Node, a browser, or programs of the system. CONTRIBUTING.md has the table. */
const BROWSER = '**/*.browser.test.ts';
const SYSTEM = '**/*.system.test.ts';
const SMOKE = 'test/smoke/**';

/** Files that change their process, or follow all of it, have one of their own; the others share one per worker: see CONTRIBUTING.md. */
const APART = [
  // In the place of the app's parts stand others, and what is left open is counted.
  'test/integration/app/failed-start.test.ts',
  // Fonts are looked for once a process.
  'test/integration/printing/fonts-lost.test.ts',
  // Nothing in the process may ask for the computer's time.
  'test/integration/house/time.test.ts',
];

const needBrowser = ['test/setup/need-browser.ts'];
const long = { ...common, testTimeout: 240_000, hookTimeout: 120_000, retry: 1 };

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ['default', './test/setup/closing-line.ts'],
    projects: [
      // `npm test`
      { test: { ...common, name: 'unit', include: ['test/unit/**/*.test.ts'] } },
      {
        test: {
          ...common,
          name: 'parts',
          include: ['test/{integration,conformance}/**/*.test.ts'],
          exclude: [...APART, BROWSER, SYSTEM],
        },
      },
      { test: { ...common, name: 'apart', include: APART, isolate: true } },
      {
        test: { ...common, name: 'story', include: ['test/e2e/**/*.test.ts', 'lab/**/*.test.ts'], exclude: [BROWSER, SYSTEM], retry: 1 },
      },
      { test: { ...common, name: 'smoke', include: [SMOKE], globalSetup: needBrowser, retry: 1, sequence: { groupOrder: 1 } } },
      // `npm run test:browser` and `npm run test:system`
      { test: { ...long, name: 'browser', include: [BROWSER], exclude: [SMOKE], globalSetup: needBrowser, sequence: { groupOrder: 2 } } },
      {
        test: { ...long, name: 'system', include: [SYSTEM], globalSetup: ['test/setup/debian-packages.ts'], sequence: { groupOrder: 3 } },
      },
    ],
  },
});
