/** Missed orders as staff see them: on the empty board with auto-accept for the next hour, and in History. */
import { expect, test } from 'vitest';
import { t } from '../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

test("an empty board shows today's missed orders and offers auto-accept; History filters them", async () => {
  const { page } = screen;
  const placed = [await venue.place('takeaway'), await venue.place('instant'), await venue.place('instant')];
  const [first, second, decided] = placed.map(({ order_id: id }) => id) as [string, string, string];
  await until('the cards', () => placed.every(({ order_id: id }) => venue.state().orders[id]));
  const rejection = { orderId: decided, reason: 'Sold out', code: 'ITEMS_UNAVAILABLE' } as const;
  expect(await venue.call('order.reject', rejection)).toMatchObject({ ok: true });
  await until('the rejection', async () => (await venue.atService(decided)).state === 'rejected');
  await venue.later(181_000);
  await venue.untilLater('their end', () => placed.every(({ order_id: id }) => venue.card(id).column === 'ended'));
  const missed = await venue.call('history.missedToday', {});
  const [sum] = missed.ok ? missed.value.sums : [];
  const amount = `€${((sum?.amount ?? 0) / 100).toFixed(2)}`;
  await page.getByText(`2 orders missed today: ${amount}.`).waitFor();

  await page.getByRole('button', { name: /^Auto-accept until \d\d:\d\d$/ }).click();
  const rules = await until('auto-accept', () => venue.state().app.app?.autoAccept?.rules);
  expect(rules).toMatchObject([{ when: 'before-deadline', allergies: false }]);
  await page.getByRole('button', { name: /^Auto-accept until/ }).waitFor({ state: 'detached' });

  const row = page.locator(`.ended-order[data-order="${venue.card(first).number}"]`);
  expect((await row.locator('span').textContent())?.trim()).toMatch(/^Missed €\d+\.\d\d$/);

  await page.getByRole('button', { name: 'History' }).click();
  const rows = page.locator('.found-order');
  await until('all of them', async () => (await rows.count()) === 3);
  await page.getByText(t('history.onlyMissed')).click();
  await until('two of them', async () => (await rows.count()) === 2);
  expect(await rows.locator('.found-state').allTextContents()).toEqual(['Missed', 'Missed']);
  const numbers = [first, second].map((id) => venue.card(id).number);
  expect((await rows.locator('.found-number').allTextContents()).toSorted()).toEqual(numbers.toSorted());
});
