/** Taps per task, tickets visible on a kitchen display, and taps that reached the wrong order. */
import type { Browser } from 'playwright-core';
import { openKitchen, twentyOrders } from '../../../test/e2e/venue/kitchen-rush.ts';
import { openScreen, startBrowser } from '../../../test/e2e/venue/screen.ts';
import { strayTouches } from '../../faults/runs/stray-touches.ts';
import { walkPaths } from './paths.ts';

const TOUCHES = 10_000;
const SEED = 7;

export async function benchHands() {
  const browser = await startBrowser();
  const paths = await walkPaths(browser);
  const tickets = await ticketsInSight(browser);
  await browser.close();
  return { paths, tickets, touches: await strayTouches(TOUCHES, SEED) };
}

async function ticketsInSight(browser: Browser): Promise<number> {
  const venue = await openKitchen();
  await twentyOrders(venue);
  const { page, close } = await openScreen(browser, venue.app(), venue.dataDir, { width: 1920, height: 1080 });
  await page.locator('.bar').waitFor();
  await page.goto(`${new URL(page.url()).origin}/?view=kitchen&station=hot`);
  await page.locator('.ticket').nth(19).waitFor();
  await page.evaluate('document.fonts.ready');
  const seen = await page.evaluate(`[...document.querySelectorAll('.ticket')].filter((one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    const foot = document.querySelector('.all-day')?.getBoundingClientRect().top ?? innerHeight;
    return top >= 0 && left >= 0 && right <= innerWidth && bottom <= foot;
  }).length`);
  await close();
  await venue.close();
  return Number(seen);
}
