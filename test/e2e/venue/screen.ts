/** The app's screen in a real browser: the built page, opened through the browser host as staff open it. */

import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import type { App } from '../../../main/app/app.ts';
import { type BrowserHost, startBrowserHost } from '../../../main/hosts/browser/browser-host.ts';
import { OPENING_MS } from '../../../main/hosts/browser/one-time-codes.ts';
import { chromiumPath } from '../../setup/chromium.ts';
import { t } from '../../setup/messages.ts';
import { takePage } from './page-again.ts';
import { letStand } from './page-time.ts';

export const RENDERER = fileURLToPath(new URL('../../../out/renderer', import.meta.url));

export interface Screen {
  page: Page;
  host: BrowserHost;
  card(orderNumber: string): Locator;
  column(name: 'New' | 'Preparing' | 'Ready' | 'Scheduled'): Locator;
  close(): Promise<void>;
}

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

/** This process's only browser; it ends with the process. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= startBrowser();
  return shared;
}

export async function openFromMenu(page: Page, name: 'Settings' | 'Diagnostics' | 'Opening check' | 'Setup'): Promise<void> {
  await page.getByRole('button', { name: /^More(,|$)/ }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
}

/** Answers setup's first step except for authorization code and redirect address. */
export async function fillInConnection(
  page: Page,
  sandbox: { auth_url: string; order_base_url: string; client_id: string; client_secret: string },
): Promise<void> {
  await page.getByRole('button', { name: t('setup.connect') }).click();
  await page.getByRole('radio', { name: 'Tests (development)' }).check({ force: true });
  await page.getByLabel('Token service').fill(sandbox.auth_url);
  await page.getByLabel('Order API').fill(sandbox.order_base_url);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Client ID').fill(sandbox.client_id);
  await page.getByLabel('Client secret').fill(sandbox.client_secret);
  await page.getByRole('button', { name: 'Continue' }).click();
}

export async function leaveSetUp(page: Page): Promise<void> {
  // Waits, as a message that has just closed covered the buttons below.
  await letStand(page);
  await page
    .locator('.set-up-foot')
    .getByRole('button', { name: t('setup.later') })
    .click();
}

/** A page with its connection, or a page that needs none. */
const PAIRED = '.app[data-linked="true"], .customer, .welcome';

/** The port stays the same while no other screen is open, as the browser caches by address. */
let usual = 0;
let isServed = false;

async function serveScreen(app: App, dataDir: string): Promise<BrowserHost> {
  const serve = (preferredPort: number) => startBrowserHost({ app, rendererDir: RENDERER, dataDir, preferredPort });
  const host = await serve(isServed ? 0 : usual);
  if (host.portTaken === null) return host;
  // Another process has the port by now, which this app shouldn't report.
  await host.close();
  return serve(0);
}

/** `width`, `height`: CSS px. `movesTime`: the test can move the page's time. */
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
  // Waits for pairing: a page that navigated away before it couldn't be paired, as the code is used up.
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
