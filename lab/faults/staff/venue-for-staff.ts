/** The venue of such a day: a service whose clock is not this computer's, and that tells of every other venue how long it waits. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from '../../../sandbox/wire/journal.ts';
import { openVenueProcess, type VenueProcess } from '../venue-process.ts';
import type { AnswerTimes } from './time-to-answer.ts';

export interface StaffVenue {
  app: VenueProcess;
  /** How far the service's clock is ahead of this computer's, ms. */
  aheadMs: number;
  acceptSeconds: number;
  confirmSeconds: number;
}

const AHEAD_SECONDS = 137;
const VENUE_PATH = '/venues/{venue_id}';
/** Longer than any order of the awkward service stays unreadable. */
const ACCEPT_SECONDS = 60;
const CONFIRM_SECONDS = 75;

/** With an even seed the service tells how long it waits for an answer, with an odd one nobody knows. */
export async function openStaffVenue(seed: number): Promise<StaffVenue> {
  const app = await openVenueProcess({
    robot: false,
    sandbox: { notificationRetryMs: 700, venuePath: VENUE_PATH },
    venue: {
      accept_within_seconds: ACCEPT_SECONDS,
      confirm_within_seconds: CONFIRM_SECONDS,
      courier_after_seconds: 0.05,
      tells_accept_time: seed % 2 === 0,
    },
    settings: { work: { undo_seconds: 0 } },
    awkward: { seed, without: [] },
  });
  const file = join(app.venue.dataDir, 'settings.json');
  const settings = JSON.parse(readFileSync(file, 'utf8'));
  settings.service.venue_path = VENUE_PATH;
  settings.venues = { [app.venue.venueId]: { confirm_within_seconds: CONFIRM_SECONDS, unanswered_slip_seconds: 30 } };
  settings.printers[0].documents.push('receipt');
  writeFileSync(file, JSON.stringify(settings));
  await app.venue.control('POST', '/clock', { advance_seconds: AHEAD_SECONDS });
  return { app, aheadMs: AHEAD_SECONDS * 1_000, acceptSeconds: ACCEPT_SECONDS, confirmSeconds: CONFIRM_SECONDS };
}

/** With every moment at which the service told of the venue how long it waits. */
export async function answerTimesOf({ app, ...times }: StaffVenue, switchedOnAt: readonly number[]): Promise<AnswerTimes> {
  const { venues } = (await app.venue.control('GET', '/venues')) as { venues: { id: string; tellsAcceptTime: boolean }[] };
  const isReported = venues.some(({ id, tellsAcceptTime }) => id === app.venue.venueId && tellsAcceptTime);
  const read = ((await app.venue.log()) as Entry[]).filter(
    (entry) => entry.kind === 'request' && entry.path.endsWith(`/venues/${app.venue.venueId}`) && entry.status === 200,
  );
  return { ...times, switchedOnAt, reportedAt: isReported ? read.map(({ at }) => Date.parse(at) - times.aheadMs) : [] };
}
