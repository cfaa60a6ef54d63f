/**
 * A page that stays in its browser from test to test: what the browser has read and compiled of the counter need not be read and compiled
 * again. It is as a new one to the next test: it has left the counter, nothing is stored, and whatever else stays on a page ends it.
 */
import type { Browser, Page } from 'playwright-core';
import { PATIENCE_MS } from './venue.ts';

export interface PageLook {
  /** Of the window, CSS pixels. */
  width: number;
  height: number;
  /** Whether the test can move the page's time ahead: such a page is used once. */
  movesTime: boolean;
  /** Where the page believes to be; as the computer does where there is none. */
  timezoneId?: string | undefined;
}

export interface TakenPage {
  page: Page;
  /** `url`: of the counter that it is on. */
  giveBack(url: string): Promise<void>;
}

/** What stays on a page, or in its context, or may, when it goes to another address. */
const STAYS_ON_PAGE = [
  'addInitScript',
  'addLocatorHandler',
  'emulateMedia',
  'exposeBinding',
  'exposeFunction',
  'on',
  'once',
  'route',
  'routeWebSocket',
  'setExtraHTTPHeaders',
] as const;
const STAYS_IN_CONTEXT = [
  'addCookies',
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'newPage',
  'route',
  'setGeolocation',
  'setOffline',
] as const;
const LEAVES_WITHIN_MS = 5_000;
const waiting = new WeakMap<Browser, Map<string, Page>>();

/** Nothing moves by itself on the page, for a card that blinks keeps the processor busy as long as it is looked at. */
export async function takePage(browser: Browser, { width, height, movesTime, timezoneId }: PageLook): Promise<TakenPage> {
  const kind = timezoneId ?? '';
  const pages = waiting.get(browser) ?? new Map<string, Page>();
  waiting.set(browser, pages);
  const again = movesTime ? undefined : pages.get(kind);
  const page = again ?? (await newPage());
  if (again) pages.delete(kind);
  const context = page.context();
  await page.setViewportSize({ width, height });
  let isSpent = movesTime;
  const spent = (): void => {
    isSpent = true;
  };
  const noLongerWatched = [watchWays(page, STAYS_ON_PAGE, spent), watchWays(context, STAYS_IN_CONTEXT, spent)];

  async function newPage(): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width, height },
      reducedMotion: 'reduce',
      ...(timezoneId === undefined ? {} : { timezoneId }),
    });
    if (movesTime) await context.clock.install();
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    return page;
  }

  return {
    page,
    async giveBack(url) {
      try {
        if (isSpent || context.pages().length !== 1 || pages.has(kind)) return await context.close();
        for (const end of noLongerWatched) end();
        await page.goto(new URL('/nothing', url).href, { timeout: LEAVES_WITHIN_MS });
        await page.evaluate('localStorage.clear(); sessionStorage.clear()');
        await page.mouse.move(-10, -10);
        pages.set(kind, page);
      } catch {
        // The counter is gone, or the page.
        await context.close();
      }
    },
  };
}

/** Tells of each call of these ways, until what it answers with is called. */
function watchWays<T extends object, N extends keyof T & string>(of: T, names: readonly N[], onCall: () => void): () => void {
  for (const name of names) {
    const way = of[name] as (...given: unknown[]) => unknown;
    of[name] = ((...given: unknown[]) => {
      onCall();
      return way.apply(of, given);
    }) as T[N];
  }
  // What stands on the object hides what it has by its kind.
  return () => {
    for (const name of names) delete (of as Partial<T>)[name];
  };
}
