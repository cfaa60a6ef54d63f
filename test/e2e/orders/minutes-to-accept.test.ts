/** The minutes beside Accept, while an order waits. */
import { expect, test } from 'vitest';
import { atTheCounter, reopen, screen, venue } from '../venue/at-the-counter.ts';
import { until } from '../venue/venue.ts';

const MINUTE_MS = 60_000;

atTheCounter({ movesTime: true });

test('the minutes beside Accept go with the time: they change when half a minute is gone, not with the next thing that happens', async () => {
  await reopen({ venue: { preparation_minutes: 20 } });
  const order = await venue.place('takeaway');
  const more = screen.card(order.order_number).locator('.split-more');
  await until('the minutes', async () => (await more.innerText()).trim() === '20 min');
  const due = Date.parse(venue.card(order.order_id).pickupAt ?? '');
  // Both between 19 and 20 whole minutes before: nothing else on the card changes there.
  await screen.page.clock.pauseAt(due - 19.9 * MINUTE_MS);
  await screen.page.clock.runFor(2_000);
  expect((await more.innerText()).trim()).toBe('20 min');
  await screen.page.clock.pauseAt(due - 19.3 * MINUTE_MS);
  await screen.page.clock.runFor(2_000);
  expect((await more.innerText()).trim()).toBe('19 min');
});
