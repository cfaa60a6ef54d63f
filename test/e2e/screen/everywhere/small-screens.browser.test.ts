/** At two to four times page zoom and on a phone: board and alert show the most urgent order readable and answerable without scrolling. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { t } from '../../../setup/messages.ts';
import { atTheCounter, reopen, screen, venue } from '../../venue/at-the-counter.ts';

/** `shown`: how many new orders the board shows at a time. */
const SIZES = [
  { width: 640, height: 400, what: '1280 x 800 at 200 %', shown: 3 },
  { width: 320, height: 256, what: '1280 x 1024 at 400 %', shown: 1 },
  { width: 320, height: 200, what: '1280 x 800 at 400 %', shown: 1 },
  { width: 390, height: 844, what: 'a phone', shown: 1 },
];
const WITHIN_SECONDS = 3_000;
const NOTE = 'I am allergic to sesame. '.repeat(6);

atTheCounter();

beforeEach(async () => {
  const id = '6b1f0c2d9e4a57318c2ad013';
  const within = { accept_within_seconds: WITHIN_SECONDS };
  await reopen({ venue: { ...within, venue_id: id, tells_accept_time: true }, settings: { venues: { [id]: within } } });
  for (const kind of ['group', 'instant', 'takeaway']) {
    await venue.arrived(kind, { consumer_comment: NOTE });
  }
});
afterEach(() => screen.page.setViewportSize({ width: 1280, height: 800 }));

/** Parts of the first order in `all` that are off screen, cut or covered. */
const hiddenOf = (all: string): Promise<string[]> =>
  screen.page.evaluate(`(() => {
    const [order] = document.querySelectorAll('${all}');
    const parts = { number: '.card-number', time: '.due b', dish: '.item-name', accept: '[data-action="accept"]' };
    return Object.entries(parts).flatMap(([name, selector]) => {
      const one = order.querySelector(selector);
      const { left, top, right, bottom } = one.getBoundingClientRect();
      const inSight = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
      return inSight && one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)) ? [] : [name];
    });
  })()`);

const expectInSight = (all: string) => expect.poll(() => hiddenOf(all), { timeout: 10_000 }).toEqual([]);
const isWide = () => screen.page.evaluate('document.documentElement.scrollWidth > innerWidth');

describe.each(SIZES)('$what', ({ width, height, shown }) => {
  test('the board shows the first order whole, and leads to the rest', async () => {
    const { page } = screen;
    await page.setViewportSize({ width, height });
    await expect.poll(() => page.locator('.board[data-kind="tabs"] .card').count()).toBe(shown);
    // The strip leads to what isn't in sight.
    await page.locator('.strip-new').waitFor({ state: shown === 1 ? 'detached' : 'attached' });
    await expectInSight('.card');
    expect(await isWide()).toBe(false);
    const reached = await page.evaluate<
      boolean[]
    >(`[...document.querySelectorAll('[data-action="accept"], .pager .button, .column-tools .button')].map((one) => {
      one.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, right, bottom } = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    })`);
    expect(reached.length).toBeGreaterThan(3);
    expect(reached).not.toContain(false);
  });

  test('the alert shows the first order whole, with its buttons in one row', async () => {
    const { page } = screen;
    await page.setViewportSize({ width, height });
    await venue.pass(WITHIN_SECONDS / 2 + 10);
    await page.locator('.unanswered .waiting').nth(2).waitFor();
    await expectInSight('.waiting');
    expect(await isWide()).toBe(false);
    const head = page.locator('.dialog-call .dialog-head');
    expect((await head.boundingBox())?.height).toBeLessThanOrEqual(48);
    for (const name of ['Accept all', t('unanswered.back'), /^Snooze for/]) await head.getByRole('button', { name }).click({ trial: true });
    expect(await head.innerText()).toContain('3 waiting');
    await head.getByRole('button', { name: t('unanswered.back') }).click();
    await page.locator('.unanswered').waitFor({ state: 'detached' });
    await page
      .locator('.strip-waiting')
      .getByText(/^3 waiting, \d+:\d\d left$/)
      .waitFor({ state: shown === 1 ? 'detached' : 'attached' });
    await expectInSight('.card');
  });
});
