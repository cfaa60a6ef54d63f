/** Marking a dish as sold out from a kitchen display, if allowed in settings: two taps on a ticket's dish. */
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { keepDisplays } from '../../../main/hosts/displays/displays.ts';
import { t } from '../../setup/messages.ts';
import { atTheCounter, reopen, screen, venue } from '../venue/at-the-counter.ts';
import { RENDERER } from '../venue/screen.ts';
import { openSettings } from '../venue/settings.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

async function cooking(number: string): Promise<string> {
  const placed = await venue.control('POST', '/orders', {
    venue_id: venue.venueId,
    kind: 'takeaway',
    items: [{ item: 'POS-1001' }],
    order: { order_number: number },
  });
  const id = String(placed.order_id);
  await until('the card', () => venue.state().orders[id]);
  await venue.bringTo(id, 'preparing');
  return id;
}

async function menuIsRead(): Promise<void> {
  await venue.call('menu.setKind', { venueId: venue.venueId, sells: 'restaurant' });
  await venue.untilLater('the menu to be read', async () => {
    const answer = await venue.call('menu.get', { venueId: venue.venueId, language: 'en' });
    return answer.ok && answer.value.readAt !== null;
  });
}

async function tablet(): Promise<{ page: Page; heard: string[] }> {
  const displays = keepDisplays({ app: venue.app(), rendererDir: RENDERER, dataDir: venue.dataDir });
  onTestFinished(() => displays.stop());
  await venue.call('displays.allow', { on: true });
  const way = await until('a code', async () => {
    const answer = await venue.call('displays.pair', { view: 'kitchen', name: 'Grill tablet', station: null });
    return answer.ok ? answer.value : null;
  });
  const context = await screen.page.context().browser()?.newContext();
  if (!context) throw new Error('no browser');
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const heard: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(String(payload))));
  await page.goto(way.url);
  await page.locator('.kitchen').waitFor();
  return { page, heard };
}

const isPlaced = () =>
  venue.control('POST', '/orders', { venue_id: venue.venueId, kind: 'takeaway', items: [{ item: 'POS-1001' }] }).then(
    () => true,
    () => false,
  );

test('if settings allow it, two taps on a kitchen display mark a dish as sold out, and the menu names the tablet', async () => {
  await reopen({ settings: { counter: { port: 0, displays_port: 0, stations_port: 0 } }, venue: { accept_within_seconds: 3_600 } });
  await menuIsRead();
  const orderId = await cooking('88301');
  const { page, heard } = await tablet();
  const ticket = page.getByRole('article', { name: 'Order 88301' });
  await ticket.waitFor();
  const ask = ticket.getByRole('button', { name: 'Sold out: Pizza margherita' });
  expect(await ask.count()).toBe(0);
  const line = venue.card(orderId).kitchen?.lines[0]?.key ?? '';
  expect(await venue.call('kitchen.soldOut', { orderId, line, end: { until: 'changed' } })).toMatchObject({
    ok: false,
    problem: { code: 'not-allowed' },
  });

  await openSettings(screen.page, t('settings.areas.screens'));
  const allowed = screen.page.getByRole('switch', { name: /^Sold out on kitchen displays/ });
  await allowed.click();
  await until('the setting to be saved', () => allowed.isChecked());
  await ask.click();
  await page.getByRole('menuitem', { name: /^1 hour/ }).waitFor();
  // A bump bar's keys choose in this menu, and no ticket.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Sold out: Pizza margherita' });
  await dialog.getByText(/^Sold out until \d\d:\d\d/).waitFor();
  await venue.untilLater('the service to refuse it', async () => !(await isPlaced()));
  const notes = await venue.call('menu.history', { venueId: venue.venueId });
  expect(notes.ok && notes.value.notes[0]).toMatchObject({ by: 'Grill tablet' });

  await dialog.getByRole('button', { name: t('menu.back') }).click();
  await dialog.getByText(/^Back on sale · Waiting until/).waitFor();
  expect(await ticket.locator('.dish[aria-pressed="true"]').count()).toBe(0);
  expect(heard.join('\n')).not.toMatch(/"price"|"venueId"/);
}, 120_000);
