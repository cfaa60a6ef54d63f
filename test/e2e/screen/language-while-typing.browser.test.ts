/** The language changes, here or on another screen, during work: all texts change at once, and typed text stays. */
import { expect, test } from 'vitest';
import { t } from '../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { letStand } from '../venue/page-time.ts';
import { openSettings } from '../venue/settings.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

async function speak(language: 'en' | 'he' | 'de'): Promise<void> {
  await venue.call('settings.saveScreen', { screen: { language } });
  await screen.page.locator(`html[lang="${language}"]`).waitFor();
}

const text = async () => (await screen.page.locator('#root').innerText()).replaceAll(/\d+/g, '0');

test('a typed reason and unsaved settings stay when the language changes', async () => {
  const { page } = screen;
  const { order_id: id, order_number: number } = await venue.place('takeaway');
  await screen.card(number).getByRole('button', { name: 'Reject', exact: true }).click();
  const reason = page.getByRole('dialog').getByRole('textbox');
  await reason.fill('The oven broke');
  await speak('he');
  const reject = page.getByRole('dialog').getByRole('button', { name: 'לדחות את ההזמנה' });
  await reject.waitFor();
  expect(await reason.inputValue()).toBe('The oven broke');
  await reject.click();
  await until('the reason at the service', async () => (await venue.atService(id)).rejection?.reason === 'The oven broke');
  await speak('en');
  await openSettings(page, 'Printers');
  await page.getByRole('button', { name: t('settings.addPrinter') }).click();
  const name = page.locator('.settings-page:not([hidden]) input[name="name"]');
  await name.fill('Bar');
  await speak('he');
  expect(await name.inputValue()).toBe('Bar');
});

test('after a change of language, the page equals one that started in that language', async () => {
  const { page } = screen;
  const placed: { order_id: string }[] = [];
  for (const kind of ['takeaway', 'group', 'preorder', 'self-delivery', 'takeaway']) placed.push(await venue.place(kind));
  await until('all', () => placed.every(({ order_id: id }) => (venue.state().orders[id]?.actions.length ?? 0) > 0));
  const [over, cooked, later, fetched] = placed.map(({ order_id: id }) => id) as [string, string, string, string];
  await venue.call('order.confirm', { orderId: later });
  for (const orderId of [cooked, fetched]) await venue.call('order.accept', { orderId, extraMinutes: 0 });
  await venue.call('order.reject', { orderId: over, reason: 'The oven broke', code: 'GENERIC' });
  await until('the kitchen', () => [cooked, fetched].every((id) => venue.card(id).column === 'preparing'));
  await venue.call('order.ready', { orderId: fetched });
  await until(
    'all to be where they belong',
    () => [over, later, fetched].map((id) => venue.card(id).column).join() === 'ended,scheduled,ready',
  );
  // An order's former place shows for a moment where the order went.
  await letStand(page);
  await until('that to be over', async () => (await page.locator('.gap').count()) === 0);
  for (const place of [0, 1, 3]) {
    await speak('en');
    await letStand(page);
    await page.locator('.bar-screens button').nth(place).click();
    await letStand(page);
    await speak('de');
    await letStand(page);
    const now = await text();
    await page.reload();
    await page.locator('html[lang="de"] .app[data-linked="true"]').waitFor();
    await letStand(page);
    await page.locator('.bar-screens button').nth(place).click();
    await until('the same words', async () => {
      const fresh = await text();
      return fresh === now || Promise.reject(new Error(`${now}\n--- and a page that begins says\n${fresh}`));
    });
  }
});
