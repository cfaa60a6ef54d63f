import { defineConfig } from 'vitest/config';

const common = { environment: 'node', pool: 'forks', testTimeout: 30_000, hookTimeout: 60_000 } as const;

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ['default', './test/setup/closing-line.ts'],
    projects: [
      // Nothing but Node and npm, on any system: `npm run test:unit`.
      { test: { ...common, name: 'unit', include: ['test/unit/**/*.test.ts'], isolate: false } },
      {
        test: {
          ...common,
          name: 'whole',
          include: ['test/{integration,e2e,conformance,faults}/**/*.test.ts'],
          globalSetup: ['test/setup/debian-packages.ts'],
        },
      },
    ],
  },
});
