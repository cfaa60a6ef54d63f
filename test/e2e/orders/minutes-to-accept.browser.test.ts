/** The minutes beside Accept, while an order waits. */
import { expect, test } from 'vitest';
import { atTheCounter, reopen, screen, venue } from '../venue/at-the-counter.ts';
import { until } from '../venue/venue.ts';

const MINUTE_MS = 60_000;

atTheCounter({ movesTime: true });

/** Epoch ms, once the service has said it. */
async function pickupOf(orderId: string): Promise<number> {
  return Date.parse(await until('its pickup time', () => venue.card(orderId).pickupAt));
}

test('the minutes beside Accept go with the time: they change when half a minute is gone, not with the next thing that happens', async () => {
  await reopen({ venue: { preparation_minutes: 40 } });
  const order = await venue.place('takeaway');
  const more = screen.card(order.order_number).locator('.split-more');
  await until('the minutes', async () => /^\d+ min$/.test((await more.innerText()).trim()));
  const due = await pickupOf(order.order_id);
  // Both between 19 and 20 whole minutes before: nothing else on the card changes there.
  await screen.page.clock.pauseAt(due - 19.9 * MINUTE_MS);
  await screen.page.clock.runFor(2_000);
  expect((await more.innerText()).trim()).toBe('20 min');
  await screen.page.clock.pauseAt(due - 19.3 * MINUTE_MS);
  await screen.page.clock.runFor(2_000);
  expect((await more.innerText()).trim()).toBe('19 min');
});

test('an open order says the same minutes in both places, in each half of a minute', async () => {
  await reopen({ venue: { preparation_minutes: 40 } });
  const order = await venue.place('takeaway');
  await screen
    .card(order.order_number)
    .getByRole('button', { name: /^Open order/ })
    .click();
  const detail = screen.page.getByRole('dialog', { name: `Everything about order ${order.order_number}` });
  const more = detail.locator('.split-more');
  await until('the minutes', async () => /^\d+ min$/.test((await more.innerText()).trim()));
  const due = await pickupOf(order.order_id);
  for (const [before, minutes] of [
    [19.9, 20],
    [19.3, 19],
  ] as const) {
    await screen.page.clock.pauseAt(due - before * MINUTE_MS);
    await screen.page.clock.runFor(2_000);
    expect((await more.innerText()).trim()).toBe(`${minutes} min`);
    await expect(detail.getByText(`(in ${minutes} min)`).count()).resolves.toBe(1);
  }
});

test('the card of an order that is cooked says the minutes that it was accepted with, and changes at the half', async () => {
  await reopen({ venue: { preparation_minutes: 40 } });
  const order = await venue.place('takeaway');
  await until('the order', () => venue.state().orders[order.order_id]);
  await venue.call('order.accept', { orderId: order.order_id, extraMinutes: 0 });
  await until('being prepared', () => venue.card(order.order_id).column === 'preparing');
  const due = await pickupOf(order.order_id);
  const left = screen.card(order.order_number).locator('.due span');
  for (const [before, minutes] of [
    [19.9, 20],
    [19.3, 19],
    [18.7, 19],
    [18.3, 18],
  ] as const) {
    await screen.page.clock.pauseAt(due - before * MINUTE_MS);
    await screen.page.clock.runFor(2_000);
    expect((await left.innerText()).trim()).toBe(`in ${minutes} min`);
  }
});
