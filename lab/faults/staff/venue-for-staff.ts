/** The venue of a staff run: its service's clock is offset, and its time limit is reported only with an even seed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from '../../../sandbox/wire/journal.ts';
import { openVenueProcess } from '../venue-process.ts';
import type { AnswerTimes } from './time-to-answer.ts';

const AHEAD_SECONDS = 137;
const VENUE_PATH = '/venues/{venue_id}';
/** Longer than any order stays unreadable. */
const ACCEPT_SECONDS = 60;
const CONFIRM_SECONDS = 75;

export async function openStaffVenue(seed: number) {
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

export async function answerTimesOf(
  { app, ...times }: Awaited<ReturnType<typeof openStaffVenue>>,
  switchedOnAt: readonly number[],
): Promise<AnswerTimes> {
  const { venues } = (await app.venue.control('GET', '/venues')) as { venues: { id: string; tellsAcceptTime: boolean }[] };
  const isReported = venues.some(({ id, tellsAcceptTime }) => id === app.venue.venueId && tellsAcceptTime);
  const read = ((await app.venue.log()) as Entry[]).filter(
    (entry) => entry.kind === 'request' && entry.path.endsWith(`/venues/${app.venue.venueId}`) && entry.status === 200,
  );
  return { ...times, switchedOnAt, reportedAt: isReported ? read.map(({ at }) => Date.parse(at) - times.aheadMs) : [] };
}
