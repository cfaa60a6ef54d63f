/** The app for benches of an order's path: the built app in its own process, a service, a printer, and its board in a browser. */
import { rmSync } from 'node:fs';
import { startBrowser } from '../../../test/e2e/venue/screen.ts';
import { openVenueProcess } from '../../faults/venue-process.ts';
import { folderWith } from './stored-orders.ts';

/** By then a new page has done its initial work, ms. */
const SETTLED_MS = 3_000;

/** The page has no content policy, so that the baseline can run in it too. */
export async function openCounter({ stored, printers = false }: { stored: number; printers?: boolean }) {
  const dataDir = folderWith(stored);
  const app = await openVenueProcess({ dataDir, robot: false, printers });
  await app.switchOn();
  const browser = await startBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, bypassCSP: true });
  const page = await context.newPage();
  await page.goto(app.counterUrl());
  await page.locator('.app[data-linked="true"]').waitFor();
  await page.waitForTimeout(SETTLED_MS);
  return {
    app,
    browser,
    page,
    async close(): Promise<void> {
      await browser.close();
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
