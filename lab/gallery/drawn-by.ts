/** Identifies the browser and this computer's fonts, which determine pictures. */
import { createHash } from 'node:crypto';
import type { Browser } from 'playwright-core';

/** Text in families that our pages don't ship, and in scripts that only some of our fonts have. */
const LETTERS = ['monospace', 'sans-serif', 'system-ui']
  .map((family) => `<p style="font: 16px ${family}">Ticket 0O1l 12.50 € ΑΩ Жя אבג ქარ 日本 中文 한국 ✓ 😀</p>`)
  .join('');

/** Equal for two computers that draw stories alike. */
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
