/**
 * A page that tests reuse, so that the browser keeps compiled code. It is returned with empty storage, or closed if more persists on it.
 */
import type { Browser, Page } from 'playwright-core';
import { PATIENCE_MS } from './venue.ts';

export interface PageLook {
  /** Window size, CSS px. */
  width: number;
  height: number;
  movesTime: boolean;
  /** The page's time zone; the computer's by default. */
  timezoneId?: string | undefined;
}

export interface TakenPage {
  page: Page;
  giveBack(url: string): Promise<void>;
}

/** Calls with effects that persist on the page or its context beyond a navigation. */
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

/** Animations are off, as a blinking card would keep the processor busy. */
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
        // The app or the page has ended.
        await context.close();
      }
    },
  };
}

/** Calls `onCall` at each call of these methods until the returned function is called. */
function watchWays<T extends object, N extends keyof T & string>(of: T, names: readonly N[], onCall: () => void): () => void {
  for (const name of names) {
    const way = of[name] as (...given: unknown[]) => unknown;
    of[name] = ((...given: unknown[]) => {
      onCall();
      return way.apply(of, given);
    }) as T[N];
  }
  // Deleting the own property restores the prototype's method.
  return () => {
    for (const name of names) delete (of as Partial<T>)[name];
  };
}
