/** Marking a dish as sold out from an order on the board, by long press, right click or key, without pressing a button. */
import { expect, test } from 'vitest';
import { t } from '../../setup/messages.ts';
import { atTheCounter, reopen, screen, venue } from '../venue/at-the-counter.ts';
import { letStand } from '../venue/page-time.ts';
import { middleOf, putFinger, wait } from '../venue/touch/finger.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

/** Longer than a long press needs, ms. */
const LONG_MS = 900;

async function placed(number: string): Promise<string> {
  const body = {
    venue_id: venue.venueId,
    kind: 'takeaway',
    items: [{ item: 'POS-1001' }, { item: 'POS-1001' }],
    order: { order_number: number },
  };
  const { order_id: id } = await venue.control('POST', '/orders', body);
  await screen.card(number).waitFor();
  return String(id);
}

async function open(): Promise<{ first: string; dish: ReturnType<typeof dishOf> }> {
  await reopen({ venue: { accept_within_seconds: 3_600 } });
  await venue.call('menu.setKind', { venueId: venue.venueId, sells: 'restaurant' });
  const first = await placed('88401');
  await placed('88402');
  await venue.untilLater('the menu to be read', async () => {
    const answer = await venue.call('menu.get', { venueId: venue.venueId, language: 'en' });
    return answer.ok && answer.value.readAt !== null;
  });
  return { first, dish: dishOf('88401') };
}

const dishOf = (number: string) => screen.card(number).locator('[data-dish-place="0"]');
const dialog = () => screen.page.getByRole('dialog', { name: 'Sold out: Pizza margherita' });
const isPlaced = () =>
  venue.control('POST', '/orders', { venue_id: venue.venueId, kind: 'takeaway', items: [{ item: 'POS-1001' }] }).then(
    () => true,
    () => false,
  );

test("a long press on a dish asks until when it's sold out and lists its orders; lifting the finger presses no button", async () => {
  const { first, dish } = await open();
  const finger = await putFinger(screen.page);
  const place = await middleOf(dish);
  await finger.down(place);
  await dialog().waitFor();
  await finger.up();
  await wait(LONG_MS);
  expect(await venue.asked(first, 'accept')).toBe(0);
  expect(await screen.page.locator('.touch-notice').textContent()).toBe('');
  await dialog().getByText('In 2 open orders: 88401, 88402').waitFor();
  expect(await dialog().locator('.out-tag').count()).toBe(0);
  await dialog()
    .getByRole('menuitem', { name: /^1 hour/ })
    .click();
  await dialog()
    .getByText(/^Sold out until \d\d:\d\d/)
    .waitFor();
  await venue.untilLater('the service to refuse it', async () => !(await isPlaced()));
  await dialog()
    .getByRole('button', { name: t('menu.back') })
    .click();
  await dialog()
    .getByText(/^Back on sale · /)
    .waitFor();
}, 120_000);

test("a finger that moves, lifts early or holds a button doesn't ask for sold out", async () => {
  const { first, dish } = await open();
  const finger = await putFinger(screen.page);
  const place = await middleOf(dish);
  await finger.tap(place);
  await finger.down(place);
  await finger.move({ x: place.x, y: place.y + 40 });
  await wait(LONG_MS);
  await finger.up();
  expect(await screen.page.getByRole('dialog').count()).toBe(0);
  await finger.tap(await middleOf(screen.card('88401').getByRole('button', { name: 'Accept', exact: true })), LONG_MS);
  await until('the accept', async () => (await venue.asked(first, 'accept')) === 1);
  expect(await dialog().count()).toBe(0);
}, 120_000);

test('right click, the key S and a button of the opened order open the Sold out dialog', async () => {
  const { dish } = await open();
  const { page } = screen;
  await dish.click({ button: 'right' });
  await dialog().waitFor();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await screen.card('88401').getByRole('button', { name: 'Open order 88401' }).focus();
  await page.keyboard.press('s');
  const any = page.getByRole('dialog', { name: t('keys.soldOut') });
  await any.getByRole('button', { name: 'Sold out: Pizza margherita' }).first().waitFor();
  await page.keyboard.press('Escape');
  await any.waitFor({ state: 'detached' });
  await page.keyboard.press('o');
  const detail = page.getByRole('dialog', { name: t('detail.name', { number: '88401' }) });
  await detail.getByRole('button', { name: 'Sold out?' }).click();
  await any.getByRole('button', { name: 'Sold out: Pizza margherita' }).first().waitFor();
}, 120_000);

test('an opened order on the main screen has a Sold out? button, on a kitchen display it has none', async () => {
  await open();
  await screen.card('88401').getByRole('button', { name: 'Open order 88401' }).click();
  const order = screen.page.getByRole('dialog', { name: 'Order 88401' });
  await order.getByRole('button', { name: t('menu.order.title') }).click();
  await screen.page.getByRole('dialog', { name: t('keys.soldOut') }).waitFor();
  await venue.bringTo(String(Object.values(venue.state().orders).find(({ number }) => number === '88401')?.id), 'preparing');
  await screen.page.goto(`${new URL(screen.page.url()).origin}/?view=kitchen`);
  await screen.page.locator('.ticket').first().waitFor();
  await letStand(screen.page);
  await screen.page.keyboard.press('Home');
  await screen.page.locator('.ticket :focus').waitFor();
  await screen.page.keyboard.press('o');
  await order.getByRole('heading', { name: t('detail.items') }).waitFor();
  expect(await order.getByRole('button', { name: t('menu.order.title') }).count()).toBe(0);
});
