/** A tap on an alert strip ("Tap to view") leads to its order from any screen, and doesn't only silence it. */
import { expect, test } from 'vitest';
import { t } from '../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { drawn, stopTime } from '../venue/page-time.ts';
import { middleOf, wait } from '../venue/touch/finger.ts';
import { finger, withFinger } from '../venue/touch/finger-at-the-counter.ts';
import { until } from '../venue/venue.ts';

atTheCounter({ movesTime: true });

withFinger();

const strip = (words: string | RegExp) => screen.page.locator('.strip-new', { hasText: words });
const dialog = (name?: string | RegExp) => screen.page.getByRole('dialog', name === undefined ? {} : { name });
const seen = () => screen.page.clock.runFor(3_000);
const narrow = () => screen.page.setViewportSize({ width: 420, height: 800 });

async function placed(number: string, kind = 'takeaway', more: Record<string, unknown> = {}): Promise<string> {
  const { order_id: id } = await venue.place(kind, { order_number: number, ...more });
  await until('the order', () => venue.state().orders[id]);
  return id;
}

async function cooking(number: string, kind = 'takeaway'): Promise<string> {
  const id = await placed(number, kind);
  await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
  await until('cooked', () => venue.card(id).column === 'preparing' && !venue.card(id).alerting);
  return id;
}

async function touch(words: string | RegExp): Promise<void> {
  await strip(words).waitFor();
  await seen();
  await wait(700);
  await finger.tap(await middleOf(strip(words)));
}

const isInSight = (number: string) => async () => {
  const box = await screen.card(number).boundingBox();
  const height = screen.page.viewportSize()?.height ?? 0;
  return box !== null && box.y >= 0 && box.y < height - 100;
};

test("on a narrow screen a tap on an alert strip leads to the order's column", async () => {
  await cooking('701');
  await narrow();
  await screen.page.getByRole('tab', { name: /^Preparing/ }).click();
  await screen.card('701').waitFor();
  const id = await placed('702');
  await touch(t('announce.newOrder', { number: '702' }));
  await until('its card', isInSight('702'));
  await until('silence', () => !venue.card(id).alerting);
}, 60_000);

test("a tap on a new order's strip closes an open dialog: Rush, the bag check, Accept all", async () => {
  const group = await cooking('705', 'group');
  await placed('706');
  await placed('707');
  for (const id of Object.keys(venue.state().orders)) await venue.call('order.touch', { orderId: id });
  const { page } = screen;
  const open = {
    rush: () => page.getByRole('button', { name: 'Rush', exact: true }).click(),
    bags: () => page.locator(`[id="order-${group}"] [data-action="ready"]`).click(),
    several: () => page.getByRole('button', { name: 'Accept all' }).click(),
  };
  let number = 710;
  for (const what of Object.values(open)) {
    await seen();
    await wait(600);
    await what();
    await dialog().waitFor();
    const id = await placed(String(number));
    await touch(`New order ${number}`);
    await dialog().waitFor({ state: 'detached' });
    await until('its card', isInSight(String(number)));
    await until('silence', () => !venue.card(id).alerting);
    number += 1;
  }
}, 120_000);

/** A confirmed pre-order, folded into the rail behind six orders, whose reminder is due. */
async function reminded(number: string): Promise<void> {
  await screen.page.setViewportSize({ width: 1024, height: 768 });
  for (let at = 1; at <= 6; at += 1) await cooking(String(Number(number) - at));
  const id = await placed(number, 'preorder');
  await venue.call('order.confirm', { orderId: id });
  await until('scheduled', () => venue.card(id).column === 'scheduled');
  await screen.page.locator('.rail-order', { hasText: number }).waitFor();
  await venue.call('settings.saveWork', { work: { reminder_minutes: 240 } });
  await venue.later(5_000);
}

test("a tap on a reminder's strip opens its folded pre-order", async () => {
  await reminded('726');
  await touch('Pre-order 726');
  await dialog(t('detail.name', { number: '726' })).waitFor();
}, 90_000);

test('while an order opens late after a tap, its buttons ignore taps until they have been visible', async () => {
  const { page } = screen;
  await reminded('746');
  await strip('Pre-order 746').waitFor();
  await seen();
  await stopTime(page);
  await finger.tap(await middleOf(strip('Pre-order 746')));
  const opened = dialog('Order 746 details');
  await drawn(page, 'the order', () => opened.isVisible());
  const close = opened.getByRole('button', { name: 'Close', exact: true });
  await finger.tap(await middleOf(close));
  await drawn(page, 'a word', async () => /just/.test((await page.locator('.touch-notice').textContent()) ?? ''));
  expect(await opened.count()).toBe(1);
  await page.clock.resume();
  await seen();
  await finger.tap(await middleOf(close));
  await opened.waitFor({ state: 'detached' });
}, 90_000);

test('while a finger is down, scrolling to a tapped order waits, so no card moves under the finger', async () => {
  await narrow();
  const ids: string[] = [];
  for (const number of ['721', '722', '723', '724', '725']) ids.push(await cooking(number, 'group'));
  await screen.page.getByRole('tab', { name: /^Preparing/ }).click();
  await venue.control('POST', `/orders/${ids.at(-1)}/cancel`, { by: 'consumer', lag_ms: 60_000 });
  await strip(/^Order 725/).waitFor();
  const last = screen.card('725');
  const first = screen.card('721');
  await until('the cards', async () => (await last.boundingBox()) !== null && (await first.boundingBox()) !== null);
  expect((await last.boundingBox())?.y).toBeGreaterThan(800);
  await seen();
  await wait(700);
  // The page is busy: it scrolls only after the next finger is down.
  await screen.page.clock.pauseAt(Date.now() + 3_600_000);
  await finger.tap(await middleOf(strip(/^Order 725/)));
  await strip(/^Order 725/).waitFor({ state: 'detached' });
  const before = await first.boundingBox();
  await finger.down({ x: (before?.x ?? 0) + 60, y: (before?.y ?? 0) + 60 });
  await screen.page.clock.runFor(1_000);
  expect((await first.boundingBox())?.y).toBe(before?.y);
  await finger.up();
  await screen.page.clock.runFor(1_000);
  await until('the card', async () => ((await last.boundingBox())?.y ?? 800) < 700);
});
