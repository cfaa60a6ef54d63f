/** Many orders at once: answering or finishing several in one move, and finding one. */
import { expect, test } from 'vitest';
import { t } from '../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { letStand } from '../venue/page-time.ts';
import { until } from '../venue/venue.ts';

atTheCounter({ movesTime: true });

const dish = (name: string) => ({ items: [{ name, count: 1, price: { amount: 700, currency: 'EUR' } }] });
const place = async (number: string, more: Record<string, unknown> = {}, kind = 'takeaway') => {
  const { order_id: id } = await venue.place(kind, { order_number: number, consumer_comment: null, ...more });
  await until('the order', () => venue.state().orders[id]?.actions.length);
  return id;
};

test("a new order goes into the column's first lane with room, and the cards there stay", async () => {
  await screen.page.setViewportSize({ width: 1920, height: 1080 });
  const lanes = () =>
    screen.page.evaluate(`[...document.querySelectorAll('.column[data-column="new"] .lane')]
      .map((lane) => [...lane.querySelectorAll('.card')].map((card) => card.dataset.order))`);
  for (const [number, note] of [
    ['311', 'A line\n'.repeat(40)],
    ['312', null],
    ['313', null],
    ['314', null],
  ] as const) {
    await place(number, { consumer_comment: note });
    await screen.card(number).waitFor();
  }
  expect(await lanes()).toEqual([['311'], ['312', '313', '314']]);
  await screen.page.reload();
  for (const number of ['311', '312', '313', '314']) await screen.card(number).waitFor();
  expect(await lanes()).toEqual([['311'], ['312', '313', '314']]);
});

/** Numbers of the orders that aren't whole above the window's end and the new-order strip. */
const hidden = () =>
  screen.page.evaluate(`(() => {
    const edge = Math.min(innerHeight, ...[...document.querySelectorAll('.strip-new')].map((strip) => strip.getBoundingClientRect().top));
    return [...document.querySelectorAll('.card')].filter((card) => card.getBoundingClientRect().bottom > edge + 1).map((card) => card.dataset.order);
  })()`);
const left = async (selector: string) => (await screen.page.locator(selector).first().boundingBox())?.x ?? Number.NaN;

test('no order is hidden while there is room; narrow columns come last', async () => {
  const ids: string[] = [];
  for (const [number, lines] of [
    ['331', 3],
    ['332', 1],
    ['333', 2],
    ['334', 1],
    ['335', 7],
  ] as const) {
    ids.push(await place(number, { consumer_comment: Array.from({ length: lines }, () => 'Please ring').join('\n') }));
    await screen.card(number).waitFor();
  }
  await until('all to stand whole', async () => JSON.stringify(await hidden()) === '[]');
  expect(await left('.rail[data-column="preparing"]')).toBeGreaterThan(await left('[data-order="335"].card'));
  for (const orderId of ids.slice(0, 2)) await venue.call('order.accept', { orderId, extraMinutes: 0 });
  await screen.column('Preparing').getByRole('article', { name: 'Order 332', exact: true }).waitFor();
  await until('all to stand whole again', async () => JSON.stringify(await hidden()) === '[]');
  expect(await left('.column[data-column="preparing"]')).toBeGreaterThan(await left('[data-order="335"].card'));
});

test("with many done orders, the numbers of open orders aren't cut", async () => {
  await screen.page.setViewportSize({ width: 700, height: 800 });
  for (let at = 0; at < 12; at += 1) {
    const id = await place(`${341 + at}`);
    await venue.control('POST', `/orders/${id}/cancel`, { by: 'consumer' });
    await until('done', () => venue.card(id).column === 'ended');
  }
  for (const number of ['361', '362']) {
    const orderId = await place(number, {}, 'preorder');
    await venue.call('order.confirm', { orderId });
    await until('scheduled', () => venue.card(orderId).column === 'scheduled');
  }
  await place('371');
  const orderId = await place('372');
  await venue.call('order.accept', { orderId, extraMinutes: 0 });
  await screen.column('Preparing').getByRole('article', { name: 'Order 372', exact: true }).waitFor();
  await screen.page.locator('.rail[data-column="scheduled"] .rail-order').nth(1).waitFor();
  const cut: unknown = await screen.page.evaluate(`(() => {
    const bottom = (one) => one.getBoundingClientRect().bottom;
    return [...document.querySelectorAll('.rail-order')].filter((one) => bottom(one) > bottom(one.closest('.rail')) + 1).map((one) => one.textContent);
  })()`);
  expect(cut).toEqual([]);
});

test('a scrolled column also counts the orders above, and returns to the most urgent one when left alone', async () => {
  const { page } = screen;
  await page.setViewportSize({ width: 1024, height: 600 });
  const numbers = Array.from({ length: 9 }, (_, at) => String(341 + at));
  for (const number of numbers) await place(number);
  await screen.card('349').waitFor();
  const head = page.locator('.column[data-column="new"] .head-below');
  const top = () => page.evaluate(`document.querySelector('.column[data-column="new"] .column-cards').scrollTop`);
  const isScrolled = async () => Number(await top()) > 0;
  await letStand(page);
  await until('the end', async () => {
    await head.click();
    await letStand(page);
    return page.evaluate(
      `(() => { const one = document.querySelector('.column[data-column="new"] .column-cards'); return one.scrollTop + one.clientHeight >= one.scrollHeight - 4; })()`,
    );
  });
  expect(await isScrolled()).toBe(true);
  await head.getByText(/\d+ more/).waitFor({ state: 'attached' });
  await head.click();
  expect(await top()).toBe(0);
  await letStand(page);
  await head.click();
  expect(await isScrolled()).toBe(true);
  await page.clock.fastForward(25_000);
  await until('the first again', async () => (await top()) === 0);
});

test('the list of Accept all shows the start of each note, orders with allergies first', async () => {
  const long = 'Ring at the blue door, please, and then wait: the dog is slow and the stairs are steep. '.repeat(3);
  for (const [number, note] of [
    ['304', null],
    ['305', long],
    ['306', 'I am allergic to nuts.\nNo onions.'],
  ] as const)
    await place(number, { consumer_comment: note });
  for (const number of ['304', '305', '306']) await screen.card(number).waitFor();
  await screen.page.getByRole('button', { name: 'Accept all' }).click();
  const dialog = screen.page.getByRole('dialog', { name: t('several.title.accept') });
  const row = (number: string) => dialog.locator('li', { hasText: number });
  await dialog
    .getByRole('checkbox', { name: /306.*Allergy: nuts.*Note from the customer: I am allergic to nuts\.\s+No onions\./ })
    .waitFor();
  await dialog.getByRole('checkbox', { name: /305.*Note from the customer: Ring at the blue door/ }).waitFor();
  expect(await row('304').getByText(t('card.comment')).count()).toBe(0);
  // The checkbox is drawn by the app, as in every form.
  const drawn = `[...document.querySelectorAll('.several-row input')].map((box) => getComputedStyle(box).appearance)`;
  expect(await screen.page.evaluate(drawn)).toEqual(['none', 'none', 'none']);
  const shown = (await screen.page.evaluate(`[...document.querySelectorAll('.several-row')].map((row) => {
    const note = row.querySelector('.several-note bdi');
    return { number: row.querySelector('strong').textContent, high: note && note.offsetHeight, cut: note && note.scrollWidth > note.clientWidth };
  })`)) as { number: string; high: number | null; cut: boolean | null }[];
  expect(shown.map(({ number, cut }) => [number, cut])).toEqual([
    ['306', false],
    ['305', true],
    ['304', null],
  ]);
  expect(shown[1]?.high).toBe(shown[0]?.high);
  expect(shown[0]?.high).toBeLessThan(30);
});

test('an order is found by dish in two taps, or by name or note; new orders stay visible', async () => {
  const soup = await place('321', { ...dish('Crème brûlée'), consumer_name: 'Maja' });
  await place('322', { ...dish('Pizza diavola'), consumer_name: 'Zoë', consumer_comment: 'Ring at the blue door' });
  for (const id of Object.keys(venue.state().orders)) await venue.call('order.touch', { orderId: id });
  await screen.page.getByRole('button', { name: 'Find' }).click();
  await screen.page.getByRole('button', { name: '1 Crème brûlée' }).click();
  await screen.card('322').waitFor({ state: 'detached' });
  await screen.card('321').waitFor();
  const field = screen.page.getByRole('searchbox');
  for (const [typed, shown, hidden] of [
    ['creme BRULEE', '321', '322'],
    ['zoe', '322', '321'],
    ['blue door', '322', '321'],
    ['322', '322', '321'],
  ] as const) {
    await field.fill(typed);
    await screen.card(shown).waitFor();
    await screen.card(hidden).waitFor({ state: 'detached' });
  }
  await place('323', dish('Minestrone'));
  await screen.card('323').waitFor();
  await screen.page.getByRole('button', { name: 'Show all' }).click();
  await screen.card('321').waitFor();
  expect(venue.card(soup).column).toBe('new');
});

test('a new order stays among the search results until the search changes, also when it was tapped', async () => {
  await place('324', dish('Crème brûlée'));
  for (const id of Object.keys(venue.state().orders)) await venue.call('order.touch', { orderId: id });
  await screen.page.getByRole('button', { name: 'Find' }).click();
  await screen.page.getByRole('button', { name: '1 Crème brûlée' }).click();
  const id = await place('325', dish('Minestrone'));
  await screen.card('325').waitFor();
  await venue.call('order.touch', { orderId: id });
  await until('silence', () => !venue.card(id).alerting);
  await screen.page.waitForTimeout(4_000);
  expect(await screen.card('325').count()).toBe(1);
  await screen.page.getByRole('searchbox').fill('creme');
  await screen.card('325').waitFor({ state: 'detached' });
  await screen.card('324').waitFor();
});
