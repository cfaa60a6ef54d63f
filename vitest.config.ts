import { defineConfig } from 'vitest/config';

const common = { environment: 'node', pool: 'forks', testTimeout: 30_000, hookTimeout: 60_000 } as const;
const system = { ...common, globalSetup: ['test/setup/debian-packages.ts'] };

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ['default', './test/setup/closing-line.ts'],
    projects: [
      // Nothing but Node and npm, on any system: `npm run test:unit`.
      { test: { ...common, name: 'unit', include: ['test/unit/**/*.test.ts'], isolate: false } },
      {
        test: {
          ...system,
          name: 'whole',
          include: ['test/{integration,e2e,conformance,faults}/**/*.test.ts'],
          provide: { isSweep: false },
          // More than a computer has cores: most of the time they wait for a screen, a process or a pause of the app.
          maxWorkers: 6,
          sequence: { groupOrder: 1 },
        },
      },
      // What `npm test` takes a sample of, in full: `npm run test:sweep`.
      {
        test: {
          ...system,
          name: 'sweep',
          include: ['test/e2e/screen/for-everybody.test.ts', 'test/integration/vault/keychain.test.ts', 'test/faults/**/*.test.ts'],
          provide: { isSweep: true },
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
