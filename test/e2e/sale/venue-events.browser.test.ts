/** The service's events about a venue as staff see them: in words, with advice, until settled or dismissed. */
import { expect, test } from 'vitest';
import { t } from '../../setup/messages.ts';
import { atTheCounter, reopen, screen, venue } from '../venue/at-the-counter.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

const ALL_WEEK = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'].map((day) => ({
  opening_day: day,
  opening_time: '00:00',
  closing_day: day,
  closing_time: '23:59',
}));

const notice = (text: string | RegExp) => screen.page.locator('.notice', { hasText: text });
const HOURS = t('sale.hoursChanged');

/** Taps the message asking for sound first, if it is in front. */
async function shown(text: string): Promise<void> {
  const sound = screen.page.locator('.strip-sound');
  await until('the line', async () => {
    if (await sound.isVisible()) await sound.click();
    return notice(text).isVisible();
  });
}

const isShownBelow = (cause: string) => `${cause}/${venue.venueId}#venue-event` in venue.state().notices;

async function decide(command: 'accept' | 'reject'): Promise<void> {
  const { order_id: orderId } = await venue.arrived();
  if (command === 'accept') await venue.call('order.accept', { orderId, extraMinutes: 0 });
  else await venue.call('order.reject', { orderId, reason: 'Kitchen is full', code: 'GENERIC' });
  await venue.untilLater('the answer to be taken', () => venue.card(orderId).column !== 'new');
}

test('a venue offline during opening hours is reported; one tap reopens it and ends the notice', async () => {
  await reopen({ venue: { opening_times: ALL_WEEK } });
  await screen.column('New').waitFor();
  await venue.control('PATCH', `/venues/${venue.venueId}`, { is_online: false });
  const strip = screen.page.locator('.strip-paused');
  await venue.untilLater('the strip', () => strip.getByText(/offline during opening hours/).isVisible());
  await until('the event', () => isShownBelow('offline'));
  expect(await screen.page.locator('.line > :not(.line-more)').count()).toBe(1);
  await strip.getByRole('button', { name: 'Open again' }).click();
  await venue.untilLater('it to be settled', () => !isShownBelow('offline'));
  await venue.untilLater('the strip to go', async () => (await strip.count()) === 0);
});

test("an offline venue isn't reported while a pause from here is on", async () => {
  await reopen({ venue: { opening_times: ALL_WEEK } });
  await screen.column('New').waitFor();
  expect((await venue.call('sale.pause', { venueId: venue.venueId, end: { until: 'minutes', minutes: 30 }, reason: '' })).ok).toBe(true);
  await venue.untilLater('the service to be offline', async () =>
    (await venue.log()).some((entry) => JSON.stringify(entry).includes('VENUE_OFFLINE_ALERT_TRIGGERED')),
  );
  await screen.page.locator('.strip-paused').waitFor();
  await venue.laterAtRest(1_000);
  expect(isShownBelow('offline')).toBe(false);
  expect(venue.state().venues[venue.venueId]?.sale?.alert).toBeNull();
});

test('repeated rejections are shown once, as a suggestion to pause, until the next accepted order', async () => {
  await screen.column('New').waitFor();
  for (let count = 0; count < 3; count += 1) await decide('reject');
  const { page } = screen;
  await venue.untilLater('the service to tell of it', () => isShownBelow('piled-up'));
  await page.locator('.strip-suggest').getByText(t('sale.suggest.ask')).waitFor();
  expect(await page.locator('.line > :not(.line-more), .lines-all > *').count()).toBe(1);
  await page.locator('.strip-suggest').getByRole('button', { name: 'Not now' }).click();
  await page.locator('.line').waitFor({ state: 'detached' });
  await decide('accept');
  await venue.untilLater('it to be settled', () => !isShownBelow('piled-up'));
});

test('opening times changed at the service are reported until staff dismiss the notice', async () => {
  await screen.column('New').waitFor();
  await venue.control('PATCH', `/venues/${venue.venueId}`, { opening_times: ALL_WEEK });
  await shown(HOURS);
  expect(await notice(HOURS).innerText()).toContain(t('sale.checkHours'));
  await venue.untilLater('the hours in the bar', () => screen.page.locator('.bar-today').isVisible());
  await notice(HOURS).getByRole('button', { name: 'Dismiss' }).click();
  await notice(HOURS).waitFor({ state: 'detached' });
});

test('with several venues, the notice of changed hours names the venue', async () => {
  await reopen({ venue: { name: 'Harbour' }, alsoVenues: [{ name: 'Hill' }] });
  const [hill = ''] = venue.alsoVenueIds;
  await venue.call('venue.rename', { venueId: hill, name: 'Hill Bakery', address: null });
  await venue.control('PATCH', `/venues/${hill}`, { opening_times: ALL_WEEK });
  await shown(HOURS);
  expect(await notice(HOURS).innerText()).toContain('Hill Bakery: The opening times were changed at the service.');
});
