/** Pictures of every screen in four languages, light and dark, at four sizes, for designers, translators and the guide. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { sourceOf } from '../../contract/contract.ts';
import type { Language } from '../../contract/language.ts';
import { openScreen } from '../../test/e2e/venue/screen.ts';
import { openVenue, until, type Venue } from '../../test/e2e/venue/venue.ts';
import { LANGUAGES, screensPage, THEMES } from './screens-page.ts';
import { sheetOf } from './sheet.ts';

const SIZE = { width: 1280, height: 800 };
const WITHIN_SECONDS = 900;
const OTHER_SIZES = [
  { width: 1920, height: 1080 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
] as const;

/** `page`: file that gets the list of pictures. `only`: these languages; all if empty. */
export async function takeScreens(browser: Browser, folder: string, page: string, only: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const names = new Set<string>();
  const file = (language: Language, theme: string) => (name: string) => {
    names.add(name);
    return join(folder, `${name}-${language}-${theme}`);
  };
  const all = Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[];
  const wanted = all.filter((language) => only.includes(language));
  for (const language of wanted.length > 0 ? wanted : all)
    for (const theme of THEMES) await ingestAll(browser, file(language, theme), { language, theme });
  if (wanted.length === 0) writeFileSync(page, screensPage([...names]));
}

/** `file`: path of a picture without extension. */
async function ingestAll(
  browser: Browser,
  file: (name: string) => string,
  looks: { language: Language; theme: (typeof THEMES)[number] },
): Promise<void> {
  // Answering times are so long that no order alert opens.
  const id = '6b1f0c2d9e4a57318c2ad013';
  const within = { accept_within_seconds: WITHIN_SECONDS };
  const venue = await openVenue({ venue: { name: 'Harbour Kitchen', venue_id: id, ...within }, settings: { venues: { [id]: within } } });
  await venue.call('settings.saveScreen', { screen: looks });
  const first = await openScreen(browser, venue.app(), venue.dataDir, SIZE);
  const { page } = first;
  const take = async (name: string) => {
    // A tap's notice disappears after a while.
    await page.locator('.touch-notice p').waitFor({ state: 'detached' });
    await page.waitForTimeout(500);
    await page.screenshot({ path: `${file(name)}.jpg`, type: 'jpeg', quality: 72 });
    const others: Buffer[] = [];
    for (const size of OTHER_SIZES) {
      await page.setViewportSize(size);
      await page.waitForTimeout(400);
      others.push(await page.screenshot());
    }
    writeFileSync(`${file(name)}-sizes.webp`, await sheetOf(others));
    await page.setViewportSize(SIZE);
    await page.waitForTimeout(400);
  };
  const leave = async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  // The first message below the bar is the request to turn sound on.
  await page.locator('.strip-sound, .first-steps').first().waitFor();
  if ((await page.locator('.strip-sound').count()) > 0) await page.locator('.strip-sound').click();
  await page.locator('.first-steps').waitFor();
  await take('first-steps');
  const { group, lost, cooking } = await busyEvening(venue);
  // The sandbox's clock was advanced; a real venue wouldn't show a notice.
  await venue.call('notice.dismiss', { id: 'clock' });
  await page.locator(`[id="order-${group}"]`).waitFor();
  await take('board');
  await page.locator(`[id="order-${group}"] .card-number`).click();
  await take('order');
  await leave();
  await page.locator('.card[data-column="new"] [data-action="reject"]').first().click();
  await take('reject');
  await leave();
  await page.locator('.bar-rush').click();
  await take('rush');
  await leave();
  await page.locator(`[id="order-${group}"] [data-action="ready"]`).click();
  await take('hand-over');
  await leave();
  await openTab(page, 'history');
  await page.locator('.found-order', { hasText: lost }).click();
  await take('history');
  await page.getByRole('tab').nth(1).click();
  await page.locator('.report').waitFor();
  await take('day');
  await openFromMenu(page, 'settings');
  await page.locator('[data-area="printers"]').click();
  await page.locator('.printer').first().waitFor();
  await take('settings');
  await page.locator('.bar-menu').click();
  await page.locator('.menu-item[data-key="self-test"]').click();
  await page.locator('.dialog .form-end .fill').click();
  await page.locator('.self-test').waitFor({ timeout: 30_000 });
  await take('self-test');
  await leave();
  await openFromMenu(page, 'diagnostics');
  await take('diagnostics');
  await takeCourier(venue, page);
  await take('courier');
  await page.locator('.bar-menu').click();
  await page.locator('.menu-item[data-key="set-up"]').click();
  await page.locator('.set-up .question').waitFor();
  await take('set-up');
  await page.locator('.set-up-later').click();
  await openTab(page, 'board');
  await venue.control('POST', `/orders/${cooking}/cancel`);
  await page.locator('.stopped').waitFor();
  await take('cancelled');
  await page.locator('.stopped .button').click();
  for (const view of ['kitchen', 'customer'] as const) {
    await page.goto(`${new URL(page.url()).origin}/?view=${view}`);
    await page.locator(`html[lang="${looks.language}"] .${view}`).waitFor();
    await take(view);
  }
  await first.close();
  await venue.close();
}

async function takeCourier(venue: Venue, page: Page): Promise<void> {
  const { merchant_id: merchantId, merchant_key: key } = (await venue.control('POST', '/merchants', {})) as Record<string, string>;
  await venue.call('settings.saveMerchant', { merchantId: merchantId ?? null, key: key ?? null, webhookSecret: null });
  await venue.call('webhooks.create', { url: `${sourceOf(venue.state().app.app, 'receiver')?.address}/deliveries` });
  const riding = await orderCourier(venue, 'P11', 'Market street 8', 'Cai Example');
  for (const step of ['pickup-started', 'picked-up', 'dropoff-started', 'on-the-way']) await courierDoes(venue, riding, { step });
  await courierDoes(venue, await orderCourier(venue, 'P12', 'Station road 2', 'Bea Example'), { reject: 'No courier could be found' });
  await openTab(page, 'courier');
  const lines = page.locator('.courier .field input');
  await lines.nth(0).fill('Harbour street 5');
  await lines.nth(1).fill('00100');
  await lines.nth(2).fill('Helsinki');
  await page.locator('.courier-new form [type=submit]').first().click();
  await page.locator('.offer').waitFor();
}

const courierDoes = (venue: Venue, reference: string, what: object) => venue.control('POST', `/deliveries/${reference}/step`, what);

/** Returns the service's reference of the courier. */
async function orderCourier(venue: Venue, orderNumber: string, street: string, name: string): Promise<string> {
  const address = { street, city: 'Helsinki', postCode: '00100', place: null };
  const offer = await venue.ask('courier.offer', {
    venueId: venue.venueId,
    address,
    scheduledTime: null,
    minPreparationMinutes: 20,
    parcels: [],
  });
  const none = { grams: null, widthCm: null, heightCm: null, depthCm: null, value: null };
  await venue.call('courier.order', {
    requestId: `picture-${orderNumber.toLowerCase()}`,
    venueId: venue.venueId,
    offerId: offer.id,
    recipient: { name, phone: '+358401234567', email: null },
    comment: null,
    pickupComment: null,
    orderNumber,
    isNoContact: false,
    parcels: [{ ...none, count: 1, description: 'A bag', alcohol: false }],
    tip: null,
    cash: null,
    handshake: false,
    handshakeSms: false,
    trackingSms: false,
  });
  await until('ordered', () => Object.values(venue.state().deliveries).find((one) => one.orderNumber === orderNumber)?.state === 'ordered');
  const { deliveries } = (await venue.control('GET', '/deliveries')) as { deliveries: { reference: string }[] };
  return deliveries.at(-1)?.reference ?? '';
}

/** Opens a screen that has a button in the bar. */
const openTab = (page: Page, screen: 'board' | 'courier' | 'history') => page.locator(`[data-screen="${screen}"]`).click();

async function openFromMenu(page: Page, screen: 'settings' | 'diagnostics'): Promise<void> {
  await page.locator('.bar-menu').click();
  await page.locator(`.menu-item[data-key="${screen}"]`).click();
}

async function busyEvening(venue: Venue): Promise<{ group: string; lost: string; cooking: string }> {
  const place = async (kind: string, order_number: string, more: Record<string, unknown> = {}) => {
    const { order_id } = await venue.place(kind, { order_number, ...more });
    await until('its card', () => venue.state().orders[order_id]);
    return order_id;
  };
  const accept = async (orderId: string) => {
    await venue.call('order.accept', { orderId, extraMinutes: 0 });
    await until('being prepared', () => venue.card(orderId).column === 'preparing');
  };
  const lost = await place('instant', '408');
  await venue.control('POST', '/clock', { advance_seconds: WITHIN_SECONDS + 1 });
  await until('its end', () => venue.card(lost).column === 'ended');
  const done = await place('takeaway', '409');
  const ready = await place('takeaway', '410');
  const group = await place('group', '411');
  const cooking = await place('takeaway', '412', { consumer_comment: 'No onion, please.' });
  const preorder = await place('preorder', '413');
  for (const id of [done, ready, group, cooking]) await accept(id);
  for (const orderId of [done, ready]) await venue.call('order.ready', { orderId });
  for (const id of [done, ready]) await until('ready', () => venue.card(id).column === 'ready');
  await venue.call('order.delivered', { orderId: done });
  await venue.call('order.check', { orderId: group, participant: 0, checked: true });
  await venue.call('order.confirm', { orderId: preorder });
  for (const kind of ['instant', 'self-delivery']) await place(kind, kind === 'instant' ? '414' : '415');
  return { group, lost: '408', cooking };
}
