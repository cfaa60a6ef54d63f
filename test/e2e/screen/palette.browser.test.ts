/** The command palette: opened with Ctrl K on every screen, used by keyboard alone, asking what its commands' buttons ask. */
import { expect, test } from 'vitest';
import { t } from '../../setup/messages.ts';
import { atTheCounter, reopen, screen, venue } from '../venue/at-the-counter.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

const palette = () => screen.page.getByRole('dialog', { name: 'Find anything' });
const chosen = () => palette().getByRole('option', { selected: true });

async function go(typed: string, to: string | RegExp): Promise<void> {
  await screen.page.getByRole('dialog').waitFor({ state: 'detached' });
  await screen.page.keyboard.press('Control+k');
  await palette().waitFor();
  await screen.page.keyboard.type(typed, { delay: 60 });
  await chosen().filter({ hasText: to }).waitFor();
  await screen.page.keyboard.press('Enter');
  await palette().waitFor({ state: 'detached' });
}

test('the palette finds orders, dishes, commands, screens and settings, and opens them', async () => {
  // No order alert may open over the palette.
  await reopen({ venue: { accept_within_seconds: 3_600 } });
  const { page } = screen;
  const body = { venue_id: venue.venueId, kind: 'takeaway', items: [{ item: 'POS-1001' }] };
  const ids: string[] = [];
  for (const number of ['88501', '88502']) {
    const { order_id: id } = await venue.control('POST', '/orders', { ...body, order: { order_number: number } });
    ids.push(String(id));
    await screen.card(number).waitFor();
  }

  await go('88502', 'Order 88502');
  await page.getByRole('dialog', { name: t('detail.name', { number: '88502' }) }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await go('sold out margherita', 'Sold out: Pizza margherita');
  await page.getByRole('dialog', { name: 'Sold out: Pizza margherita' }).waitFor();
  await page.keyboard.press('Escape');

  await go('pause 15', 'Pause: 15 min');
  const pause = page.getByRole('dialog', { name: 'Pause orders' });
  expect(await pause.getByRole('radio', { name: /^15 min/ }).isChecked()).toBe(true);
  await page.keyboard.press('Escape');

  await go('accept all', 'Accept all');
  const several = page.getByRole('dialog', { name: t('several.title.accept') });
  await several.getByRole('button', { name: 'Accept 2 orders' }).waitFor();
  await page.keyboard.press('Escape');
  for (const id of ids) expect(await venue.asked(id, 'accept')).toBe(0);

  await go('printers', 'Printers');
  await until('the page of printers', () => page.locator('[data-area="printers"][aria-current="page"]').isVisible());

  await go('sold out quattro', t('palette.inMenu', { text: 'quattro' }));
  await until('the search', async () => (await page.getByRole('searchbox', { name: t('menu.search') }).inputValue()) === 'quattro');

  await go('rush 20', 'Rush: +20 min');
  const rush = page.getByRole('dialog', { name: 'Rush' });
  expect(await rush.getByRole('radio', { name: '+20' }).isChecked()).toBe(true);
  await page.keyboard.press('Escape');
  await rush.waitFor({ state: 'detached' });

  await page.keyboard.press('Control+k');
  const first = await chosen().textContent();
  await page.keyboard.press('ArrowDown');
  await until('another one', async () => (await chosen().textContent()) !== first);
  await page.keyboard.press('Control+k');
  await palette().waitFor({ state: 'detached' });
}, 180_000);

test("a manager's command in the palette asks for the PIN", async () => {
  await venue.call('access.setPin', { pin: '4711' });
  await venue.call('access.leave', {});
  await until('the lock', () => venue.state().app.app?.access.manager === false);
  await go('printers', 'Printers');
  await screen.page.getByRole('form', { name: 'Manager access' }).getByRole('button', { name: 'Open' }).waitFor();
}, 60_000);
