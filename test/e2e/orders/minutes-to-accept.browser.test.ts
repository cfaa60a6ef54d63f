/** The minutes next to Accept while an order waits. */
import { expect, test } from 'vitest';
import { atTheCounter, reopen, screen, venue } from '../venue/at-the-counter.ts';
import { until } from '../venue/venue.ts';

const MINUTE_MS = 60_000;

atTheCounter({ movesTime: true });

/** Epoch ms; waits until the service has sent it. */
async function pickupOf(orderId: string): Promise<number> {
  return Date.parse(await until('its pickup time', () => venue.card(orderId).pickupAt));
}

test('the minutes next to Accept go down at the half minute, without waiting for another event', async () => {
  await reopen({ venue: { preparation_minutes: 40 } });
  const order = await venue.place('takeaway');
  const more = screen.card(order.order_number).locator('.split-more');
  await until('the minutes', async () => /^\d+ min$/.test((await more.innerText()).trim()));
  const due = await pickupOf(order.order_id);
  // Both times are between 19 and 20 minutes before pickup, when nothing else on the card changes.
  await screen.page.clock.pauseAt(due - 19.9 * MINUTE_MS);
  await screen.page.clock.runFor(2_000);
  expect((await more.innerText()).trim()).toBe('20 min');
  await screen.page.clock.pauseAt(due - 19.3 * MINUTE_MS);
  await screen.page.clock.runFor(2_000);
  expect((await more.innerText()).trim()).toBe('19 min');
});
