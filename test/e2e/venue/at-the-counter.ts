/** A venue and its screen for each test of a file: call `atTheCounter()` once, then use `venue` and `screen`. */
import type { Browser } from 'playwright-core';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { openScreen, type Screen, sharedBrowser } from './screen.ts';
import { openVenue, type Venue, type VenueOptions } from './venue.ts';

let browser: Browser;
export let venue: Venue;
export let screen: Screen;
let page: { movesTime?: boolean; timezoneId?: string } = {};

/**
 * `movesTime`: the page's time goes on with the computer's, and the test can move it ahead (`screen.page.clock`). `timezoneId`: where the
 * page believes to be.
 */
export function atTheCounter(options: { movesTime?: boolean; timezoneId?: string } = {}): void {
  page = options;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  beforeEach(() => open({}));
  afterEach(close);
}

/** Another venue in the place of this test's own. */
export async function reopen(options: VenueOptions): Promise<void> {
  await close();
  await open(options);
}

async function open(options: VenueOptions): Promise<void> {
  venue = await openVenue(options);
  screen = await openScreen(browser, venue.app(), venue.dataDir, page);
}

async function close(): Promise<void> {
  await screen.close();
  await venue.close();
}
