/** `npm run bench -- kitchen`: how soon a station's display shows a change made on another, and that its link is lost. */
import type { Browser, Page } from 'playwright-core';
import { keepDisplays } from '../../main/hosts/displays/displays.ts';
import { openKitchen, twentyOrders } from '../../test/e2e/venue/kitchen-rush.ts';
import { RENDERER, startBrowser } from '../../test/e2e/venue/screen.ts';
import { until, type Venue } from '../../test/e2e/venue/venue.ts';
import type { Figure } from './table/figures.ts';

const TOUCHES = 40;
const CUTS = 10;
const PAUSE_MS = 250;

type Tablet = Awaited<ReturnType<typeof openTablet>>;

export async function benchKitchen(): Promise<Figure[]> {
  const venue = await openKitchen();
  await twentyOrders(venue);
  const displays = keepDisplays({ app: venue.app(), rendererDir: RENDERER, dataDir: venue.dataDir });
  await venue.call('displays.allow', { on: true });
  const browser = await startBrowser();
  const [one, other] = [await openTablet(browser, venue), await openTablet(browser, venue)];
  const agreed = await timeTouches(one.page, other.page);
  const lost = await timeCuts(other);
  await Promise.all([one.context.close(), other.context.close()]);
  await displays.stop();
  await browser.close();
  await venue.close();
  return [
    { what: 'a dish struck off at one display is struck off at another of its station', unit: 'ms', limit: 200, values: agreed },
    { what: 'a display that hears nothing any more says so', unit: 'ms', limit: 1_000, values: lost },
  ];
}

/** Each tablet has its own name. */
let paired = 0;

async function openTablet(browser: Browser, venue: Venue) {
  const way = await until('a code', async () => {
    const answer = await venue.call('displays.pair', { view: 'kitchen', name: `Bench ${++paired}`, station: 'hot' });
    return answer.ok ? answer.value : null;
  });
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  /** Whether data arrives at the tablet. */
  const cable = { isIn: true };
  await page.routeWebSocket(/\/bridge$/, (socket) => {
    const bridge = socket.connectToServer();
    socket.onMessage((text) => bridge.send(text));
    bridge.onMessage((text) => void (cable.isIn && socket.send(text)));
  });
  await page.goto(way.url);
  await page.locator('.ticket').nth(19).waitFor();
  await page.waitForTimeout(1_000);
  return { page, context, cable };
}

async function timeTouches(from: Page, to: Page): Promise<number[]> {
  const values: number[] = [];
  for (let turn = 0; turn < TOUCHES; turn += 1) {
    await from.waitForTimeout(PAUSE_MS);
    const place = turn % 20;
    const seen = to.evaluate(
      `new Promise((resolve) => {
        const dish = document.querySelector('[data-order="' + ${569 + place} + '"] .dish');
        new MutationObserver((_, watch) => { watch.disconnect(); resolve(Date.now()); }).observe(dish, { attributes: true, attributeFilter: ['aria-pressed'] });
      })`,
    );
    const at = await from.evaluate(`(document.querySelector('[data-order="' + ${569 + place} + '"] .dish').click(), Date.now())`);
    values.push(Number(await seen) - Number(at));
  }
  return values;
}

async function timeCuts({ page, cable }: Tablet): Promise<number[]> {
  const values: number[] = [];
  for (let turn = 0; turn < CUTS; turn += 1) {
    await page.waitForTimeout(PAUSE_MS + turn * 40);
    const measured = page.evaluate(
      `new Promise((resolve) => new MutationObserver((_, watch) => {
        if (!document.querySelector('.strip-lost')) return;
        watch.disconnect();
        resolve(Date.now());
      }).observe(document.body, { subtree: true, childList: true }))`,
    );
    const cut = Date.now();
    cable.isIn = false;
    values.push(Number(await measured) - cut);
    cable.isIn = true;
    await page.locator('.strip-lost').waitFor({ state: 'detached' });
  }
  return values;
}
