/** What staff do with many orders at once: answer or finish several in one move, and find the one they look for. */
import { expect, test } from 'vitest';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { letStand } from '../venue/page-time.ts';
import { underTheStrip } from '../venue/touch/under-the-strip.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

const dish = (name: string) => ({ items: [{ name, count: 1, price: { amount: 700, currency: 'EUR' } }] });
const place = async (number: string, more: Record<string, unknown> = {}, kind = 'takeaway') => {
  const { order_id: id } = await venue.place(kind, { order_number: number, consumer_comment: null, ...more });
  await until('the order', () => venue.state().orders[id]?.actions.length);
  return id;
};

test('where all in the list were answered elsewhere meanwhile, its buttons say that nothing is left to choose', async () => {
  const id = await place('307');
  await place('308');
  await screen.page.getByRole('button', { name: 'Accept all' }).click();
  const dialog = screen.page.getByRole('dialog', { name: 'Accept several orders' });
  await dialog.getByRole('checkbox', { name: /307/ }).waitFor();
  for (const { id: orderId } of Object.values(venue.state().orders))
    if (venue.card(orderId).column === 'new') await venue.call('order.accept', { orderId, extraMinutes: 0 });
  await until('the accept', () => venue.card(id).column === 'preparing');
  const choose = dialog.getByRole('button', { name: /^Select/ });
  await until('nothing to choose', async () => (await choose.getAttribute('aria-disabled')) === 'true' || (await choose.isDisabled()));
  await letStand(screen.page);
  await choose.click({ force: true });
  await screen.page.locator('.touch-told').getByText('Nothing here can be chosen any more.').waitFor();
  await screen.page.locator('.touch-told').getByText('Nothing here can be chosen any more.').waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Accept 0 orders' }).click({ force: true });
  await screen.page.locator('.touch-told').getByText('Nothing here can be chosen any more.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('where there are only pre-orders to confirm, nothing offers to accept several', async () => {
  for (const number of ['331', '332']) await place(number, {}, 'preorder');
  const head = screen.column('New');
  await head.getByRole('button', { name: 'Confirm' }).nth(1).waitFor();
  expect(await screen.page.getByRole('button', { name: 'Accept all' }).count()).toBe(0);
  for (const number of ['333', '334']) await place(number);
  await screen.page.getByRole('button', { name: 'Accept all' }).click();
  await screen.page.getByRole('button', { name: 'Accept 2 orders' }).waitFor();
});

test('nothing takes the bar out of sight, however much lies below the edge of a column', async () => {
  await screen.page.setViewportSize({ width: 1280, height: 800 });
  const ids: string[] = [];
  for (let number = 340; number < 366; number += 1) ids.push(await place(String(number)));
  for (const id of ids.slice(4)) await venue.control('POST', `/orders/${id}/staff-accept`);
  for (const id of ids.slice(8)) await venue.control('POST', `/orders/${id}/staff-ready`);
  await until('eighteen that are ready', () => ids.slice(8).every((id) => venue.card(id).column === 'ready'));
  await screen.page.locator('.rail-order').nth(17).waitFor({ state: 'attached' });
  await screen.page.evaluate(`document.querySelector('.card[data-order="342"]').scrollIntoView({ block: 'start' })`);
  // A strip that asks for sound may stand over the bar: what counts is that the frame has not been scrolled.
  expect(await screen.page.evaluate(`document.querySelector('.app > .above').getBoundingClientRect().top`)).toBe(0);
  expect(await screen.page.evaluate(`document.querySelector('.bar').getBoundingClientRect().top`)).toBeGreaterThanOrEqual(0);
});

test('while a new order rings, what stands last in a list still comes out from under its strip, on every screen', async () => {
  const { page } = screen;
  for (const number of ['371', '372', '373', '374', '375', '376', '377'])
    await place(number, {}, Number(number) % 2 ? 'group' : 'takeaway');
  const [rejected, ready, ...others] = Object.keys(venue.state().orders).slice(2);
  await venue.call('order.reject', { orderId: rejected ?? '', reason: 'Sold out', code: 'ITEMS_UNAVAILABLE' });
  for (const id of [ready ?? '', ...others]) await venue.control('POST', `/orders/${id}/staff-accept`);
  await venue.control('POST', `/orders/${ready}/staff-ready`);
  await until('one that is ready', () => venue.card(ready ?? '').column === 'ready');
  await until('one that is rejected', () => venue.card(rejected ?? '').column === 'ended');
  await page.locator('.strip-new').waitFor();
  const under: string[] = [];
  for (const [width, height] of [
    [1280, 800],
    [1024, 600],
    [1920, 640],
    [420, 800],
  ] as const) {
    for (const [name, shown] of Object.entries({ history: '.found [role=row]', kitchen: '.ticket', board: '.card' })) {
      await page.setViewportSize({ width: 1280, height });
      await page.locator(`[data-screen="${name}"]`).click();
      await page.setViewportSize({ width, height });
      await page.locator(shown).first().waitFor();
      for (const what of await underTheStrip(page)) under.push(`${name} ${width} x ${height}: ${what}`);
    }
  }
  expect(under).toEqual([]);
});

test('the list of orders to accept names each that has a note, with how it begins on one line, allergies first', async () => {
  const long = 'Ring at the blue door, please, and then wait: the dog is slow and the stairs are steep. '.repeat(3);
  for (const [number, note] of [
    ['304', null],
    ['305', long],
    ['306', 'I am allergic to nuts.\nNo onions.'],
  ] as const)
    await place(number, { consumer_comment: note });
  await screen.page.getByRole('button', { name: 'Accept all' }).click();
  const dialog = screen.page.getByRole('dialog', { name: 'Accept several orders' });
  const row = (number: string) => dialog.locator('li', { hasText: number });
  await dialog
    .getByRole('checkbox', { name: /306.*Allergy: nuts.*Note from the customer: I am allergic to nuts\.\s+No onions\./ })
    .waitFor();
  await dialog.getByRole('checkbox', { name: /305.*Note from the customer: Ring at the blue door/ }).waitFor();
  expect(await row('304').getByText('Note from the customer').count()).toBe(0);
  // The house's own box, as in every form.
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

test('where not several of the new orders can be accepted, no button leads to a list of nothing', async () => {
  for (const number of ['334', '335']) {
    const { order_id: id } = await venue.place('preorder', { order_number: number });
    await until('the order', () => venue.state().orders[id]?.actions.length);
  }
  await screen.column('New').getByRole('article').nth(1).waitFor();
  expect(await screen.page.getByRole('button', { name: 'Accept all' }).count()).toBe(0);
  await place('336');
  await screen.card('336').waitFor();
  // One alone has its own Accept.
  expect(await screen.page.getByRole('button', { name: 'Accept all' }).count()).toBe(0);
  await place('337');
  await screen.page.getByRole('button', { name: 'Accept all' }).waitFor();
});

test('the list of orders to accept says what is wrong with one, and of forty dishes names as many as a card does', async () => {
  const items = Array.from({ length: 40 }, (_, at) => ({ name: `Dish ${at + 1}`, count: 1, price: { amount: 700, currency: 'EUR' } }));
  await place('331', { items });
  await place('332', { order_status: 'brand-new' });
  await place('333', { items: 'nothing that can be read' });
  await screen.page.getByRole('button', { name: 'Accept all' }).click();
  const dialog = screen.page.getByRole('dialog', { name: 'Accept several orders' });
  await dialog.getByRole('checkbox', { name: /332.*Where this order stands is not known/ }).waitFor();
  await dialog.getByRole('checkbox', { name: /333.*Not everything in this order can be read/ }).waitFor();
  await dialog.getByRole('checkbox', { name: /331.*1 Dish 8, 32 more dishes/ }).waitFor();
  const numbers = await dialog.locator('.several-row > strong').allInnerTexts();
  expect(numbers.indexOf('331')).toBe(2);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // Neither a count nor a state is made up.
  await screen.card('333').getByText('Items not readable, for').waitFor();
  await screen.card('332').getByText('State not known').waitFor();
});

test('an order is found by its dish in two touches, by name and note as they are typed, and a new one is never left out', async () => {
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

test('what a search of the board has shown stays there until something else is looked for: a new one that is touched leaves under no finger', async () => {
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

test('"Many at once" in Look shows more of an order on the same screen, with every word still there', async () => {
  await venue.place('group', { order_number: '331' });
  const card = screen.card('331');
  await card.getByRole('button', { name: 'Accept', exact: true }).waitFor();
  const height = async () => (await card.boundingBox())?.height ?? 0;
  const usual = { height: await height(), words: await card.locator('.card-body').innerText() };
  await venue.call('settings.saveScreen', { screen: { density: 'dense' } });
  await screen.page.locator('html[data-density="dense"]').waitFor();
  expect(await height()).toBeLessThan(usual.height * 0.92);
  expect(await card.locator('.card-body').innerText()).toBe(usual.words);
});
