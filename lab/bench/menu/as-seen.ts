/** Times as the page sees them: from an input event's timestamp to the frame that shows its effect. */
import type { Locator, Page } from 'playwright-core';

/** Now, by the clock of event timestamps. */
const NOW = `new Event('now').timeStamp`;

/** ms from the tap or the choice of a file to the frame after the one with this element and text. */
export async function timeUntilPainted(
  page: Page,
  began: 'pointerdown' | 'change',
  act: () => Promise<unknown>,
  shown: string,
  text = '',
): Promise<number> {
  await page.evaluate(`(() => {
    let began = 0;
    addEventListener(${JSON.stringify(began)}, ({ timeStamp }) => { began ||= timeStamp; }, { capture: true });
    window.painted = new Promise((resolve) => {
      new MutationObserver((_, watch) => {
        if (!document.querySelector(${JSON.stringify(shown)})?.textContent.includes(${JSON.stringify(text)})) return;
        watch.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(${NOW} - began)));
      }).observe(document.body, { childList: true, subtree: true });
    });
  })()`);
  await act();
  return (await page.evaluate('window.painted')) as number;
}

export interface Letters {
  /** ms until the page got the key, which the other two include. */
  heard: number[];
  answered: number[];
  painted: number[];
}

/** Types the same texts into the fields by turns, with `pauseMs` between letters. */
export async function timeLetters<F extends readonly Locator[]>(
  fields: F,
  texts: readonly string[],
  pauseMs: number,
): Promise<{ [place in keyof F]: Letters }> {
  for (const field of fields) await listen(field.page());
  for (const text of texts) for (const field of fields) await type(field, text, pauseMs);
  const timed = await Promise.all(fields.map((field) => field.page().evaluate('window.letters')));
  return timed as { [place in keyof F]: Letters };
}

async function listen(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    window.letters = { heard: [], answered: [], painted: [] };
    let pressedAt = 0;
    let heard = 0;
    addEventListener('keydown', ({ timeStamp }) => {
      pressedAt = timeStamp;
      heard = ${NOW} - timeStamp;
    }, { capture: true });
    // At the outermost, after whoever answers: what they do follows from the event alone.
    addEventListener('input', ({ inputType }) => {
      if (inputType !== 'insertText') return;
      document.body.offsetHeight;
      const at = pressedAt;
      window.letters.heard.push(heard);
      window.letters.answered.push(${NOW} - at);
      requestAnimationFrame(() => setTimeout(() => window.letters.painted.push(${NOW} - at)));
    });
  })()`);
}

async function type(field: Locator, text: string, pauseMs: number): Promise<void> {
  const page = field.page();
  await field.click();
  await field.fill('');
  await page.waitForTimeout(2 * pauseMs);
  for (const letter of text) {
    await page.keyboard.press(letter === ' ' ? 'Space' : letter);
    await page.waitForTimeout(pauseMs);
  }
}

/** Live objects after garbage collection, MB. */
export async function heapMegabytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1_048_576;
}
