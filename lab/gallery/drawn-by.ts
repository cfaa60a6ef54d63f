/** What determines pictures: the browser, and this computer's fonts. */
import { createHash } from 'node:crypto';
import type { Browser } from 'playwright-core';

/** In families no page of ours ships, and in scripts that only some of our fonts have. */
const LETTERS = ['monospace', 'sans-serif', 'system-ui']
  .map((family) => `<p style="font: 16px ${family}">Ticket 0O1l 12.50 € ΑΩ Жя אבג ქარ 日本 中文 한국 ✓ 😀</p>`)
  .join('');

/** Equal on two computers that draw a story alike. */
export async function drawnBy(browser: Browser): Promise<string> {
  const page = await browser.newPage({ viewport: { width: 640, height: 200 }, deviceScaleFactor: 1 });
  await page.setContent(`<body style="margin: 0">${LETTERS}</body>`);
  const mark = createHash('sha256')
    .update(await page.screenshot())
    .digest('hex')
    .slice(0, 8);
  await page.close();
  return `Chromium ${browser.version()} with letters ${mark}`;
}
