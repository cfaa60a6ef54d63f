/** Prices and stock on the main screen: checked while typing, reviewed before sending. */
import { expect, test } from 'vitest';
import { t } from '../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

interface Item {
  external_id: string;
  price: number;
  inventory: number | null;
}
const atService = async (id: string) =>
  ((await venue.control('GET', `/venues/${venue.venueId}/menu`)).items as Item[]).find(({ external_id }) => external_id === id);
const openMenu = async () => {
  await venue.call('menu.setKind', { venueId: venue.venueId, sells: 'restaurant' });
  await screen.page.locator('[data-screen="menu"]').click();
  await screen.page.getByRole('button', { name: 'Sold out: Pizza margherita' }).waitFor();
};

test('a discounted price above the price is refused while typing; once corrected, the price is sent', async () => {
  await openMenu();
  const { page } = screen;
  await page.locator('.menu-row-name').filter({ hasText: 'Pizza margherita' }).click();
  const price = page.getByRole('textbox', { name: 'Price (EUR)' });
  await price.fill('12.345');
  await page.getByText('Enter an amount, such as').waitFor();
  await price.fill('12.50');
  await page.getByRole('textbox', { name: /^Discounted price/ }).fill('13');
  await page.getByText(t('menu.discountNotLower')).waitFor();
  const review = page.getByRole('button', { name: 'Review' });
  expect(await review.isDisabled()).toBe(true);
  await page.getByRole('textbox', { name: /^Discounted price/ }).fill('');
  await until('no mistake', () => review.isEnabled());
  await review.click();
  await page.getByText(t('menu.review.fromTo', { from: '€11.90', to: '€12.50' })).waitFor();
  expect((await atService('POS-1001'))?.price).toBe(1190);
  await page.getByRole('button', { name: 'Send 1 price' }).click();
  await venue.untilLater('the price', async () => (await atService('POS-1001'))?.price === 1250);
}, 60_000);

test('an item whose price a rule leaves unchanged is neither counted nor sent', async () => {
  await openMenu();
  const { page } = screen;
  await page.getByRole('tab', { name: 'Prices' }).click();
  await page.getByRole('checkbox', { name: 'Select Pizza margherita' }).check({ force: true });
  const free = page.locator('.price-row', { hasText: '€0.00' }).first();
  await free.getByRole('checkbox').check({ force: true });
  await page.getByRole('button', { name: 'Review 1 price' }).click();
  const dialog = page.getByRole('dialog', { name: 'New prices' });
  await dialog.getByText(t('menu.review.fromTo', { from: '€11.90', to: '€12.50' })).waitFor();
  expect(await dialog.getByText('€0.00').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Send 1 price' }).waitFor();
}, 60_000);

test('the stock count staff set is sent, and the menu shows when it was set', async () => {
  await openMenu();
  const { page } = screen;
  await page.locator('.menu-row-name').filter({ hasText: 'Pizza margherita' }).click();
  await page.getByRole('textbox', { name: t('menu.stock.count') }).fill('7');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await venue.untilLater('the count', async () => (await atService('POS-1001'))?.inventory === 7);
  await page.getByText(/^Set to 7 at /).waitFor();
}, 60_000);
