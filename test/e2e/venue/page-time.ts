/** The page's own time, which decides when new cards and buttons take taps; a test with `movesTime` controls it. */
import type { Page } from 'playwright-core';
import { until } from './venue.ts';

/** Further than the page's clock moves until it gets this command, ms. */
const AHEAD_MS = 10_000;
/** The page draws frequent updates together, by a timer of this, ms. */
const DRAWN_MS = 60;

/** Stops the page's time, so that new cards stay new; `drawn` has them drawn. Ended by `page.clock.resume`. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + AHEAD_MS);
}

/** Waits by the page's time until everything has been visible long enough to be tapped. */
export async function letStand(page: Page): Promise<void> {
  await page.evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 600))))`);
}

/** Moves as little time as the page needs to draw its updates. */
export async function drawn(page: Page, what: string, look: () => Promise<boolean>): Promise<void> {
  await until(what, async () => {
    if (await look()) return true;
    await page.clock.runFor(DRAWN_MS);
    return look();
  });
}

export async function unlocked(page: Page): Promise<void> {
  await until('what came to take touches', () => page.evaluate(`document.querySelector('.slot[aria-disabled]') === null`));
}
