/** A pause by the venue's rule when orders pile up, and a pause past its end while the service still shows offline. */
import { expect, test } from 'vitest';
import { t } from '../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { openSettings } from '../venue/settings.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

const strip = () => screen.page.locator('.strip-paused');
const isRefused = () =>
  venue.place('takeaway').then(
    () => false,
    () => true,
  );

async function reject(): Promise<void> {
  const { order_id: orderId } = await venue.arrived();
  await venue.call('order.reject', { orderId, reason: 'Kitchen is full', code: 'GENERIC' });
  await venue.untilLater('the end of it', () => venue.card(orderId).column === 'ended');
}

test("with the pause rule on, three rejections pause; the screen shows why, and reopening isn't undone", async () => {
  const { page } = screen;
  await reject();
  await reject();
  await reject();
  const suggested = page.locator('.strip-suggest').getByText('3 orders were rejected or missed in the last half hour.');
  await venue.untilLater('a pause to be suggested', () => suggested.isVisible());
  expect(await strip().count()).toBe(0);

  await openSettings(page, 'Automation');
  await page
    .getByRole('group', { name: t('settings.work.pauseRule.title') })
    .getByRole('button', { name: t('settings.work.pauseRule.start') })
    .click();
  await strip()
    .getByText(/By the rule in Settings: 3 orders were rejected/)
    .waitFor();
  expect(await strip().innerText()).toMatch(/Paused until/);
  const isShownBelow = () => `offline/${venue.venueId}#by-rule` in venue.state().notices;
  await until('other screens to be told', isShownBelow);
  await page.getByText(/the venue pauses for 15 min/).waitFor();
  await venue.untilLater('the service to confirm it', isRefused);
  const { notes } = await venue.ask('menu.history', { venueId: venue.venueId });
  expect(notes[0]?.text).toMatchObject({ code: 'sale.pausedByRule' });

  await page.getByRole('button', { name: 'Open again' }).click();
  await venue.untilLater('nothing more to tell of it', async () => (await strip().count()) === 0);
  await venue.untilLater('the message to go', () => !isShownBelow());
  await venue.later(20_000);
  expect(await strip().count()).toBe(0);
  expect(await isRefused()).toBe(false);
  await page.getByRole('button', { name: t('settings.work.pauseRule.end') }).click();
  await page.getByRole('button', { name: t('settings.work.pauseRule.start') }).waitFor();
}, 120_000);

test('if a pause has ended but the venue is still offline, an error is shown until it sells again', async () => {
  const { page } = screen;
  await venue.call('sale.pause', { venueId: venue.venueId, end: { until: 'minutes', minutes: 15 }, reason: 'Oven' });
  await venue.untilLater('the service to confirm it', () => page.locator('.strip-paused[data-proof="seen"]').isVisible());
  await venue.control('PATCH', `/venues/${venue.venueId}`, { is_online: false });
  await venue.later(18 * 60_000);
  const overdue = strip().getByText(/The pause ended at .*, but the service still shows the venue offline\. No orders come in\./);
  await venue.untilLater('staff to be called', () => overdue.isVisible());
  // An error is shown in the tray, too.
  expect(venue.state().notices[`offline/${venue.venueId}#overdue`]).toMatchObject({ level: 'error', dismissible: false });
  // The test's time ran ahead, so the page may reconnect; a tap meanwhile sends nothing.
  await page.locator('.app[data-linked="true"]').waitFor();
  await strip().getByRole('button', { name: 'Open again' }).click();
  await until('the strip to go', async () => (await overdue.count()) === 0);
  expect(await isRefused()).toBe(false);
}, 120_000);
