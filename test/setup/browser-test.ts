/** vitest's `test` for stories in a browser: skipped, with the reason in the run's last lines, where this computer has none. */
import { test } from 'vitest';
import { whyNoBrowser } from './chromium.ts';

export const browserTest = test.skipIf(whyNoBrowser() !== null);
