/** A venue and its screen for each test: call `atTheCounter()` once per file, then use `venue` and `screen`. */
import type { Browser } from 'playwright-core';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { openScreen, type Screen, sharedBrowser } from './screen.ts';
import { openVenue, type Venue, type VenueOptions } from './venue.ts';

let browser: Browser;
export let venue: Venue;
export let screen: Screen;
let page: { movesTime?: boolean; timezoneId?: string } = {};

/** `movesTime`: the test can move the page's time (`screen.page.clock`). `timezoneId`: the page's time zone. */
export function atTheCounter(options: { movesTime?: boolean; timezoneId?: string } = {}): void {
  page = options;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  beforeEach(() => open({}));
  afterEach(close);
}

/** Replaces this test's venue and screen. */
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
