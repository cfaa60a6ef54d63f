/**
 * Playwright clicks within a hundredth of a second of a button's appearing, which no person does, and the counter refuses. As a person
 * who reads "touched too soon" does, it waits and touches again.
 */
import type { Locator, Page } from 'playwright-core';

const TIMES = 5;
const READS_MS = 600;
const done = new WeakSet<object>();

/** From now on every click of a locator is repeated when the page says that it came too soon. */
export function touchAgainWhenTold(page: Page): void {
  const ways = Object.getPrototypeOf(page.locator('html')) as Record<string, (...given: unknown[]) => Promise<unknown>>;
  if (done.has(ways)) return;
  done.add(ways);
  for (const name of ['click', 'dblclick', 'tap', 'check', 'uncheck', 'setChecked']) {
    const once = ways[name];
    if (!once) throw new TypeError(`Playwright has no "${name}" any more.`);
    ways[name] = async function (this: Locator, ...given: unknown[]) {
      for (let time = 1; ; time += 1) {
        const before = await told(this.page());
        const outcome = await once.apply(this, given).then(
          (value) => ({ value }),
          (error: unknown) => ({ error }),
        );
        const isRefused = before !== null && (await told(this.page())) !== before;
        if (!isRefused || time === TIMES) {
          if ('error' in outcome) throw outcome.error;
          return outcome.value;
        }
        await new Promise((resolve) => setTimeout(resolve, READS_MS));
      }
    };
  }
}

/** How many touches were refused so far; null where the page cannot be asked. */
async function told(page: Page): Promise<string | null> {
  if (page.isClosed()) return null;
  return (await page.evaluate(`document.querySelector('.touch-told')?.dataset.count ?? null`).catch(() => null)) as string | null;
}
