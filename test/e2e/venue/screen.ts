/** The real counter in a real browser: the built page, opened through the browser host as staff open it. */

import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import type { App } from '../../../main/app/app.ts';
import { type BrowserHost, startBrowserHost } from '../../../main/hosts/browser/browser-host.ts';
import { OPENING_MS } from '../../../main/hosts/browser/one-time-codes.ts';
import { chromiumPath } from '../../setup/chromium.ts';
import { takePage } from './page-again.ts';
import { letStand } from './page-time.ts';

export const RENDERER = fileURLToPath(new URL('../../../out/renderer', import.meta.url));

export interface Screen {
  page: Page;
  host: BrowserHost;
  /** The card of this order. */
  card(orderNumber: string): Locator;
  column(name: 'New' | 'Preparing' | 'Ready' | 'Scheduled'): Locator;
  close(): Promise<void>;
}

/** `more`: arguments beside those of every test's browser. */
export async function startBrowser(more: readonly string[] = []): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  });
  return browser;
}

let shared: Promise<Browser> | undefined;

/** The one browser of this process: nobody closes it, and it ends with the process. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= startBrowser();
  return shared;
}

/** Opens what stands in the menu of the bar. */
export async function openFromMenu(page: Page, name: 'Settings' | 'Diagnostics' | 'Opening check' | 'Setup'): Promise<void> {
  await page.getByRole('button', { name: /^More(,|$)/ }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
}

/** Answers every question of the set-up's first step but the authorization code and its redirect address. */
export async function fillInConnection(
  page: Page,
  sandbox: { auth_url: string; order_base_url: string; client_id: string; client_secret: string },
): Promise<void> {
  await page.getByRole('button', { name: 'Connect a venue' }).click();
  await page.getByRole('radio', { name: 'Tests (development)' }).check({ force: true });
  await page.getByLabel('Token service').fill(sandbox.auth_url);
  await page.getByLabel('Order API').fill(sandbox.order_base_url);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Client ID').fill(sandbox.client_id);
  await page.getByLabel('Client secret').fill(sandbox.client_secret);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** From the set-up to the orders, once the venue is connected. */
export async function leaveSetUp(page: Page): Promise<void> {
  // A strip that has just closed lay over its foot.
  await letStand(page);
  await page.locator('.set-up-foot').getByRole('button', { name: 'Do this later' }).click();
}

/** The screen of a counter that is linked, and what stands in its place where it cannot be. */
const PAIRED = '.app[data-linked="true"], .customer, .welcome';

/** The port at which this process serves the counter while no other screen is open: what a browser keeps of a page, it keeps for its address. */
let usual = 0;
let isServed = false;

async function serveScreen(app: App, dataDir: string): Promise<BrowserHost> {
  const serve = (preferredPort: number) => startBrowserHost({ app, rendererDir: RENDERER, dataDir, preferredPort });
  const host = await serve(isServed ? 0 : usual);
  if (host.portTaken === null) return host;
  // Somebody else has it by now, which is nothing that this counter should tell of.
  await host.close();
  return serve(0);
}

/**
 * `width`, `height`: of the window, CSS pixels. `movesTime`: the test can move the page's time ahead. `timezoneId`: where the page believes
 * to be.
 */
export async function openScreen(
  browser: Browser,
  app: App,
  dataDir: string,
  {
    width = 1280,
    height = 800,
    movesTime = false,
    timezoneId,
  }: { width?: number; height?: number; movesTime?: boolean; timezoneId?: string | undefined } = {},
): Promise<Screen> {
  const host = await serveScreen(app, dataDir);
  const isUsual = !isServed;
  if (isUsual) usual = host.port;
  isServed = true;
  const { page, giveBack } = await takePage(browser, { width, height, movesTime, timezoneId });
  await page.goto(host.accessLink(OPENING_MS));
  // A page that a test sends elsewhere before it was let in is let in nowhere: the code is spent.
  await page.locator(PAIRED).first().waitFor({ state: 'attached' });
  const screen: Screen = {
    page,
    host,
    card: (number) => page.getByRole('article', { name: `Order ${number}`, exact: true }),
    column: (name) => page.getByRole('region', { name: new RegExp(`^${name}: `) }),
    async close() {
      await giveBack(screen.host.url);
      await screen.host.close();
      if (isUsual) isServed = false;
    },
  };
  return screen;
}
