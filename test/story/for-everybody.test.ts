/** The counter for everybody: each screen is checked with the rules of the accessibility guidelines, in light and in dark. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScreen, type Screen, startBrowser } from './screen.ts';
import { openVenue, until, type Venue } from './venue.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser: Browser;
let venue: Venue;
let screen: Screen;
beforeAll(async () => {
  browser = await startBrowser();
  venue = await openVenue();
  const kinds = ['group', 'takeaway', 'preorder', 'self-delivery', 'instant'];
  const placed = await Promise.all(kinds.map((kind) => venue.place(kind)));
  for (const { order_id } of placed) await until('a card', () => venue.card(order_id));
  await venue.call('order.accept', { orderId: placed[1]?.order_id ?? '', extraMinutes: 0 });
  await venue.call('order.confirm', { orderId: placed[2]?.order_id ?? '' });
  screen = await openScreen(browser, venue.app(), venue.dataDir);
  await screen.page.getByRole('article').first().waitFor();
});
afterAll(async () => {
  await screen.close();
  await venue.close();
  await browser.close();
});

/** Broken rules, with the first element that breaks each. */
async function broken(): Promise<string[]> {
  // The page's own policy forbids foreign scripts in its markup; the debugger may still run one.
  await screen.page.evaluate(AXE);
  return screen.page.evaluate(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 200)))`,
  );
}

test.each(['light', 'dark'] as const)(
  'the board, an open order, settings and diagnostics are usable by all, in %s',
  async (colorScheme) => {
    const { page } = screen;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await broken(), 'board').toEqual([]);
    await page
      .getByRole('button', { name: /^Open order/ })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
    expect(await broken(), 'open order').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('heading', { name: 'Printers' }).waitFor();
    expect(await broken(), 'settings').toEqual([]);
    await page.getByRole('button', { name: 'Diagnostics', exact: true }).click();
    await page.getByRole('heading', { name: 'Counts' }).waitFor();
    expect(await broken(), 'diagnostics').toEqual([]);
    await page.getByRole('button', { name: 'Orders', exact: true }).click();
  },
);
