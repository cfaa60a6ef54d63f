/** Opening hours set by a manager: typed, past midnight, around the clock, holidays; and a notice of hours changed elsewhere. */
import { expect, test } from 'vitest';
import { t } from '../../setup/messages.ts';
import { atTheCounter, reopen, screen, venue } from '../venue/at-the-counter.ts';
import { openSettings } from '../venue/settings.ts';

// The page is in another zone than the venue, whose hours keep the venue's times.
atTheCounter({ timezoneId: 'Asia/Tokyo' });

const WEEK = [
  { opening_day: 'WEDNESDAY', opening_time: '10:00', closing_day: 'WEDNESDAY', closing_time: '22:00' },
  { opening_day: 'FRIDAY', opening_time: '12:00', closing_day: 'FRIDAY', closing_time: '20:00' },
];

async function openHours() {
  const { page } = screen;
  await openSettings(page, 'Venues');
  await page.getByRole('button', { name: 'Opening hours' }).click();
  const dialog = page.getByRole('dialog', { name: /^Opening hours/ });
  await dialog.getByRole('region', { name: 'Every week' }).waitFor();
  return dialog;
}

/** Opening hours in the service's status, and the app's list of special days. */
const atService = () => venue.ask('sale.hours', { venueId: venue.venueId });

async function type(dialog: Awaited<ReturnType<typeof openHours>>, name: string, time: string): Promise<void> {
  const [hours = '', minutes = ''] = time.split(':');
  const field = dialog.getByRole('group', { name, exact: true });
  await field.getByRole('spinbutton').first().click();
  await screen.page.keyboard.type(hours);
  await field.getByRole('spinbutton').last().click();
  await screen.page.keyboard.type(minutes);
}

test('hours can end past midnight, an overlap is shown at its row, and the service confirms the week', async () => {
  await reopen({ venue: { opening_times: WEEK } });
  const dialog = await openHours();
  const week = dialog.getByRole('region', { name: 'Every week' });
  await week.getByText('Friday', { exact: true }).waitFor();
  await type(dialog, 'Friday, closes', '02:00');
  await week.locator('.week-day', { hasText: 'Friday' }).getByText('next day').waitFor();

  await week.getByRole('button', { name: t('hours.addNamed', { day: 'Saturday' }) }).click();
  await type(dialog, 'Saturday, opens', '01:00');
  await week.getByText(t('hours.overlap')).waitFor();
  await type(dialog, 'Saturday, opens', '12:00');
  await week.getByText(t('hours.overlap')).waitFor({ state: 'detached' });

  await week.getByRole('button', { name: t('hours.send') }).click();
  await venue.untilLater('the service to confirm it', () => week.locator('.pending-line [data-state="seen"]').isVisible());
  expect((await atService()).week).toEqual([
    WEEK[0],
    { opening_day: 'FRIDAY', opening_time: '12:00', closing_day: 'SATURDAY', closing_time: '02:00' },
    { opening_day: 'SATURDAY', opening_time: '12:00', closing_day: 'SATURDAY', closing_time: '22:00' },
  ]);
  await venue.untilLater('its event', async () => JSON.stringify(await venue.control('GET', '/log')).includes('OPENING_HOURS_UPDATED'));
  await venue.later(5_000);
  expect(Object.keys(venue.state().notices).filter((id) => id.startsWith('venue-event/'))).toEqual([]);
  await venue.control('PATCH', `/venues/${venue.venueId}`, { opening_times: WEEK });
  await screen.page.getByText(t('sale.hoursChanged')).waitFor();
});

test("special days are listed as staff sent them, and the board shows today's opening times", async () => {
  const { page } = screen;
  await page.locator('.bar-today', { hasText: t('sale.today.allDay') }).waitFor();
  const dialog = await openHours();
  const special = dialog.getByRole('region', { name: t('hours.special') });
  await special.getByRole('button', { name: t('hours.addClosed') }).click();
  await special.getByLabel('Name (optional)').fill('Inventory');
  await special.getByRole('button', { name: t('hours.addOpen') }).click();
  await special.getByRole('button', { name: t('hours.send') }).click();
  await venue.untilLater('the service to confirm it', () => special.locator('.pending-line [data-state="seen"]').isVisible());
  const { special: ours, reportedSpecial } = await atService();
  expect(ours).toMatchObject({ days_closed: [{ message: 'Inventory' }], days_open: [{}] });
  // The sandbox shows special days only if open, as the service is assumed to.
  expect(reportedSpecial).toMatchObject([{ opening_date: ours?.days_open[0]?.start_date, opening_time: '12:00', closing_time: '18:00' }]);
});

test('a venue that never closes has one line, which can be turned into seven days and back', async () => {
  const dialog = await openHours();
  const week = dialog.getByRole('region', { name: 'Every week' });
  await week.getByText(t('hours.aroundTheClock')).waitFor();
  expect(await week.locator('.week-day').count()).toBe(0);
  await week.getByRole('button', { name: t('hours.setHours') }).click();
  await week
    .locator('.week-day', { hasText: 'Monday' })
    .getByRole('button', { name: /^Remove/ })
    .click();
  await week.getByRole('button', { name: t('hours.send') }).click();
  await venue.untilLater('the service to confirm it', () => week.locator('.pending-line [data-state="seen"]').isVisible());
  expect((await atService()).week.some(({ opening_day }) => opening_day === 'MONDAY')).toBe(false);

  await week.getByRole('button', { name: t('hours.aroundTheClock') }).click();
  await week.getByRole('button', { name: t('hours.send') }).click();
  await venue.untilLater('the service to have it', async () => (await atService()).week.length === 7);
}, 120_000);
