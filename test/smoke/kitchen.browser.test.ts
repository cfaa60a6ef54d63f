/** Kitchen displays: each station sees its own dishes, strikes them off and finishes its ticket. */
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, onTestFinished } from 'vitest';
import { cook, type Dish, openKitchen } from '../e2e/venue/kitchen-rush.ts';
import { letStand as seen } from '../e2e/venue/page-time.ts';
import { openScreen, type Screen, sharedBrowser } from '../e2e/venue/screen.ts';
import { until, type Venue } from '../e2e/venue/venue.ts';
import { browserTest as test } from '../setup/browser-test.ts';

let venue: Venue;
beforeEach(async () => {
  venue = await openKitchen();
});
afterEach(() => venue.close());

const PIZZA: Dish = [2, 'Pizza diavola', 'Pizza', 'Family size'];
const SALAD: Dish = [1, 'Insalata mista', 'Salads'];
const COLA: Dish = [3, 'Cola', 'Drinks'];

const ticket = (page: Page, number: string) => page.getByRole('article', { name: `Order ${number}`, exact: true });
const dish = (page: Page, number: string, name: string) => ticket(page, number).getByRole('button', { name: new RegExp(name) });
const head = (page: Page, number: string) => ticket(page, number).locator('.ticket-head');

async function display(station: string): Promise<Screen> {
  const screen = await openScreen(await sharedBrowser(), venue.app(), venue.dataDir);
  onTestFinished(() => screen.close());
  await screen.page.locator('.app[data-linked="true"] .bar').waitFor();
  await screen.page.goto(`${new URL(screen.page.url()).origin}/?view=kitchen&station=${station}`);
  await screen.page.locator('.kitchen').waitFor();
  return screen;
}

test('each station sees its own dishes without prices, strikes them off and finishes its ticket', async () => {
  const id = await cook(venue, '601', [PIZZA, SALAD, COLA]);
  const hot = await display('hot');
  const cold = await display('cold');
  await ticket(hot.page, '601').waitFor();
  expect(await ticket(hot.page, '601').textContent()).not.toMatch(/Insalata|Cola|€|EUR|8[.,]90/);
  await ticket(hot.page, '601').getByText('+ 1 Cold, + 3 Drinks').waitFor();
  await seen(hot.page);
  await dish(hot.page, '601', 'Pizza diavola').click();
  await until('struck off', () => venue.card(id).kitchen?.tickets.find(({ station }) => station === 'hot')?.left === 0);
  await hot.page.locator('.ticket[data-done]').waitFor();
  expect(await dish(hot.page, '601', 'Pizza diavola').getAttribute('aria-pressed')).toBe('true');
  await head(hot.page, '601').click();
  await ticket(hot.page, '601').waitFor({ state: 'detached' });
  await ticket(cold.page, '601').getByText('+ 3 Drinks').waitFor();
  expect(venue.card(id).column).toBe('preparing');
});
