/** vitest's `test` for browser tests, which are skipped with a reason if this computer has no browser. */
import { test } from 'vitest';
import { whyNoBrowser } from './chromium.ts';

export const browserTest = test.skipIf(whyNoBrowser() !== null);
