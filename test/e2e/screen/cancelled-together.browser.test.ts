/** Several orders cancelled in preparation: one screen lists them; each is confirmed alone, or all with one tap. */
import { expect, test } from 'vitest';
import { t } from '../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { cancelCooking } from '../venue/cancelled.ts';
import { middleOf } from '../venue/touch/finger.ts';
import { withFinger } from '../venue/touch/finger-at-the-counter.ts';
import { until } from '../venue/venue.ts';

atTheCounter({ movesTime: true });

withFinger();

const stop = () => screen.page.getByRole('dialog', { name: /cancelled$/ });
const row = (number: string) => stop().getByRole('alert').filter({ hasText: number });
const seen = (number: string) => row(number).getByRole('button', { name: /^Got it, stopped/ });
const all = () => stop().getByRole('button', { name: /^Got it, all/ });
const rows = () => screen.page.evaluate(`[...document.querySelectorAll('.stopped-order')].map((one) => one.dataset.order)`);
/** Lets time pass until rows have been visible long enough to be tapped. */
const later = () => screen.page.clock.runFor(3_000);
const stopped = (ids: string[]) => ids.map((id) => venue.card(id).cancelled === 'unseen');

async function cooking(...numbers: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const number of numbers) {
    const { order_id: id } = await venue.arrived('takeaway', { order_number: number, ...SOUP });
    await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
    await until('the cooking', () => venue.card(id).column === 'preparing' && venue.card(id).ticket.state === 'confirmed');
    ids.push(id);
  }
  return ids;
}
const SOUP = { items: [{ name: 'Salmon soup', count: 2, price: { amount: 1_250, currency: 'EUR' } }], consumer_comment: null };

async function cancel(...ids: string[]): Promise<void> {
  for (const id of ids) await cancelCooking(venue, id);
}

test('one screen lists all cancelled orders with tickets to stop; each is confirmed separately', async () => {
  const ids = await cooking('501', '502', '503');
  await cancel(...ids);
  await later();
  await stop().getByRole('heading', { name: '3 orders were cancelled' }).waitFor();
  expect(await screen.page.getByRole('dialog').count()).toBe(1);
  expect(await rows()).toEqual(['501', '502', '503']);
  for (const number of ['501', '502', '503'])
    for (const text of [t('stopped.why'), 'Salmon soup', t('cardStop.printed')]) await row(number).getByText(text).waitFor();
  expect(await stop().getByRole('button').allTextContents()).toEqual(['Got it, all 3 stopped', ...Array(3).fill(t('stopped.seen'))]);
  await screen.page.keyboard.press('Escape');
  await screen.page.mouse.click(4, 4);
  expect(stopped(ids)).toEqual([true, true, true]);
  await seen('502').click();
  await until('the answer', () => venue.card(ids[1] ?? '').cancelled !== 'unseen');
  expect(stopped(ids)).toEqual([true, false, true]);
  await seen('501').click();
  await until('the answer', () => venue.card(ids[0] ?? '').cancelled !== 'unseen');
  await later();
  const last = screen.page.getByRole('dialog', { name: t('stopped.title', { number: '503' }) });
  await last.waitFor();
  expect(await last.getByRole('button').allTextContents()).toEqual([t('stopped.seen')]);
  await seen('503').click();
  await stop().waitFor({ state: 'detached' });
  await until('the answer', () => venue.card(ids[2] ?? '').cancelled !== 'unseen');
});

test('the tap for all confirms the orders shown when the finger went down, and none cancelled since', async () => {
  const ids = await cooking('511', '512', '513');
  await cancel(...ids.slice(0, 2));
  await later();
  // Uses a mouse: the browser fires no click after so long a touch.
  const { x, y } = await middleOf(all());
  await screen.page.mouse.move(x, y);
  await screen.page.mouse.down();
  await cancel(ids[2] ?? '');
  await row('513').waitFor();
  await later();
  await screen.page.mouse.up();
  await until('the answers', () => venue.card(ids[0] ?? '').cancelled !== 'unseen' && venue.card(ids[1] ?? '').cancelled !== 'unseen');
  await later();
  expect(stopped(ids)).toEqual([false, false, true]);
  await screen.page.getByRole('dialog', { name: t('stopped.title', { number: '513' }) }).waitFor();
});

test("the tap for all doesn't confirm an order that just appeared in the list", async () => {
  const ids = await cooking('521', '522', '523');
  await cancel(...ids.slice(0, 2));
  await later();
  await all().waitFor();
  // Clicks just as the order's row appears.
  await screen.page.evaluate(`new MutationObserver((_, observer) => {
    if (!document.querySelector('.stopped-order[data-order="523"]')) return;
    observer.disconnect();
    document.querySelector('.stopped-all').click();
  }).observe(document.body, { subtree: true, childList: true })`);
  await cancel(ids[2] ?? '');
  await until('the answers', () => venue.card(ids[0] ?? '').cancelled !== 'unseen' && venue.card(ids[1] ?? '').cancelled !== 'unseen');
  expect(venue.card(ids[2] ?? '').cancelled).toBe('unseen');
  await later();
  await seen('523').click();
  await stop().waitFor({ state: 'detached' });
});

test('the tap for all also confirms orders that just moved up in the list, as staff have seen them', async () => {
  const ids = await cooking('531', '532', '533');
  await cancel(...ids);
  await later();
  await seen('531').click();
  await screen.page.evaluate(`new MutationObserver((_, observer) => {
    if (!document.querySelector('.stopped .slot[aria-disabled]')) return;
    observer.disconnect();
    document.querySelector('.stopped-all').click();
  }).observe(document.body, { subtree: true, attributeFilter: ['aria-disabled'] })`);
  await later();
  await until('the answers', () => ids.every((id) => venue.card(id).cancelled !== 'unseen'));
});
