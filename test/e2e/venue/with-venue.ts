/** A venue for each test of a file, without a page: call `withVenue()` once, then use `venue`. */
import { afterEach, beforeEach } from 'vitest';
import { closing } from '../../setup/parts.ts';
import { openVenue, type Venue, type VenueOptions } from './venue.ts';

export let venue: Venue;

export function withVenue(options: VenueOptions = {}): void {
  beforeEach(async () => {
    venue = await openVenue(options);
  });
  afterEach(() => venue.close());
}

/** Replaces this test's venue. */
export async function reopen(options: VenueOptions): Promise<void> {
  await venue.close();
  venue = await openVenue(options);
}

/** A venue for one test, in addition to `venue` or alone. */
export async function testVenue(options: VenueOptions = {}): Promise<Venue> {
  return closing(await openVenue(options));
}

/** Settings that have every open order read once a second. */
export const READ_OFTEN = { polling: { fastest_seconds: 1, slowest_seconds: 1 } };
