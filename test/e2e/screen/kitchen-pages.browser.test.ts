/** A kitchen display's pages, order types and totals. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { t } from '../../setup/messages.ts';
import { cook, type Dish, openKitchen } from '../venue/kitchen-rush.ts';
import { letStand as seen } from '../venue/page-time.ts';
import { openScreen, startBrowser } from '../venue/screen.ts';
import { until, type Venue } from '../venue/venue.ts';

let browser: Browser;
let venue: Venue;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  venue = await openKitchen();
});
afterEach(() => venue.close());

const DISHES: Dish[] = [
  [2, 'Pizza diavola', 'Pizza', 'Family size'],
  [1, 'Minestrone', 'Pasta'],
  [1, 'Melanzane', 'Pasta', 'No parmesan'],
];
const ORDERS = Array.from({ length: 11 }, (_, at) => String(801 + at));
const isPickup = (number: string) => Number(number) % 3 === 0;

/** Eleven orders, a minute apart; four columns of two fit on a page. */
async function rush(): Promise<void> {
  for (const [at, number] of ORDERS.entries()) {
    const created = new Date(Date.now() + (at - ORDERS.length) * 60_000).toISOString();
    await cook(venue, number, DISHES, isPickup(number) ? 'takeaway' : 'instant', { created_at: created });
  }
}

async function display(): Promise<Page> {
  const screen = await openScreen(browser, venue.app(), venue.dataDir, { width: 1280, height: 800 });
  onTestFinished(() => screen.close());
  const { page } = screen;
  await page.locator('.app[data-linked="true"] .bar').waitFor();
  await page.goto(`${new URL(page.url()).origin}/?view=kitchen&station=hot`);
  await page.locator('.ticket').first().waitFor();
  await seen(page);
  return page;
}

const turn = (page: Page, way: 'previous' | 'next') => page.getByRole('button', { name: new RegExp(`^${t(`kitchen.pages.${way}`)}`) });
const showsPage = (page: Page, shown: number, count: number) =>
  page.getByText(t('kitchen.pages.of', { page: shown, count }), { exact: true }).waitFor();
const places = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(`Object.fromEntries([...document.querySelectorAll('.ticket')].map((one) => {
    const { left, top, bottom } = one.getBoundingClientRect();
    return [one.dataset.order, [left, top, bottom].map(Math.round).join()];
  }))`);
const numbers = async (page: Page) => Object.keys(await places(page)).sort();

test('a page shows whole tickets, the oldest first; buttons and keys turn it, and the button counts new tickets behind it', async () => {
  await rush();
  const page = await display();
  await showsPage(page, 1, 2);
  const first = await numbers(page);
  expect(first).toEqual(ORDERS.slice(0, first.length));
  const edge = Number(await page.evaluate(`document.querySelector('.tickets').getBoundingClientRect().bottom`));
  for (const place of Object.values(await places(page))) expect(Number(place.split(',').at(-1))).toBeLessThanOrEqual(edge);
  await cook(venue, '899', DISHES);
  await page.getByRole('button', { name: `${t('kitchen.pages.next')}, ${t('kitchen.pages.new', { count: 1 })}` }).click();
  await showsPage(page, 2, 2);
  expect(await numbers(page)).toEqual([...ORDERS.slice(first.length), '899']);
  await page.keyboard.press('PageUp');
  await showsPage(page, 1, 2);
  expect(await numbers(page)).toEqual(first);
  expect(await turn(page, 'next').getAttribute('aria-label')).toBe(t('kitchen.pages.next'));
  await seen(page);
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowRight');
  await showsPage(page, 2, 2);
});

test('a finished ticket leaves a gap while the screen is tapped; then the next page closes it, and the others stay in their column', async () => {
  await rush();
  const page = await display();
  const before = await places(page);
  const [first, ...others] = Object.keys(before).sort();
  await page.locator(`.ticket[data-order="${first}"] .ticket-head`).click();
  await page.locator(`.gap[data-order="${first}"]`).waitFor();
  const { [first ?? '']: _, ...stay } = before;
  expect(await places(page)).toEqual(stay);
  const next = ORDERS[others.length + 1] ?? '';
  await page.locator(`.ticket[data-order="${next}"]`).waitFor();
  const columnOf = (place: string | undefined) => place?.split(',')[0];
  const after = await places(page);
  expect(Object.keys(after).sort()).toEqual([...others, next]);
  for (const number of others) expect(columnOf(after[number]), number).toBe(columnOf(before[number]));
});

test('limited to one order type, a display counts what it hides, also after a reload, and shows everything with two taps', async () => {
  await rush();
  const page = await display();
  await page.locator('.kitchen-kind').click();
  await page.getByRole('menuitemradio', { name: /^Pickup/ }).click();
  const pickups = ORDERS.filter(isPickup);
  const hidden = page.getByText(t('kitchen.kind.hidden', { count: ORDERS.length - pickups.length }), { exact: true });
  await hidden.waitFor();
  await until('pickups', async () => (await numbers(page)).join() === pickups.join());
  await page.reload();
  await hidden.waitFor();
  await until('pickups again', async () => (await numbers(page)).join() === pickups.join());
  await seen(page);
  await page.locator('.kitchen-kind').click();
  await page.getByRole('menuitemradio', { name: new RegExp(`^${t('kitchen.kind.all')}`) }).click();
  await hidden.waitFor({ state: 'detached' });
  await showsPage(page, 1, 2);
});

test('a narrower page, and a wider one again, is filled with as many tickets as fit', async () => {
  await rush();
  const page = await display();
  const before = await numbers(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await until('two', async () => (await numbers(page)).join() === ORDERS.slice(0, 2).join());
  await page.setViewportSize({ width: 1280, height: 800 });
  await until('eight', async () => (await numbers(page)).join() === before.join());
});

test('the totals can be of options, once for each open portion', async () => {
  await cook(venue, '851', DISHES);
  await cook(venue, '852', DISHES);
  const page = await display();
  const totals = page.getByRole('region', { name: t('kitchen.allDay') });
  await totals.getByText('4 Pizza diavola').waitFor();
  await totals.getByRole('button', { name: t('menu.options') }).click();
  await totals.getByText('4 Choice: Family size').waitFor();
  await totals.getByText('2 Choice: No parmesan').waitFor();
  await page.locator('.ticket[data-order="851"]').getByRole('button', { name: /Pizza/ }).click();
  await totals.getByText('2 Choice: Family size').waitFor();
});

test("a ticket taller than the page says how many dishes don't fit, and a tap shows them", async () => {
  const dishes = Array.from({ length: 20 }, (_, at): Dish => [1, `Dish no. ${at + 1}`, 'Pizza']);
  await cook(venue, '861', dishes);
  const page = await display();
  const last = page.getByRole('button', { name: 'Dish no. 20' });
  const isInSight = async () => {
    const [dish, body] = [await last.boundingBox(), await page.locator('.ticket-body').boundingBox()];
    return dish !== null && body !== null && dish.y + dish.height <= body.y + body.height + 1;
  };
  expect(await isInSight()).toBe(false);
  const more = page.locator('.ticket-more');
  await more.waitFor();
  await until('the last dish', async () => {
    if (!(await isInSight())) await more.click();
    return isInSight();
  });
});
