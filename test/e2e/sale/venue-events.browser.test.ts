/** What the service tells of a venue by itself, as staff are told: in words, with what to do, gone once it is settled or answered. */
import { expect, test } from 'vitest';
import { atTheCounter, reopen, screen, venue } from '../venue/at-the-counter.ts';

atTheCounter();

const ALL_WEEK = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'].map((day) => ({
  opening_day: day,
  opening_time: '00:00',
  closing_day: day,
  closing_time: '23:59',
}));

/** The message on the screen that says this. */
const notice = (says: string | RegExp) => screen.page.locator('.notice', { hasText: says });
const OFFLINE = 'The service says that the venue is offline within its opening times.';

test('offline within its hours: the way back is one touch, and what was told goes once the service says that it sells again', async () => {
  await reopen({ venue: { opening_times: ALL_WEEK } });
  await screen.column('New').waitFor();
  await venue.control('PATCH', `/venues/${venue.venueId}`, { is_online: false });
  await notice(OFFLINE).waitFor();
  expect(await notice(OFFLINE).innerText()).toContain('Open again, or change the opening times.');
  const strip = screen.page.locator('.strip-paused');
  await venue.untilLater('the strip', () => strip.getByText(/offline within the opening hours/).isVisible());
  await strip.getByRole('button', { name: 'Open again' }).click();
  await venue.untilLater('it to be settled', async () => (await notice(OFFLINE).count()) === 0);
  await venue.untilLater('the strip to go', async () => (await strip.count()) === 0);
});

test('while the venue is paused from here nobody is told that it is offline: somebody wanted it', async () => {
  await reopen({ venue: { opening_times: ALL_WEEK } });
  await screen.column('New').waitFor();
  expect((await venue.call('sale.pause', { venueId: venue.venueId, end: { until: 'minutes', minutes: 30 }, reason: '' })).ok).toBe(true);
  await venue.untilLater('the service to be offline', async () =>
    (await venue.log()).some((entry) => JSON.stringify(entry).includes('VENUE_OFFLINE_ALERT_TRIGGERED')),
  );
  await screen.page.locator('.strip-paused').waitFor();
  await venue.laterAtRest(1_000);
  expect(await notice(OFFLINE).count()).toBe(0);
  expect(venue.state().venues[venue.venueId]?.sale?.alert).toBeNull();
});
