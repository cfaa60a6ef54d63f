/** New orders on a phone: one at a time, answered with a thumb. */
import { beforeEach, expect, test } from 'vitest';
import { t } from '../../setup/messages.ts';
import { brokenRules } from '../venue/accessibility.ts';
import { atTheCounter, reopen, screen, venue } from '../venue/at-the-counter.ts';
import { unlocked } from '../venue/page-time.ts';
import { middleOf, type Place } from '../venue/touch/finger.ts';
import { finger, withFinger } from '../venue/touch/finger-at-the-counter.ts';
import { until } from '../venue/venue.ts';

const PHONE = { width: 390, height: 844 };
const NOTE = 'I am allergic to sesame.';

atTheCounter({ movesTime: true });

// Answering times are so long that no order alert opens.
beforeEach(async () => {
  const id = '6b1f0c2d9e4a57318c2ad014';
  const within = { accept_within_seconds: 3_000 };
  await reopen({ venue: { ...within, venue_id: id, tells_accept_time: true }, settings: { venues: { [id]: within } } });
  await screen.page.setViewportSize(PHONE);
});

withFinger();

const cards = () => screen.page.locator('.card');
const accept = (number: string) => screen.card(number).getByRole('button', { name: 'Accept', exact: true });
const shown = () => cards().evaluateAll((all) => (all as unknown as { dataset: { order: string } }[]).map(({ dataset }) => dataset.order));
const shows = (number: string) => until(`order ${number} alone`, async () => (await shown()).join() === number);
const reads = (text: string) => screen.page.locator('.pager').getByText(text, { exact: true }).waitFor();
const status = async (id: string) => (await venue.atService(id)).order_status;
/** Until everything takes taps, and what was answered has left. */
const atRest = async () => {
  await screen.page.clock.runFor(4_000);
  await unlocked(screen.page);
};

async function arrived(number: string, more: Record<string, unknown> = {}): Promise<string> {
  const { order_id: id } = await venue.arrived('takeaway', { order_number: number, ...more });
  return id;
}

async function swipe(from: Place, right: number): Promise<void> {
  await finger.down(from);
  for (const part of [0.3, 0.6, 1]) await finger.move({ ...from, x: from.x + right * part });
  await finger.up();
}

test('the most urgent order fills the screen; after its answer the next one comes once the finger has left', async () => {
  const { page } = screen;
  const first = await arrived('801', { consumer_comment: NOTE });
  const second = await arrived('802');
  await shows('801');
  await reads('1 of 2');
  await screen.card('801').getByText(NOTE).waitFor();
  await screen
    .card('801')
    .locator('.due b')
    .getByText(/^\d+:\d\d$/)
    .waitFor();
  await atRest();
  const answers = screen.card('801').locator('.actions button');
  await until('Accept, its minutes and Reject', async () => (await answers.count()) === 3);
  for (const button of await answers.all()) {
    const box = await button.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(48);
    // The lower third, which a thumb reaches.
    expect(box?.y).toBeGreaterThan((PHONE.height * 2) / 3);
  }
  const place = await middleOf(accept('801'));
  await finger.doubleTap(place);
  await until('the accept', async () => (await status(first)) === 'production');
  await page.locator('.gap', { hasText: '801' }).getByText('Preparing').waitFor();
  expect(await shown()).toEqual([]);
  await atRest();
  await shows('802');
  expect(await page.locator('.pager').count()).toBe(0);
  expect([await venue.asked(first, 'accept'), await venue.asked(second, 'accept')]).toEqual([1, 0]);
  await finger.tap(await middleOf(accept('802')));
  await until('the accept', async () => (await status(second)) === 'production');
  await atRest();
  await page.getByText('No new orders.').waitFor();
});

test('swipes and buttons lead to the other orders, mirrored in Hebrew; a swipe over Accept accepts nothing', async () => {
  const { page } = screen;
  const ids = [await arrived('811'), await arrived('812'), await arrived('813')];
  await shows('811');
  await atRest();
  await swipe(await middleOf(accept('811')), -150);
  await shows('812');
  await reads('2 of 3');
  await atRest();
  await swipe(await middleOf(screen.card('812')), 150);
  await shows('811');
  await atRest();
  // Up or down is a scroll.
  const { x, y } = await middleOf(screen.card('811'));
  await finger.down({ x, y });
  await finger.move({ x: x - 100, y: y - 120 });
  await finger.up();
  await page.getByRole('button', { name: t('board.one.previous') }).click();
  await shows('813');
  await page.getByRole('button', { name: t('board.one.next') }).click();
  await shows('811');
  await venue.call('settings.saveScreen', { screen: { language: 'he' } });
  await page.locator('html[dir="rtl"]').waitFor();
  await atRest();
  await swipe(await middleOf(page.locator('.card-body')), 150);
  await shows('812');
  for (const id of ids) expect(await venue.asked(id, 'accept')).toBe(0);
});

test('a more urgent order takes the place of no other: it is first once the screen was left alone', async () => {
  const { page } = screen;
  const id = await arrived('821');
  await atRest();
  const place = await middleOf(accept('821'));
  await finger.down(place);
  const urgent = await venue.arrived('preorder', { order_number: '822' });
  await reads('1 of 2');
  expect(await shown()).toEqual(['821']);
  await finger.up();
  await until('the accept', async () => (await status(id)) === 'production');
  await atRest();
  await shows('822');
  await venue.arrived('takeaway', { order_number: '823' });
  await reads('1 of 2');
  await page.getByRole('button', { name: t('board.one.next') }).click();
  await shows('823');
  await page.clock.runFor(10_000);
  expect(await shown()).toEqual(['823']);
  await page.clock.runFor(15_000);
  await shows('822');
  expect(await venue.asked(urgent.order_id, 'confirm')).toBe(0);
});

test('an order whose answer the service refuses stays, and says so', async () => {
  const id = await arrived('831');
  await arrived('832');
  await venue.control('POST', '/faults', { match: `PUT /orders/${id}/accept`, status: 422, times: 5 });
  await atRest();
  await finger.tap(await middleOf(accept('831')));
  const problem = screen.card('831').locator('.problem').first();
  await problem.waitFor();
  await atRest();
  expect(await shown()).toEqual(['831']);
  const box = await problem.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(PHONE.height);
});

test('an order longer than the screen scrolls between its head and its buttons', async () => {
  const { page } = screen;
  const items = Array.from({ length: 24 }, (_, place) => ({
    name: `Dish ${place + 1}`,
    count: 1,
    price: { amount: 700, currency: 'EUR' },
  }));
  await arrived('841', { items, consumer_comment: NOTE });
  await shows('841');
  await page.locator('.split-more').waitFor();
  const tops = () =>
    Promise.all([screen.card('841').locator('.card-head'), accept('841')].map(async (one) => (await one.boundingBox())?.y ?? 0));
  const before = await tops();
  const below = page.getByRole('button', { name: t('board.one.below') });
  await below.waitFor();
  await until('the end', async () => {
    await below.click({ timeout: 1_000 }).catch(() => undefined);
    await page.clock.runFor(1_100);
    return (await below.count()) === 0;
  });
  expect(
    await page.evaluate(`(() => {
    const { left, right, top, bottom } = document.querySelector('.card .comment').getBoundingClientRect();
    return document.elementFromPoint((left + right) / 2, (top + bottom) / 2).closest('.comment') !== null;
  })()`),
  ).toBe(true);
  // The card's border scrolls.
  for (const [place, top] of (await tops()).entries()) expect(Math.abs(top - (before[place] ?? 0))).toBeLessThanOrEqual(4);
});

test('the other tabs are lists, and each card shows its button', async () => {
  const { page } = screen;
  for (const number of ['861', '862']) await venue.bringTo(await arrived(number), 'preparing');
  await page.getByRole('tab', { name: 'Preparing 2' }).click();
  await until('both cards', async () => (await cards().count()) === 2);
  await atRest();
  for (const number of ['861', '862'])
    await screen.card(number).getByRole('button', { name: 'Mark ready' }).click({ trial: true, timeout: 5_000 });
});

test.each([
  { width: 390, height: 844, language: 'en', least: 48 },
  { width: 360, height: 640, language: 'fi', least: 48 },
  { width: 390, height: 844, language: 'he', least: 48 },
  { width: 540, height: 800, language: 'de', least: 48 },
  // A phone at 200 %.
  { width: 195, height: 422, language: 'de', least: 44 },
] as const)(
  '$width x $height, $language: no rule is broken, nothing is wider than the screen, and all answers are in sight',
  async (look) => {
    const { page } = screen;
    await page.setViewportSize(look);
    await venue.call('settings.saveScreen', { screen: { language: look.language } });
    await page.locator(`html[lang="${look.language}"]`).waitFor();
    await arrived('851', { consumer_comment: NOTE });
    await arrived('852');
    await shows('851');
    await page.locator('.pager').waitFor({ state: 'attached' });
    await atRest();
    expect(await page.evaluate(wrong(look.least))).toEqual({ over: 0, cut: [], covered: [], small: [] });
    expect(await brokenRules(page)).toEqual([]);
  },
);

const wrong = (least: number) => `(() => {
  const card = document.querySelector('.card');
  const told = (all) => all.map((one) => one.outerHTML.slice(0, 100));
  const answers = [...card.querySelectorAll('.actions button')];
  const boxOf = (one) => one.getBoundingClientRect();
  return {
    over: document.documentElement.scrollWidth - innerWidth,
    cut: told([...card.querySelectorAll('*')].filter((one) => boxOf(one).width > 1 && (boxOf(one).left < 0 || boxOf(one).right > innerWidth))),
    covered: told(answers.filter((one) => {
      const { left, right, top, bottom } = boxOf(one);
      return [0.1, 0.5, 0.9].some((part) => !one.contains(document.elementFromPoint(left + (right - left) * part, (top + bottom) / 2)));
    })),
    small: told([...answers, ...document.querySelectorAll('.pager button')].filter((one) => boxOf(one).height < ${least} || boxOf(one).width < ${least})),
  };
})()`;
