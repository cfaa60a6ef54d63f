/** A page whose scripts don't run explains why, in the browser's language. */
import { expect, test } from 'vitest';
import { atTheCounter, screen } from '../venue/at-the-counter.ts';

atTheCounter();

const THE_SCRIPT = '**/assets/index-*.js';

test.each([
  ['a script that does not load', 'missing', "Part of the page couldn't be loaded."],
  ['a browser too old for the script', 'old', 'This browser is too old.'],
])('%s is explained until the page runs', async (_what, why, text) => {
  const page = await screen.page.context().newPage();
  await page.route(THE_SCRIPT, (route) =>
    why === 'missing' ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: 'const word of tomorrow;' }),
  );
  await page.goto(screen.host.url);
  const words = page.locator('#not-started');
  await words.getByText(text).waitFor();
  expect(await words.locator('p:visible').count()).toBe(1);
  await page.unroute(THE_SCRIPT);
  await page.reload();
  await page.locator('#root > *').first().waitFor();
  expect(await words.isVisible()).toBe(false);
  await page.close();
});
