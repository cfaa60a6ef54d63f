/**
 * Playwright clicks within a hundredth of a second of a button's appearing, which no person does, and the counter refuses. As a person
 * who reads "touched too soon" does, it waits and touches again; the same for keys.
 */
import type { Locator, Page } from 'playwright-core';

const TIMES = 5;
/** What stands there for so long by the page's own time is no surprise any more, ms. */
const READS_MS = 600;
/** The page's time passes at once, while nobody waits: what it counts in milliseconds since a touch or a change, and no timer. */
const MOVABLE = `{
  const now = performance.now.bind(performance);
  let ahead = 0;
  performance.now = () => now() + ahead;
  window.passTime = (ms) => {
    ahead += ms;
    return true;
  };
}`;
/** A letter acts only once it is sure that no scanner types it; by the page's own time, for a busy page is sure of it later. */
const LETTER_ACTS_MS = 560;
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
  // A page that is closed at once needs none.
  page.addInitScript(MOVABLE).catch(() => undefined);
  const press = page.keyboard.press.bind(page.keyboard);
  page.keyboard.press = async (key, options) => {
    await again(page, async () => {
      await press(key, options);
      if (key.length === 1) await page.evaluate(`new Promise((done) => setTimeout(done, ${LETTER_ACTS_MS}))`).catch(() => undefined);
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
    const isRefused = (await told(page)) > before || isBeside(outcome);
    if (!isRefused || time === TIMES) {
      if ('error' in outcome) throw outcome.error;
      return outcome.value;
    }
    const hasPassed = !isBeside(outcome) && (await page.evaluate(`window.passTime?.(${READS_MS}) ?? false`).catch(() => false));
    if (!hasPassed) await new Promise((resolve) => setTimeout(resolve, READS_MS));
  }
}

/** On a busy computer a box moves between the look at it and the touch: whoever sees it unchanged touches again. */
function isBeside(outcome: object): boolean {
  return 'error' in outcome && String(outcome.error).includes('did not change its state');
}

/** How many touches were refused so far, once the page has drawn what it says; none on a page that is not drawn yet, or cannot be asked. */
async function told(page: Page): Promise<number> {
  if (page.isClosed()) return 0;
  const count = `new Promise((done) => setTimeout(() => done(document.querySelector('.touch-told')?.dataset.count ?? 0)))`;
  return Number(await page.evaluate(count).catch(() => 0));
}
