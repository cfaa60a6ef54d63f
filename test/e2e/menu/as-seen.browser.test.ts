/** The menu's figures are those of the page, whatever clock the tests have moved on it meanwhile. */
import { expect, onTestFinished, test } from 'vitest';
import { timeLetters, timeUntilPainted } from '../../bench/menu/as-seen.ts';
import { sharedBrowser } from '../venue/screen.ts';

/** Longer than any test waits, ms. */
const MOVED_MS = 1_000_000_000;

test('touches that were refused, after which the clock of a page is moved ahead, lengthen no figure', async () => {
  const context = await (await sharedBrowser()).newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto('about:blank');
  await page.setContent(
    "<button onclick=\"document.body.append(Object.assign(document.createElement('p'), { className: 'row' }))\">Menu</button><input>",
  );
  await page.evaluate(`passTime(${MOVED_MS})`);
  const opened = await timeUntilPainted(page, 'pointerdown', () => page.locator('button').click(), '.row');
  const [letters] = await timeLetters([page.locator('input')] as const, ['ab'], 10);
  expect(letters.answered).toHaveLength(2);
  for (const ms of [opened, ...letters.heard, ...letters.answered, ...letters.painted]) {
    expect(ms).toBeGreaterThanOrEqual(0);
    expect(ms).toBeLessThan(MOVED_MS);
  }
});
