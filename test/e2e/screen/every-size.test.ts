/** The board on every screen it may stand on, and the page of all components. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANGUAGES } from '../../../contract/language.ts';
import { openGallery } from '../venue/gallery-page.ts';
import { openScreen, startBrowser } from '../venue/screen.ts';
import { openVenue, until, type Venue } from '../venue/venue.ts';

const SIZES = [
  [1024, 768],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
  [1080, 1920],
  [3840, 2160],
] as const;
let browser: Browser;
let venue: Venue;
beforeAll(async () => {
  browser = await startBrowser();
  venue = await openVenue();
  for (const kind of ['instant', 'group', 'takeaway', 'preorder']) {
    const { order_id } = await venue.place(kind);
    await until('its card', () => venue.state().orders[order_id]);
    if (kind === 'takeaway') await venue.call('order.accept', { orderId: order_id, extraMinutes: 0 });
  }
});
afterAll(async () => {
  await venue.close();
  await browser.close();
});

const COMBINATIONS = SIZES.flatMap(([width, height]) =>
  (['small', 'usual', 'large'] as const).map((size) => ({
    width,
    height,
    size,
    density: size === 'small' ? ('dense' as const) : ('usual' as const),
  })),
);

test.each(COMBINATIONS)(
  '$width x $height, $size: the first new order can be answered without scrolling, and nothing runs out of the screen',
  async (look) => {
    const { width, height, size, density } = look;
    await venue.call('settings.saveScreen', { screen: { size, density } });
    const screen = await openScreen(browser, venue.app(), venue.dataDir, { width, height });
    await screen.page.locator(`html[data-size="${size}"][data-density="${density}"]`).waitFor();
    const accept = screen.column('New').getByRole('button', { name: 'Accept', exact: true }).first();
    await accept.waitFor();
    const box = await accept.boundingBox();
    if (!box) throw new Error('There is no Accept on the screen.');
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(box.y + box.height).toBeLessThanOrEqual(height);
    const wide = await screen.page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect(wide).toBeLessThanOrEqual(0);
    await screen.close();
  },
);

test.each(LANGUAGES)('in %s the status bar does not grow or shrink by the age of the last answer', async (language) => {
  await venue.call('settings.saveScreen', { screen: { language } });
  const screen = await openScreen(browser, venue.app(), venue.dataDir, { width: 1280, height: 800 });
  await screen.page.locator(`html[lang="${language}"] .chip-words small[data-room]`).waitFor();
  // What the chip says is put in by hand: every age it may show, without waiting for it.
  const sizes = await screen.page.evaluate(`(() => {
    const words = document.querySelector('.chip-words small[data-room]');
    const shown = words.textContent;
    const ages = ['', shown, ...words.dataset.room.split('\\n')];
    const sizes = ages.map((age) => {
      words.textContent = age;
      return document.querySelector('.bar').offsetHeight + ' high, chip ' + words.closest('.chip').offsetWidth + ' wide';
    });
    words.textContent = shown;
    return sizes;
  })()`);
  expect(new Set(sizes as string[]).size, String(sizes)).toBe(1);
  await screen.close();
  await venue.call('settings.saveScreen', { screen: { language: 'en' } });
});

test('the page of all components draws every state of a card, every button and every icon, light and dark', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-gallery-'));
  const gallery = await openGallery();
  for (const theme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 3_200 } });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`${gallery.url}?theme=${theme}`);
    await page.locator(`html[data-theme="${theme}"] .gallery`).waitFor();
    expect(await page.locator('.gallery .card').count()).toBe(12);
    for (const text of ['Decide now', 'Undo', 'Courier is coming', '2 of 3 bags', 'late', 'The printer is out of paper.'])
      await page.locator('.gallery').getByText(text).first().waitFor();
    expect(errors).toEqual([]);
    const picture = join(folder, `${theme}.png`);
    await page.screenshot({ path: picture });
    expect(statSync(picture).size).toBeGreaterThan(50_000);
    await page.close();
  }
  await gallery.close();
  rmSync(folder, { recursive: true, force: true });
});
