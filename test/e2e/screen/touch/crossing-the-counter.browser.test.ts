/** The whole story on the real screen: an order arrives, is decided, printed, handed to the till, made ready and delivered. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { bears } from '../../../fixtures/number-on-paper.ts';
import { openScreen, type Screen, startBrowser } from '../../venue/screen.ts';
import { openVenue, until, type Venue } from '../../venue/venue.ts';

let browser: Browser;
let venue: Venue;
let screen: Screen;
let tillFolder: string;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  venue = await openVenue();
  tillFolder = join(venue.dataDir, 'till');
  await venue.call('settings.savePos', { pos: { kind: 'hot-folder', folder: tillFolder } });
  screen = await openScreen(browser, venue.app(), venue.dataDir);
});
afterEach(async () => {
  await screen.close();
  await venue.close();
});

const button = (number: string, name: string | RegExp) => screen.card(number).getByRole('button', { name, exact: true });
const papersOf = (number: string) => venue.printer.papers().filter((paper) => bears(paper, number));
const _inTill = (orderId: string) => readdirSync(tillFolder).filter((file) => file.endsWith(`${orderId}.json`));

test('accepting with 10 more minutes moves the pickup time by 10 minutes', async () => {
  const { order_id: id, order_number: number } = await venue.place('instant');
  const before = await until('an estimate', () => venue.card(id).pickupAt);
  await button(number, /, Other time$|^Other time$/).click();
  await screen.page.getByRole('menuitem', { name: 'Accept +10 min' }).click();
  await until('the new estimate', () => Date.parse(venue.card(id).pickupAt ?? '') === Date.parse(before) + 600_000);
});

test('a self-delivery order is accepted by its own call and delivered by staff', async () => {
  const { order_id: id, order_number: number } = await venue.place('self-delivery');
  await button(number, 'Accept').click();
  await button(number, 'Mark ready').click();
  await button(number, 'Mark delivered').click();
  await until('the end', async () => (await venue.atService(id)).state === 'delivered');
  expect(await venue.asked(id, 'self-delivery/accept')).toBe(1);
  expect(await venue.asked(id, 'accept')).toBe(0);
});

test('a pre-order is confirmed, waits in Scheduled, and prints when its preparation starts', async () => {
  const { order_id: id, order_number: number } = await venue.place('preorder');
  await expect.poll(() => button(number, 'Accept').count()).toBe(0);
  await button(number, 'Confirm').click();
  await screen
    .column('Scheduled')
    .getByRole('article', { name: `Order ${number}`, exact: true })
    .waitFor();
  expect(venue.printer.papers()).toHaveLength(0);
  await venue.control('POST', '/clock', { advance_seconds: 60 * 60 });
  await screen
    .column('Preparing')
    .getByRole('article', { name: `Order ${number}`, exact: true })
    .waitFor();
  await until('the ticket', () => papersOf(number).length === 1);
  expect(await venue.asked(id, 'confirm-preorder')).toBe(1);
});
