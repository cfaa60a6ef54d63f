/** `npm run test:sweep`: the same files as in `npm test`, with all of what that takes a sample of. */
import { defineConfig } from 'vitest/config';
import { common, globalSetup, reporters } from './vitest.config.ts';

export default defineConfig({
  test: {
    ...common,
    globalSetup,
    reporters,
    maxWorkers: 2,
    include: [
      'test/e2e/screen/everywhere/for-everybody.test.ts',
      'test/e2e/gallery/**/*.test.ts',
      'test/integration/vault/keychain.test.ts',
      'test/faults/**/*.test.ts',
      'test/integration/house/long-texts.test.ts',
    ],
    provide: { isSweep: true },
  },
});
