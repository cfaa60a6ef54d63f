/** The board at every screen size. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../../../contract/language.ts';
import { openScreen, type Screen, startBrowser } from '../../venue/screen.ts';
import { openVenue, until, type Venue } from '../../venue/venue.ts';

let browser: Browser;
let venue: Venue;
let screen: Screen;
const show = async (width: number, height: number, look: { size: string; density: string; language?: Language }) => {
  const { size, density, language = 'en' } = look;
  await screen.page.setViewportSize({ width, height });
  await venue.call('settings.saveScreen', { screen: { size, density, language } as never });
  await screen.page.locator(`html[lang="${language}"][data-size="${size}"][data-density="${density}"]`).waitFor();
  await settled(screen.page);
};
/** Waits for fonts, and for all effects of resizing. */
const settled = (page: Page) =>
  page.evaluate('document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))');
beforeAll(async () => {
  browser = await startBrowser();
  // Answering times are so long that no order alert opens on a slow computer.
  const within = { accept_within_seconds: 3_600, confirm_within_seconds: 36_000 };
  const id = '6b1f0c2d9e4a57318c2ad012';
  venue = await openVenue({ venue: { ...within, venue_id: id, tells_accept_time: true }, settings: { venues: { [id]: within } } });
  for (const kind of ['instant', 'group', 'takeaway', 'preorder']) {
    const { order_id } = await venue.place(kind);
    await until('its card', () => venue.state().orders[order_id]);
    if (kind === 'takeaway') await venue.call('order.accept', { orderId: order_id, extraMinutes: 0 });
  }
  screen = await openScreen(browser, venue.app(), venue.dataDir, {});
});
afterAll(async () => {
  await screen.close();
  await venue.close();
  await browser.close();
});

/** The language with the longest words, and one written right to left. */
const WORDY = ['fi', 'he'] as const;
const COMBINATIONS = [
  { width: 1024, height: 768, size: 'usual', density: 'usual' },
  { width: 768, height: 1024, size: 'small', density: 'dense' },
  { width: 1280, height: 800, size: 'large', density: 'usual' },
  { width: 1920, height: 1080, size: 'usual', density: 'usual' },
];

test.each(COMBINATIONS)(
  '$width x $height, $size: Accept of the first new order is visible unscrolled, and nothing overflows',
  async ({ width, height, ...look }) => {
    await show(width, height, look);
    const accept = screen.column('New').getByRole('button', { name: 'Accept', exact: true }).first();
    await accept.waitFor();
    const box = await accept.boundingBox();
    if (!box) throw new Error('There is no Accept on the screen.');
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(box.y + box.height).toBeLessThanOrEqual(height);
    const wide = await screen.page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect(wide).toBeLessThanOrEqual(0);
  },
);

test.each(COMBINATIONS)(
  "$width x $height, $size: an open order's buttons are visible, not covered by the new-order strip",
  async ({ width, height, ...look }) => {
    await show(width, height, look);
    const { page } = screen;
    await page.locator('.card-number').first().click();
    await page.locator('.detail').waitFor();
    await page.locator('.dialog .strip-new').waitFor();
    // The topmost element at a button's middle gets the tap.
    const hidden = await page.evaluate(`[...document.querySelectorAll('.sheet-actions button, .dialog-head button')].filter((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return !one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    }).map(({ textContent }) => textContent)`);
    expect(hidden).toEqual([]);
    const room = await page.evaluate('innerHeight - document.querySelector(".dialog-order .dialog-sheet").getBoundingClientRect().bottom');
    expect(room).toBe(0);
    await page.keyboard.press('Escape');
    await page.locator('.detail').waitFor({ state: 'detached' });
  },
);

test.each(LANGUAGES)('in %s the bar is one row of 48 px at every width, however long its status', async (language) => {
  const { merchant_id: merchantId, merchant_key: key } = (await venue.control('POST', '/merchants', {})) as Record<string, string>;
  await venue.call('settings.saveMerchant', { merchantId, key, webhookSecret: null } as never);
  await screen.page.setViewportSize({ width: 1280, height: 800 });
  await screen.page.locator('[data-screen="courier"]').waitFor();
  for (const [width, height] of [
    [768, 1024],
    [834, 1112],
    [912, 1368],
    [1024, 768],
    [1280, 800],
  ] as const) {
    await show(width, height, { language, size: 'usual', density: 'usual' });
    // The long status is inserted, not caused.
    const bar = await screen.page.evaluate(`(() => {
      document.querySelector('.bar-health .bar-word').textContent = 'Label printer: ' + 'out of paper '.repeat(12);
      const { scrollWidth, clientWidth, offsetHeight } = document.querySelector('.bar');
      const right = Math.max(...[...document.querySelectorAll('.bar button')].map((one) => one.getBoundingClientRect().right));
      const left = Math.min(...[...document.querySelectorAll('.bar button')].map((one) => one.getBoundingClientRect().left));
      // Each button is what a finger meets in its middle.
      const hidden = [...document.querySelectorAll('.bar button')].filter((one) => {
        const box = one.getBoundingClientRect();
        return !one.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
      });
      return { high: offsetHeight, over: scrollWidth - clientWidth, out: right > innerWidth + 1 || left < -1, hidden: hidden.map((one) => one.textContent) };
    })()`);
    expect(bar, `${width}`).toEqual({ high: 48, over: 0, out: false, hidden: [] });
  }
});

describe('on a phone', () => {
  beforeAll(async () => {
    await venue.call('access.setPin', { pin: '4711' });
    await venue.call('staff.save', { id: 'maximiliane', name: 'Maximiliane', role: 'manager', pin: '4712' });
    await venue.call('settings.saveStaff', { staff: { on: true } });
  });
  afterAll(async () => {
    await venue.call('settings.saveStaff', { staff: { on: false } });
    await venue.call('staff.remove', { id: 'maximiliane' });
    await venue.call('access.setPin', { pin: null });
    await venue.call('settings.saveScreen', { screen: { language: 'en' } });
  });

  test.each(WORDY)('in %s the whole bar fits, however long its status, and no page scrolls sideways', async (language) => {
    await venue.call('settings.saveScreen', { screen: { language, size: 'usual', density: 'usual' } });
    const screen = await openScreen(browser, venue.app(), venue.dataDir, { width: 390, height: 780 });
    const { page } = screen;
    await page.locator(`html[lang="${language}"] .bar .who-button`).waitFor();
    await page.evaluate(`(() => {
      const health = document.querySelector('.bar-health');
      health.dataset.mood = 'bad';
      health.querySelector('.bar-word').textContent = 'Label printer: ' + 'out of paper '.repeat(12);
      health.insertAdjacentHTML('beforeend', '<span class="bar-more">+3</span>');
      document.querySelector('.bar-sound').dataset.mood = 'bad';
      const late = '<span class="bar-late"><span class="late-words">12 are late</span><b>12</b></span>';
      document.querySelector('[data-screen="kitchen"]').insertAdjacentHTML('beforeend', late);
    })()`);
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 780 });
      expect(await page.evaluate(ON_A_PHONE), `${width}`).toEqual({ over: 0, overBar: 0, cut: [], hidden: [], small: [], nameless: [] });
    }
    await screen.close();
  });
});

const ON_A_PHONE = `(() => {
  const bar = document.querySelector('.bar');
  const buttons = [...bar.querySelectorAll('button')];
  const told = (all) => all.map((one) => one.outerHTML.slice(0, 80));
  const isCut = (one) => {
    const { left, right, width } = one.getBoundingClientRect();
    // Words that are only heard are a point.
    return width > 1 && (left < 0 || right > innerWidth || (one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1));
  };
  const isHidden = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return !one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  return {
    over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    overBar: bar.scrollWidth - bar.clientWidth,
    cut: told([...bar.querySelectorAll('*')].filter(isCut)),
    hidden: told(buttons.filter(isHidden)),
    small: told(buttons.filter(({ offsetWidth, offsetHeight }) => offsetWidth < 44 || offsetHeight < 44)),
    nameless: told(buttons.filter((one) => !(one.getAttribute('aria-label') ?? one.textContent).trim())),
  };
})()`;

test("what doesn't fit into a phone's bar is in its menu", async () => {
  const screen = await openScreen(browser, venue.app(), venue.dataDir, { width: 390, height: 780 });
  const { page } = screen;
  await page.locator('.app[data-linked="true"]').waitFor();
  const choose = async (name: string) => {
    await page.getByRole('button', { name: /^More(,|$)/ }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await choose('History');
  await page.locator('.history-screen').waitFor();
  await choose('Find');
  await page.getByRole('searchbox').and(page.locator(':focus')).waitFor();
  await choose('Rush');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // The button has its name, though only its icon is visible.
  await page.getByRole('button', { name: 'Kitchen', exact: true }).click();
  await page.locator('.kitchen').waitFor();
  await screen.close();
});
