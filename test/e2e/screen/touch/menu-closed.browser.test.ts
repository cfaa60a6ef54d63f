/** Menus and dialogs take taps as soon as they are drawn, and their surroundings as soon as they are closed. */
import { expect, test } from 'vitest';
import { t } from '../../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../../venue/at-the-counter.ts';
import { drawn, stopTime } from '../../venue/page-time.ts';
import { middleOf } from '../../venue/touch/finger.ts';
import { finger, withFinger } from '../../venue/touch/finger-at-the-counter.ts';
import { until } from '../../venue/venue.ts';

atTheCounter({ movesTime: true });

withFinger();

const button = (number: string, name: string | RegExp) => screen.card(number).getByRole('button', { name, exact: true });
const notice = () => screen.page.locator('.touch-notice');
const seen = () => screen.page.clock.runFor(3_000);
const status = async (id: string) => (await venue.atService(id)).order_status;

async function arrived(number: string): Promise<string> {
  const { order_id: id } = await venue.place('takeaway', { order_number: number });
  await screen.card(number).waitFor();
  return id;
}

test('after accepting an order with "+5 min", a tap on another card works at once', async () => {
  await screen.page.setViewportSize({ width: 1280, height: 1_200 });
  const first = await arrived('431');
  const second = await arrived('432');
  await seen();
  await finger.tap(await middleOf(button('431', /more time|min/i)));
  const more = screen.page.getByRole('menuitem').nth(1);
  await more.waitFor();
  await seen();
  const other = await middleOf(button('432', 'Reject'));
  const count = await notice().getAttribute('data-count');
  await finger.tap(await middleOf(more));
  await more.waitFor({ state: 'detached' });
  await finger.tap(other);
  await screen.page.getByRole('dialog', { name: t('reject.title', { number: '432' }) }).waitFor();
  expect(await notice().getAttribute('data-count')).toBe(count);
  await until('the accept', async () => (await status(first)) === 'production');
  expect(await status(second)).not.toBe('rejected');
});

test('after a dialog closes, the parts it dimmed take taps at once', async () => {
  await arrived('441');
  await seen();
  await finger.tap(await middleOf(button('441', 'Reject')));
  const dialog = screen.page.getByRole('dialog', { name: t('reject.title', { number: '441' }) });
  await dialog.waitFor();
  await seen();
  const close = await middleOf(dialog.getByRole('button', { name: 'Close' }));
  const beside = await middleOf(button('441', 'Reject'));
  await stopTime(screen.page);
  await finger.tap(close);
  await drawn(screen.page, 'the board', async () => (await dialog.count()) === 0);
  await finger.tap(beside);
  await drawn(screen.page, 'the dialog', () => dialog.isVisible());
});

test("when an order's menu closes as it's answered elsewhere, a tap there doesn't reach another order", async () => {
  await screen.page.setViewportSize({ width: 1280, height: 1_200 });
  const first = await arrived('451');
  const second = await arrived('452');
  await seen();
  await finger.tap(await middleOf(button('451', /more time|min/i)));
  const last = screen.page.getByRole('menuitem').last();
  await last.waitFor();
  await seen();
  const place = await middleOf(last);
  await stopTime(screen.page);
  await venue.call('order.accept', { orderId: first, extraMinutes: 0 });
  await drawn(screen.page, 'the menu gone', async () => (await last.count()) === 0);
  // Moves the other order's Accept to the tapped place, where it could be on a screen.
  await screen.page.evaluate(
    `Object.assign(document.querySelector('.card[data-order="452"] [data-action="accept"]').style, { position: 'fixed', left: '${place.x - 20}px', top: '${place.y - 10}px', zIndex: 9 })`,
  );
  await finger.tap(place);
  await until('a word', async () => /Tapped too soon/.test((await notice().textContent()) ?? ''));
  await screen.page.clock.resume();
  await seen();
  expect(await venue.asked(second, 'accept')).toBe(0);
  await finger.tap(place);
  await until('the accept', async () => (await status(second)) === 'production');
});

test("when a menu opened by a double tap closes on its own, a tap there doesn't reach another order", async () => {
  await screen.page.setViewportSize({ width: 1280, height: 1_200 });
  const first = await arrived('481');
  const second = await arrived('482');
  await seen();
  const more = await middleOf(button('481', /more time|min/i));
  const last = screen.page.getByRole('menuitem').last();
  await stopTime(screen.page);
  await finger.doubleTap(more);
  await drawn(screen.page, 'the menu', () => last.isVisible());
  await until('a word', async () => ((await notice().textContent()) ?? '') !== '');
  const place = await middleOf(last);
  await venue.call('order.accept', { orderId: first, extraMinutes: 0 });
  await drawn(screen.page, 'the menu gone', async () => (await last.count()) === 0);
  await screen.page.evaluate(
    `Object.assign(document.querySelector('.card[data-order="482"] [data-action="accept"]').style, { position: 'fixed', left: '${place.x - 20}px', top: '${place.y - 10}px', zIndex: 9 })`,
  );
  await finger.tap(place);
  await until('a word', async () => /Tapped too soon/.test((await notice().textContent()) ?? ''));
  await screen.page.clock.resume();
  await seen();
  expect(await venue.asked(second, 'accept')).toBe(0);
});

test("a tap where an answered order's rejection form was does nothing, and says that the order was answered", async () => {
  const id = await arrived('491');
  await seen();
  await finger.tap(await middleOf(button('491', 'Reject')));
  const dialog = screen.page.getByRole('dialog', { name: t('reject.title', { number: '491' }) });
  await dialog.waitFor();
  await seen();
  const reason = await middleOf(dialog.locator('.reject-suggestions button').first());
  await stopTime(screen.page);
  await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
  await drawn(screen.page, 'what became of it', () => dialog.locator('.reject-gone').isVisible());
  const gone = await middleOf(dialog.locator('.reject-gone'));
  await finger.tap({ x: reason.x, y: gone.y });
  await until('a word', async () => /491/.test((await notice().textContent()) ?? ''));
  await screen.page.clock.resume();
});

test('a dialog takes taps as soon as it is drawn', async () => {
  await arrived('461');
  await seen();
  await stopTime(screen.page);
  await finger.tap(await middleOf(button('461', 'Reject')));
  const dialog = screen.page.getByRole('dialog', { name: t('reject.title', { number: '461' }) });
  // In its first frame the dialog is transparent and takes no tap.
  await drawn(screen.page, 'the dialog', () => dialog.evaluate((one) => one.checkVisibility({ opacityProperty: true })));
  await finger.tap(await middleOf(dialog.getByRole('button', { name: 'Close' })));
  await drawn(screen.page, 'the board', async () => (await dialog.count()) === 0);
});

test("a tap during a dialog's first frame gets a notice that it did nothing", async () => {
  await arrived('465');
  await seen();
  await stopTime(screen.page);
  await finger.tap(await middleOf(button('465', 'Reject')));
  const dialog = screen.page.getByRole('dialog', { name: t('reject.title', { number: '465' }) });
  await until('the dialog', async () => (await dialog.count()) === 1);
  expect(await dialog.evaluate((one) => one.checkVisibility({ opacityProperty: true }))).toBe(false);
  await finger.tap({ x: 640, y: 400 });
  await until('a word', async () => /Tapped too soon/.test((await notice().textContent()) ?? ''));
  await screen.page.clock.resume();
});

test("when a message closes on a tap elsewhere, a tap at its place doesn't reach a button there", async () => {
  await screen.page.setViewportSize({ width: 1280, height: 1_200 });
  await arrived('471');
  await arrived('472');
  await seen();
  await screen.page.locator('.column[data-column="new"] .head-button', { hasText: 'Accept all' }).click();
  const accept = screen.page.getByRole('button', { name: 'Accept 2 orders' });
  await accept.waitFor();
  await seen();
  await stopTime(screen.page);
  await finger.tap(await middleOf(accept));
  const strip = screen.page.locator('.accepted-place .kept');
  await drawn(screen.page, 'the strip', () => strip.isVisible());
  const place = await middleOf(strip);
  const elsewhere = { x: 640, y: 700 };
  await screen.page.clock.runFor(9_000);
  await drawn(screen.page, 'the board without it', async () => {
    await finger.tap(elsewhere);
    return (await strip.count()) === 0;
  });
  await screen.page.evaluate(
    `Object.assign(document.querySelector('.card[data-order="472"] [data-action="ready"]').style, { position: 'fixed', left: '${place.x - 20}px', top: '${place.y - 10}px', zIndex: 9 })`,
  );
  await finger.tap(place);
  await until('a word', async () => /Tapped too soon/.test((await notice().textContent()) ?? ''));
  await screen.page.clock.resume();
});

test("a dialog that a busy page hasn't drawn yet takes no tap, however long drawing takes", async () => {
  await arrived('461');
  await seen();
  await screen.page.evaluate(
    'window.held = []; window.draw = requestAnimationFrame; window.requestAnimationFrame = (then) => window.held.push(then)',
  );
  await finger.tap(await middleOf(button('461', 'Reject')));
  const dialog = screen.page.getByRole('dialog', { name: t('reject.title', { number: '461' }) });
  await drawn(screen.page, 'the dialog', async () => (await dialog.count()) > 0);
  await seen();
  const count = Number(await notice().getAttribute('data-count'));
  await finger.tap({ x: 5, y: 400 });
  await until('a word', async () => Number(await notice().getAttribute('data-count')) > count);
  expect(await dialog.count()).toBe(1);
  await screen.page.evaluate('window.requestAnimationFrame = window.draw; for (const then of window.held) requestAnimationFrame(then)');
  await seen();
  await finger.tap({ x: 5, y: 400 });
  await dialog.waitFor({ state: 'detached' });
});
