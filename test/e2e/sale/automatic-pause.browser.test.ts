/** A pause that the venue's own rule makes while orders pile up, and one whose end has passed while the service still says offline. */
import { expect, test } from 'vitest';
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
  const { order_id: orderId } = await venue.place('takeaway');
  await until('the card', () => venue.state().orders[orderId]);
  await venue.call('order.reject', { orderId, reason: 'Kitchen is full', code: 'GENERIC' });
  await venue.untilLater('the end of it', () => venue.card(orderId).column === 'ended');
}

test('off unless it is switched on; then three rejections pause, every screen says why, and opening again is not undone', async () => {
  const { page } = screen;
  await reject();
  await reject();
  await reject();
  const suggested = page.locator('.strip-suggest').getByText('3 orders were rejected or missed in the last half hour.');
  await venue.untilLater('a pause to be suggested', () => suggested.isVisible());
  expect(await strip().count()).toBe(0);

  await openSettings(page, 'Automation');
  await page.getByRole('group', { name: 'Pause by rule' }).getByRole('button', { name: 'Turn on the rule' }).click();
  await strip()
    .getByText(/By the rule in Settings: 3 orders were rejected/)
    .waitFor();
  expect(await strip().innerText()).toMatch(/Paused until/);
  const isShownBelow = () => `offline/${venue.venueId}#by-rule` in venue.state().notices;
  await until('other screens to be told', isShownBelow);
  await page.getByText(/the venue pauses for 15 min/).waitFor();
  await venue.untilLater('the service to confirm it', isRefused);
  const notes = await venue.call('menu.history', { venueId: venue.venueId });
  expect(notes.ok && notes.value.notes[0]?.text).toMatch(/^Paused by rule until/);

  await page.getByRole('button', { name: 'Open again' }).click();
  await venue.untilLater('nothing more to tell of it', async () => (await strip().count()) === 0);
  await venue.untilLater('the message to go', () => !isShownBelow());
  await venue.later(20_000);
  expect(await strip().count()).toBe(0);
  expect(await isRefused()).toBe(false);
  await page.getByRole('button', { name: 'Turn off the rule' }).click();
  await page.getByRole('button', { name: 'Turn on the rule' }).waitFor();
}, 120_000);

test('a pause whose end has passed while the service says offline calls for somebody, until it sells again', async () => {
  const { page } = screen;
  await venue.call('sale.pause', { venueId: venue.venueId, end: { until: 'minutes', minutes: 15 }, reason: 'Oven' });
  await venue.untilLater('the service to confirm it', () => page.locator('.strip-paused[data-proof="seen"]').isVisible());
  // In the service's own app somebody took it offline without an end.
  await venue.control('PATCH', `/venues/${venue.venueId}`, { is_online: false });
  await venue.later(18 * 60_000);
  const overdue = strip().getByText(/The pause ended at .*, but the service still shows the venue offline\. No orders come in\./);
  await venue.untilLater('staff to be called', () => overdue.isVisible());
  // The tray calls for somebody as well: it goes by what stands there as an error.
  expect(venue.state().notices[`offline/${venue.venueId}#overdue`]).toMatchObject({ level: 'error', dismissible: false });
  // Time ran ahead of the page: its link may be made anew, and a touch meanwhile asks for nothing.
  await page.locator('.app[data-linked="true"]').waitFor();
  await strip().getByRole('button', { name: 'Open again' }).click();
  await until('the strip to go', async () => (await overdue.count()) === 0);
  expect(await isRefused()).toBe(false);
}, 120_000);
