/** Marking items as sold out: two taps in the menu or an order, and the item's true state shown. */
import { expect, test } from 'vitest';
import { type MenuAnswer, menuIn } from '../../../contract/contract.ts';
import { t } from '../../setup/messages.ts';
import { atTheCounter, reopen, screen, venue } from '../venue/at-the-counter.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

const openMenu = async () => {
  await screen.page.locator('[data-screen="menu"]').click();
  await screen.page.getByRole('button', { name: 'Sold out: Pizza margherita' }).waitFor();
};
const restaurant = () => venue.call('menu.setKind', { venueId: venue.venueId, sells: 'restaurant' });
const end = (name: RegExp) => screen.page.getByRole('menuitem', { name }).click();
/** Orders an item; returns "placed", or the service's error code. */
async function ordered(item: string): Promise<string> {
  const body = { venue_id: venue.venueId, kind: 'takeaway', items: [{ item }] };
  return venue.control('POST', '/orders', body).then(
    () => 'placed',
    (error: Error) => /ITEM_\w+/.exec(error.message)?.[0] ?? error.message,
  );
}

test('two taps in the menu stop orders for an item, and one tap allows them again', async () => {
  await openMenu();
  const { page } = screen;
  await page.getByRole('button', { name: 'Sold out: Pizza margherita' }).click();
  // What the venue sells is asked once per venue.
  await page.getByRole('button', { name: t('menu.kind.restaurant') }).click();
  await end(/^4 hours/);
  await page.locator('.out-tag').first().waitFor();
  expect(await venue.untilLater('the service to refuse it', async () => (await ordered('POS-1001')) !== 'placed')).toBe(true);
  await page.getByRole('tab', { name: 'Sold out now 1' }).click();
  await venue.untilLater('the service to confirm it', () => page.getByText(/Confirmed by the service at/).isVisible());
  await page.getByRole('button', { name: 'Back on sale: Pizza margherita' }).click();
  // The service allows one change of items in 15 minutes, and the screen shows the waiting time.
  await page.getByText(/Waiting until \d\d:\d\d/).waitFor();
  await venue.later(16 * 60_000);
  await venue.untilLater('it to be on sale', async () => (await ordered('POS-1001')) === 'placed');
}, 120_000);

test('an option value is sold out in two taps; a venue that never closes has no "Until closing" to choose', async () => {
  await restaurant();
  await openMenu();
  const { page } = screen;
  await page.getByRole('searchbox', { name: t('menu.search') }).fill('famil');
  await page.getByRole('button', { name: 'Sold out: Family' }).first().click();
  const closing = page.getByRole('menuitem', { name: /^Until closing/ });
  expect(await closing.getAttribute('aria-disabled')).toBe('true');
  expect(await closing.textContent()).toContain(t('menu.ends.allDay'));
  await end(/^Until further notice/);
  const values = async () => (await venue.control('GET', `/venues/${venue.venueId}/menu`)).option_values as { enabled: boolean }[];
  await venue.untilLater('the service to hide it', async () => (await values()).some(({ enabled }) => !enabled));
}, 120_000);

test('a refused change of the menu is still shown as refused after a restart', async () => {
  await restaurant();
  await openMenu();
  const { page } = screen;
  await venue.control('POST', '/faults', { match: 'PATCH /venues/*/items', status: 400, times: 1, body: { error: 'no' } });
  await page.getByRole('button', { name: 'Sold out: Pizza margherita' }).click();
  await end(/^1 hour/);
  await page.getByText(/^Sold out until .*Refused: /).waitFor();
  await venue.stopApp();
  await venue.startApp();
  const again = await venue.call('menu.get', { venueId: venue.venueId, language: 'en' });
  const kept = again.ok ? (await menuIn(again.value as MenuAnswer)).items.find(({ name }) => name === 'Pizza margherita') : null;
  expect(kept?.pending).toMatchObject({ state: 'refused', onSale: false });
  expect(again.ok && again.value.readAt).not.toBeNull();
}, 120_000);

test("while rejecting an order, staff mark its dish as sold out, and the next customer can't order it", async () => {
  await restaurant();
  const placed = await venue.control('POST', '/orders', {
    venue_id: venue.venueId,
    kind: 'takeaway',
    items: [{ item: 'POS-1001' }],
    order: { order_number: '88201' },
  });
  await until('the card', () => venue.state().orders[String(placed.order_id)]);
  const { page } = screen;
  await screen.card('88201').getByRole('button', { name: 'Reject' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Items unavailable').click();
  await dialog.getByRole('button', { name: /^Sold out: Pizza/ }).click();
  await end(/^Until further notice/);
  await dialog.locator('.out-tag').waitFor();
  await dialog.getByRole('button', { name: 'Reject order' }).click();
  await venue.untilLater('the service to refuse it', async () => (await ordered('POS-1001')) !== 'placed');
}, 120_000);

test("while replacing items, staff mark one as sold out, and the next customer can't order it", async () => {
  await restaurant();
  const placed = await venue.control('POST', '/orders', {
    venue_id: venue.venueId,
    kind: 'retail',
    items: [{ item: 'POS-1001' }],
    order: { order_number: '88203' },
  });
  const orderId = String(placed.order_id);
  await until('the card', () => venue.state().orders[orderId]);
  await venue.bringTo(orderId, 'preparing');
  const { page } = screen;
  await page.getByRole('button', { name: 'Open order 88203' }).first().click();
  const details = page.getByRole('dialog', { name: t('detail.name', { number: '88203' }) });
  await details.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Replace items' }).click();
  const form = details.getByRole('form', { name: 'Replace items' });
  await form.getByRole('button', { name: /^Sold out: Pizza/ }).click();
  await end(/^Until further notice/);
  await form.locator('.out-tag').waitFor();
  await venue.untilLater('the service to refuse it', async () => (await ordered('POS-1001')) !== 'placed');
  await form.getByRole('button', { name: 'Review' }).waitFor();
  expect(await venue.asked(orderId, 'replace-items')).toBe(0);
}, 120_000);

test("an order's item that the menu doesn't have is shown as missing there", async () => {
  await reopen({ venue: { accept_within_seconds: 3_600 } });
  await restaurant();
  await venue.call('menu.get', { venueId: venue.venueId, language: 'en' });
  await until('the menu', async () => {
    const answer = await venue.call('menu.get', { venueId: venue.venueId, language: 'en' });
    return answer.ok && answer.value.readAt !== null;
  });
  const { order_id: id } = await venue.place('takeaway', {
    order_number: '88202',
    items: [
      {
        id: '1',
        name: 'Soup of yesterday',
        count: 1,
        pos_id: 'GONE',
        row_number: 1,
        options: [],
        total_price: { amount: 500, currency: 'EUR' },
      },
    ],
  });
  await until('the card', () => venue.state().orders[id]);
  await screen.card('88202').getByRole('button', { name: 'Reject' }).click();
  const dialog = screen.page.getByRole('dialog');
  await dialog.getByText('Items unavailable').click();
  await dialog.getByText(t('menu.order.notFound')).waitFor();
}, 60_000);
