import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { openQuickFolder } from './test/setup/quick-folder.ts';

// The app is started hundreds of times: each process need not read and compile it anew.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'compiled');
process.env.TMPDIR ??= openQuickFolder() ?? tmpdir();

export const common = { environment: 'node', pool: 'forks', testTimeout: 120_000, hookTimeout: 120_000 } as const;
export const reporters = ['default', './test/setup/closing-line.ts'];
/** For tests that use a browser, a keyring, a tracer ... */
export const globalSetup = ['test/setup/debian-packages.ts'];

/** Files that change their process, or follow all of it, have one of their own; the others share one per worker: see CONTRIBUTING.md. */
const APART = [
  // In the place of the app's parts stand others, and what is left open is counted.
  'test/integration/app/failed-start.test.ts',
  // Fonts are looked for once a process.
  'test/integration/printing/fonts-lost.test.ts',
  // Nothing in the process may ask for the computer's time.
  'test/integration/house/time.test.ts',
];
// More than a small computer has cores: much of the time they wait for a screen, a process or a pause of the app.
const whole = { ...common, globalSetup, provide: { isSweep: false }, maxWorkers: 4, sequence: { groupOrder: 1 } };

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters,
    projects: [
      // Nothing but Node and npm, on any system: `npm run test:unit`.
      { test: { ...common, name: 'unit', include: ['test/unit/**/*.test.ts'], isolate: false } },
      {
        test: {
          ...whole,
          name: 'whole',
          include: ['test/{integration,e2e,conformance,faults}/**/*.test.ts'],
          exclude: APART,
          isolate: false,
        },
      },
      { test: { ...whole, name: 'apart', include: APART } },
    ],
  },
});
