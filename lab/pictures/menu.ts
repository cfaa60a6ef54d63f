/**
 * The menu's screens for its guide (sold out, changes, prices, stock, a pause, hours, a file with mistakes), on one sheet per language and
 * theme.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { type MenuAnswer, menuIn, type Sold } from '../../contract/contract.ts';
import type { Language } from '../../contract/language.ts';
import { openScreen } from '../../test/e2e/venue/screen.ts';
import { openVenue, until, type Venue } from '../../test/e2e/venue/venue.ts';
import { sheetOf } from './sheet.ts';

const LANGUAGES = ['en', 'he', 'ja'] as const satisfies Language[];
const THEMES = ['light', 'dark'] as const;
const IN_A_ROW = 3;
/** Time that passes per check, ms: a menu is read back after about a minute. */
const PASSES_MS = 2_000;
const PATIENCE_MS = 120_000;
const WEEK = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'].map((day, at, all) => ({
  opening_day: day,
  opening_time: '10:30',
  closing_day: at === 4 ? (all[5] ?? day) : day,
  closing_time: at === 4 ? '02:00' : '22:00',
}));
const WRONG_FILE = [
  'kind,id,name,price,vat,enabled,category,options,currency,language,gtin',
  'menu,,,,,,,,EUR,en,',
  'item,A,Tomato soup,"11,90",14,yes,Starters,T,,,',
  'item,B,Bread,1.190,14,maybe,Starters,,,,',
  'item,C,Beer,5,14,yes,,,,,123',
  '',
].join('\r\n');

export async function takeMenu(browser: Browser, folder: string): Promise<void> {
  for (const language of LANGUAGES)
    for (const theme of THEMES)
      writeFileSync(join(folder, `menu-${language}-${theme}.webp`), await sheetOf(await take(browser, language, theme), IN_A_ROW));
}

async function take(browser: Browser, language: Language, theme: (typeof THEMES)[number]): Promise<Buffer[]> {
  const venue = await openVenue({ venue: { name: 'Harbour Kitchen', opening_times: WEEK } });
  await venue.call('settings.saveScreen', { screen: { language, theme } });
  await changeSome(venue);
  const screen = await openScreen(browser, venue.app(), venue.dataDir);
  const { page } = screen;
  const taken: Buffer[] = [];
  const picture = async () => {
    await page.locator('.touch-notice p').waitFor({ state: 'detached' });
    // Messages above the page get their space once the page isn't being tapped.
    await page.locator('html:not([data-touched])').waitFor();
    taken.push(await page.screenshot());
  };
  const leave = async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  if ((await page.locator('.strip-sound').count()) > 0) await page.locator('.strip-sound').click();
  await page.locator('[data-screen="menu"]').click();
  const tab = (at: number) => page.locator('.menu-tabs [role="tab"]').nth(at).click();
  await page.locator('.menu-row-acts button[aria-haspopup]').nth(1).click();
  await page.locator('.ends-menu [role="menuitem"]').first().waitFor();
  await picture();
  await leave();
  await tab(1);
  await picture();
  await tab(2);
  await picture();
  await tab(3);
  await choosePrices(page);
  await picture();
  await leave();
  await tab(0);
  await page.locator('.menu-row-name').nth(2).click();
  await page.locator('.menu-stock-row').scrollIntoViewIfNeeded();
  await picture();
  await leave();
  const door = page.locator('.sale-pages button');
  await door.nth(0).click();
  await page.locator('.week-day').first().waitFor();
  await picture();
  await leave();
  await door.nth(1).click();
  await page
    .locator('.menu-file input[type="file"]')
    .setInputFiles({ name: 'menu.csv', mimeType: 'text/csv', buffer: Buffer.from(WRONG_FILE) });
  await page.locator('.menu-file-table').scrollIntoViewIfNeeded();
  await picture();
  await leave();
  await page.locator('[data-screen="board"]').click();
  await page.locator('.bar-pause').click();
  await picture();
  await page.locator('.dialog .button.danger').click();
  await venue.untilLater('the service to confirm it', () => page.locator('.strip-paused[data-proof="seen"]').isVisible());
  await picture();
  await screen.close();
  await venue.close();
  return taken;
}

/** Chooses all shown items, with the form's initial percentage. */
async function choosePrices(page: Page): Promise<void> {
  await page.locator('.many-prices-head button').first().click();
  await page.locator('.many-prices-rule [type="submit"]').click();
  await page.locator('.price-line').first().waitFor();
}

async function changeSome(venue: Venue): Promise<void> {
  const { venueId } = venue;
  await venue.call('venue.rename', { venueId, name: 'Harbour Kitchen', address: null });
  await venue.call('menu.setKind', { venueId, sells: 'restaurant' });
  const menu = () => venue.call('menu.get', { venueId, language: 'en' });
  const read = await venue.untilLater('the menu', async () => {
    const answer = await menu();
    return answer.ok && answer.value.readAt !== null && menuIn(answer.value as MenuAnswer);
  });
  const sellOut = async (thing: { what: Sold | null } | undefined, hours: number) => {
    if (thing?.what) await venue.call('menu.soldOut', { venueId, what: [thing.what], end: { until: 'minutes', minutes: hours * 60 } });
  };
  const state = (name: string) => async () => {
    const answer = await menu();
    return answer.ok && JSON.stringify(answer.value).includes(`"state":"${name}"`);
  };
  await sellOut(read.items[0], 4);
  const isSeen = state('seen');
  await until('the service to confirm it', async () => (await isSeen()) || (await venue.later(PASSES_MS)), PATIENCE_MS);
  await venue.control('POST', '/faults', { match: 'PATCH /venues/*/options/values', status: 400, times: 5 });
  await sellOut(read.options[0]?.values[0], 1);
  await sellOut(read.items[3], 1);
  await venue.untilLater('the refusal', state('refused'));
  await venue.call('notice.dismiss', { id: 'clock' });
}
