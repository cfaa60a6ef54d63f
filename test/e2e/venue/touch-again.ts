/**
 * Playwright clicks within a hundredth of a second of a button's appearing, which no person does, and the counter refuses. As a person
 * who reads "touched too soon" does, it waits and touches again; the same for keys.
 */
import type { Locator, Page } from 'playwright-core';

const TIMES = 5;
const READS_MS = 600;
/** A letter acts only once it is sure that no scanner types it. */
const LETTER_ACTS_MS = 160;
const WAYS = ['click', 'dblclick', 'tap', 'check', 'uncheck', 'setChecked'];
const done = new WeakSet<object>();

type Deed = (...given: unknown[]) => Promise<unknown>;

/** From now on every click of a locator, and every key of this page, is repeated when the page says that it came too soon. */
export function touchAgainWhenTold(page: Page): void {
  const locators = Object.getPrototypeOf(page.locator('html')) as Record<string, Deed>;
  if (!done.has(locators)) {
    done.add(locators);
    for (const name of WAYS) {
      const once = locators[name];
      if (!once) throw new TypeError(`Playwright has no "${name}" any more.`);
      locators[name] = function (this: Locator, ...given) {
        return again(this.page(), () => once.apply(this, given));
      };
    }
  }
  const press = page.keyboard.press.bind(page.keyboard);
  page.keyboard.press = async (key, options) => {
    await again(page, async () => {
      await press(key, options);
      if (key.length === 1) await new Promise((resolve) => setTimeout(resolve, LETTER_ACTS_MS));
    });
  };
}

async function again(page: Page, act: () => Promise<unknown>): Promise<unknown> {
  for (let time = 1; ; time += 1) {
    const before = await told(page);
    const outcome = await act().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    const isRefused = (await told(page)) > before;
    if (!isRefused || time === TIMES) {
      if ('error' in outcome) throw outcome.error;
      return outcome.value;
    }
    await new Promise((resolve) => setTimeout(resolve, READS_MS));
  }
}

/** How many touches were refused so far; none on a page that is not drawn yet, or cannot be asked. */
async function told(page: Page): Promise<number> {
  if (page.isClosed()) return 0;
  const count = await page.evaluate(`document.querySelector('.touch-told')?.dataset.count ?? 0`).catch(() => 0);
  return Number(count);
}
