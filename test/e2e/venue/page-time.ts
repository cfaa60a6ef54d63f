/** The page's own time, by which what has come stands there long enough to be touched; in the hands of the test with `movesTime`. */
import type { Page } from 'playwright-core';
import { until } from './venue.ts';

/** Ahead of whatever the page's clock shows by the time it hears of this, ms. */
const AHEAD_MS = 10_000;
/** News that come soon after others are drawn with a timer of this, ms. */
const DRAWN_MS = 60;

/** From now on no time goes by on the page, and what has only just come stays so; `drawn` draws it. `page.clock.resume` ends it. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + AHEAD_MS);
}

/** What is on the page now stands there for as long as a person needs to see it, by the page's own time: a busy page draws it later. */
export async function letStand(page: Page): Promise<void> {
  await page.evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 600))))`);
}

/** Lets as little time go by as the page needs to draw what it has been told. */
export async function drawn(page: Page, what: string, look: () => Promise<boolean>): Promise<void> {
  await until(what, async () => {
    if (await look()) return true;
    await page.clock.runFor(DRAWN_MS);
    return look();
  });
}

/** Waits until nothing is locked that has just come or moved. */
export async function unlocked(page: Page): Promise<void> {
  await until('what came to take touches', () => page.evaluate(`document.querySelector('.slot[aria-disabled]') === null`));
}
