/** Messages between bar and board take one line, however many there are. */
import { expect, test } from 'vitest';
import { t } from '../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';

atTheCounter();

/** Top of the board, CSS px. */
const topOfBoard = () => screen.page.evaluate<number>('document.querySelector(".app > main").getBoundingClientRect().top');

test("several messages take one line, the rest open with a tap, and the board doesn't move", async () => {
  const { page } = screen;
  await screen.column('New').waitFor();
  await venue.call('sound.pause', { minutes: 30 });
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  await venue.call('settings.saveWork', { work: { rush: { extra_minutes: 10, until: inAnHour } } });
  await venue.call('sale.pause', {
    venueId: venue.venueId,
    end: { until: 'minutes', minutes: 30 },
    reason: 'Too few staff today, and the second oven is cold',
  });
  const line = page.locator('.line');
  await line.locator('.strip-paused').waitFor();
  await line.getByRole('button', { name: t('notices.more', { count: '3' }) }).waitFor();
  expect(await topOfBoard()).toBe(96);
  await page.locator('.bar-sound[data-mood="bad"]').waitFor();
  await line.getByRole('button', { name: t('notices.more', { count: '3' }) }).click();
  const all = page.locator('.lines-all');
  for (const one of ['.strip-paused', '.strip-sound', '.strip-work', '.first-steps']) await all.locator(one).waitFor();
  expect(await topOfBoard()).toBe(96);
  await all.getByRole('button', { name: 'Show fewer' }).click();
  await all.waitFor({ state: 'detached' });
  await line.getByRole('button', { name: 'Open again' }).click();
  await venue.untilLater('the pause to end', async () => (await line.locator('.strip-paused').count()) === 0);
  await line.locator('.strip-sound').click();
  await line.locator('.strip-work').waitFor();
  await line.getByRole('button', { name: 'End rush' }).click();
  await line.locator('.first-steps').waitFor();
  // A removed line's height is freed when staff open another screen, also right after a tap.
  await page.locator('[data-screen="menu"]').click();
  await page.locator('.menu-row').first().waitFor();
  expect(await topOfBoard()).toBe(48);
});

test("a pause's message is visible at once, although the screen was just tapped", async () => {
  const { page } = screen;
  await screen.column('New').waitFor();
  await page.evaluate(`(() => {
    const look = () => {
      const strip = document.querySelector('.strip-paused');
      window.cameAtOnce ||= document.documentElement.hasAttribute('data-touched') && strip?.getBoundingClientRect().height === 48;
      requestAnimationFrame(look);
    };
    look();
  })()`);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByRole('button', { name: 'Pause now' }).click();
  await page.locator('.strip-paused').waitFor();
  await expect.poll(() => page.evaluate('window.cameAtOnce')).toBe(true);
  await expect.poll(topOfBoard).toBe(96);
});
