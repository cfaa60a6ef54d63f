/** The most frequent work after Accept, with counted taps: an item sold out, a pause and its end, today's hours. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { t } from '../../setup/messages.ts';
import { atTheCounter, reopen, screen, venue } from '../venue/at-the-counter.ts';

atTheCounter();

const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
const WEEK = DAYS.map((day) => ({ opening_day: day, opening_time: '10:00', closing_day: day, closing_time: '22:00' }));
/** Hours shown in a day's bar (renderer/sale/hours/opening-row.tsx). */
const SHOWN_HOURS = 30;

const button = (name: string | RegExp) => screen.page.getByRole('button', { name, exact: true });
const isRefused = () =>
  venue.place('takeaway').then(
    () => false,
    () => true,
  );
const isItemRefused = (item: string) =>
  venue.control('POST', '/orders', { venue_id: venue.venueId, kind: 'takeaway', items: [{ item }] }).then(
    () => false,
    () => true,
  );

async function touchesOf(act: () => Promise<void>): Promise<number> {
  const { page } = screen;
  await page.evaluate(`{
    if (window.touches === undefined) window.addEventListener('pointerdown', () => { window.touches += 1; }, true);
    window.touches = 0;
  }`);
  await act();
  return Number(await page.evaluate('window.touches'));
}

async function drag(end: Locator, track: Locator, hours: number): Promise<void> {
  await end.scrollIntoViewIfNeeded();
  const [held, whole] = await Promise.all([end.boundingBox(), track.boundingBox()]);
  if (!held || !whole) throw new Error('The bar is not on the screen.');
  const { mouse } = screen.page;
  const [x, y] = [held.x + held.width / 2, held.y + held.height / 2];
  await mouse.move(x, y);
  await mouse.down();
  await mouse.move(x + (hours / SHOWN_HOURS) * whole.width, y, { steps: 5 });
  await mouse.up();
}

test('marking an item as sold out takes two taps: the item, and until when', async () => {
  await venue.call('menu.setKind', { venueId: venue.venueId, sells: 'restaurant' });
  await screen.page.locator('[data-screen="menu"]').click();
  await button('Sold out: Pizza margherita').waitFor();
  const touches = await touchesOf(async () => {
    await button('Sold out: Pizza margherita').click();
    await screen.page.getByRole('menuitem', { name: /^1 hour/ }).click();
    await screen.page.locator('.out-tag').first().waitFor();
  });
  expect(touches).toBe(2);
  await venue.untilLater('the service to refuse it', () => isItemRefused('POS-1001'));
});

test('a pause takes two taps, and ending it one', async () => {
  const { page } = screen;
  const strip = page.locator('.strip-paused');
  await screen.column('New').waitFor();
  const paused = await touchesOf(async () => {
    await button('Pause').click();
    await button('Pause now').click();
    await strip.getByText(/Paused until \d\d:\d\d/).waitFor();
  });
  expect(paused).toBe(2);
  await venue.untilLater('the service to refuse orders', isRefused);
  const opened = await touchesOf(async () => {
    await button('Open again').click();
    await venue.untilLater('the strip to go', async () => (await strip.count()) === 0);
  });
  expect(opened).toBe(1);
  expect(await isRefused()).toBe(false);
});

test('when a pause ends at the service, its strip above the board disappears and orders arrive again', async () => {
  const strip = screen.page.locator('.strip-paused');
  await screen.column('New').waitFor();
  await button('Pause').click();
  await screen.page.getByRole('radio', { name: '15 min' }).check({ force: true });
  await button('Pause now').click();
  await venue.untilLater('the service to confirm it', () => screen.page.locator('.strip-paused[data-proof="seen"]').isVisible());
  expect(await isRefused()).toBe(true);
  await venue.later(15 * 60_000);
  await venue.untilLater('the strip to go', async () => (await strip.count()) === 0);
  expect(await isRefused()).toBe(false);
});

test("changing today's hours takes four taps: today's line, Opening hours, dragging an end, Send", async () => {
  await reopen({ venue: { opening_times: WEEK } });
  const { page } = screen;
  const { zone: timeZone } = await venue.ask('sale.hours', { venueId: venue.venueId });
  const today = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone }).format(venue.time.wall());
  // The status of a venue is read once a minute.
  await venue.later(60_000);
  await venue.untilLater('the hours in the bar', () => page.locator('.bar-today').isVisible());
  const dialog = page.getByRole('dialog', { name: /^Opening hours/ });
  const day = dialog.locator('.week-day', { hasText: today });
  const touches = await touchesOf(async () => {
    await page.locator('.bar-today').click();
    await page.getByRole('menuitem', { name: 'Opening hours' }).click();
    await drag(day.locator('.track-end[data-edge="until"]'), day.locator('.track'), 1);
    await dialog
      .getByRole('region', { name: 'Every week' })
      .getByRole('button', { name: t('hours.send') })
      .click();
    await venue.untilLater('the service to confirm it', () => dialog.locator('.pending-line [data-state="seen"]').first().isVisible());
  });
  expect(touches).toBe(4);
  const sent = await venue.call('sale.hours', { venueId: venue.venueId });
  const expected = WEEK.map((one) => (one.opening_day === today.toUpperCase() ? { ...one, closing_time: '23:00' } : one));
  expect(sent.ok && sent.value.week).toEqual(expected);
});

test('a change made while the service is unreachable shows until when it waits, and is sent then', async () => {
  await venue.call('menu.setKind', { venueId: venue.venueId, sells: 'restaurant' });
  await screen.page.locator('[data-screen="menu"]').click();
  await button('Sold out: Pizza margherita').waitFor();
  await venue.control('POST', '/faults', { match: 'PATCH /venues/*/items', drop: 'before', times: 1 });
  await button('Sold out: Pizza margherita').click();
  await screen.page.getByRole('menuitem', { name: /^1 hour/ }).click();
  await screen.page.getByText(/Waiting until \d\d:\d\d/).waitFor();
  expect(await isItemRefused('POS-1001')).toBe(false);
  await venue.later(16 * 60_000);
  await venue.untilLater('the service to refuse it', () => isItemRefused('POS-1001'));
});

test('a typing error such as "13,5 %" is shown at its field, and nothing is sent', async () => {
  await venue.call('menu.setKind', { venueId: venue.venueId, sells: 'restaurant' });
  const { page } = screen;
  await page.locator('[data-screen="menu"]').click();
  await button('Sold out: Pizza margherita').waitFor();
  await page.getByRole('tab', { name: 'Prices' }).click();
  await page.getByRole('checkbox', { name: 'Select Pizza margherita' }).check({ force: true });
  const percent = page.getByRole('textbox', { name: t('menu.several.percent') });
  await percent.fill('13,5 %');
  await page.getByText('Enter a percentage, such as').waitFor();
  expect(await button(/^Review/).isDisabled()).toBe(true);
  await percent.fill('13,5');
  await button(/^Review/).click();
  await page
    .getByRole('dialog', { name: 'New prices' })
    .getByText(t('menu.review.fromTo', { from: '€11.90', to: '€13.50' }))
    .waitFor();
  expect(await venue.call('menu.history', { venueId: venue.venueId })).toMatchObject({ ok: true, value: { notes: [] } });
});
