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

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters,
    projects: [
      // Nothing but Node and npm, on any system: `npm run test:unit`.
      { test: { ...common, name: 'unit', include: ['test/unit/**/*.test.ts'], isolate: false } },
      {
        test: {
          ...common,
          globalSetup,
          name: 'whole',
          include: ['test/{integration,e2e,conformance,faults}/**/*.test.ts'],
          provide: { isSweep: false },
          // More than a small computer has cores: much of the time they wait for a screen, a process or a pause of the app.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
