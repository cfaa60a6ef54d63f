/** Other ways than touching the board: keys, a bump bar, a scanner, the kitchen display, the screen for customers. */
import { expect, test } from 'vitest';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { letStand } from '../venue/page-time.ts';
import { scan } from '../venue/touch/scan.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

const arrived = async (kind: string, number: string, more: Record<string, unknown> = {}) => {
  const order = await venue.place(kind, { order_number: number, ...more });
  await until('the card', () => venue.state().orders[order.order_id]);
  return order.order_id;
};
const column = (orderId: string, name: string) => until(name, () => venue.card(orderId).column === name);
const cooking = async (kind: string, number: string) => {
  const id = await arrived(kind, number);
  await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
  await column(id, 'preparing');
  return id;
};
/** The card that the keyboard is on. */
const chosen = async () =>
  screen.page
    .locator('.card:focus-within')
    .getAttribute('aria-label', { timeout: 500 })
    .catch(() => null);

test('a whole order is handled with a keyboard or a bump bar alone', async () => {
  const id = await arrived('takeaway', '601');
  await screen.card('601').waitFor();
  await screen.page.keyboard.press('1');
  await until('the card chosen', chosen);
  await screen.page.keyboard.press('a');
  await screen.column('Preparing').getByRole('article', { name: 'Order 601' }).waitFor();
  await screen.page.keyboard.press('Home');
  await until('the card chosen', chosen);
  await screen.page.keyboard.press('r');
  await screen.column('Ready').getByRole('article', { name: 'Order 601' }).waitFor();
  await screen.page.keyboard.press('Home');
  await until('the card chosen', chosen);
  await screen.page.keyboard.press('r');
  await column(id, 'ended');
});

test('arrows walk over the board, X asks for the reason, O opens the order', async () => {
  await arrived('takeaway', '602');
  await arrived('takeaway', '603');
  await cooking('takeaway', '604');
  for (const number of ['602', '603'])
    await screen
      .column('New')
      .getByRole('article', { name: `Order ${number}` })
      .waitFor();
  await screen.column('Preparing').getByRole('article', { name: 'Order 604' }).waitFor();
  await screen.page.getByRole('article', { name: 'Order 601' }).waitFor({ state: 'detached' });
  await screen.page.keyboard.press('Home');
  await until('the first', async () => (await chosen()) === 'Order 602');
  await screen.page.keyboard.press('ArrowDown');
  await until('the second', async () => (await chosen()) === 'Order 603');
  await screen.page.keyboard.press('ArrowRight');
  await until('beside it', async () => (await chosen()) === 'Order 604');
  await screen.page.keyboard.press('ArrowLeft');
  await until('back', async () => (await chosen()) === 'Order 602');
  await screen.page.keyboard.press('x');
  await screen.page.getByRole('dialog', { name: 'Reject order 602?' }).waitFor();
  await screen.page.keyboard.press('Escape');
  await screen.page.getByRole('dialog').waitFor({ state: 'detached' });
  await screen.page.keyboard.press('Home');
  await screen.page.keyboard.press('o');
  await screen.page.getByRole('dialog', { name: 'Everything about order 602' }).waitFor();
});

test('a scanned ticket opens its order, whatever has the focus; a code of something else is told', async () => {
  const id = await cooking('takeaway', '605');
  await screen.card('605').getByRole('button', { name: 'Mark ready', exact: true }).focus();
  await scan(screen.page, id);
  await screen.page.getByRole('dialog', { name: 'Everything about order 605' }).waitFor();
  expect(venue.card(id).column).toBe('preparing');
  await screen.page.keyboard.press('Escape');
  await screen.page.getByRole('dialog').waitFor({ state: 'detached' });
  await scan(screen.page, '4006381333931');
  await screen.page.getByText('This code belongs to no order on the board.').waitFor();
});

test('bags that are checked off faster than the bridge answers are all checked off', async () => {
  const id = await cooking('group', '608');
  // A code is looked for among the orders that the screen has been told of.
  await screen.card('608').waitFor();
  await scan(screen.page, id);
  const bags = screen.page.getByRole('dialog').getByRole('region', { name: 'Bags' });
  await bags.getByRole('checkbox').first().waitFor();
  const people = venue.card(id).participants.length;
  // What has just come takes no touch.
  await letStand(screen.page);
  await bags.evaluate((region: { querySelectorAll(of: string): Iterable<{ click(): void }> }) => {
    for (const box of region.querySelectorAll('input')) box.click();
  });
  await until('all bags', () => venue.card(id).checked.length === people);
  expect(people).toBeGreaterThan(1);
});

test('bags of a group are checked off by scanning their labels, and the hand-over warns until all are in', async () => {
  const id = await cooking('group', '606');
  const people = venue.card(id).participants;
  expect(people.length).toBeGreaterThan(1);
  await screen.card('606').waitFor();
  await scan(screen.page, `${id}p1`);
  await until('the first bag', () => venue.card(id).checked.length === 1);
  await screen.page
    .getByRole('dialog')
    .getByRole('checkbox', { name: String(people[0]) })
    .waitFor();
  await screen.page.keyboard.press('Escape');
  await screen.card('606').getByText(`1 of ${people.length} bags`).waitFor();
  await screen.card('606').getByRole('button', { name: 'Mark ready', exact: true }).click();
  const ask = screen.page.getByRole('dialog', { name: 'Mark order 606 ready?' });
  await ask.getByText(`Not checked off yet: ${people.slice(1).join(', ')}`).waitFor();
  await ask.getByRole('button', { name: 'Not yet' }).click();
  expect(await venue.asked(id, 'ready')).toBe(0);
  for (const place of people.keys()) await scan(screen.page, `${id}p${place + 1}`);
  await until('all bags', () => venue.card(id).checked.length === people.length);
  await screen.page.keyboard.press('Escape');
  await screen.card('606').getByRole('button', { name: 'Mark ready', exact: true }).click();
  await column(id, 'ready');
});

test('the question about bags says so when somebody else has handed the order over, or it was cancelled, meanwhile', async () => {
  for (const [number, end, says] of [
    ['614', (id: string) => venue.call('order.ready', { orderId: id }), /^This order can no longer be marked ready: Ready/],
    ['615', (id: string) => venue.control('POST', `/orders/${id}/cancel`), /^This order can no longer be marked ready: Cancelled/],
  ] as const) {
    const id = await cooking('group', number);
    await screen.card(number).getByRole('button', { name: 'Mark ready', exact: true }).click();
    const ask = screen.page.getByRole('dialog', { name: `Mark order ${number} ready?` });
    await ask.getByRole('button', { name: 'Mark ready anyway' }).waitFor();
    await end(id);
    const stopped = screen.page.getByRole('button', { name: 'Got it, stopped' });
    if (number === '615') await stopped.click();
    await ask.getByText(says).waitFor();
    expect(await ask.getByRole('button', { name: /^Mark ready/ }).count()).toBe(0);
    await ask.getByRole('button', { name: 'Close' }).click();
    await ask.waitFor({ state: 'detached' });
  }
}, 60_000);

test('of a group of twelve the question about bags has its buttons in sight, and on a phone the order keeps its number in one piece', async () => {
  const people = Array.from({ length: 12 }, (_, at) => ({ id: `p${at}`, name: `Person ${at + 1}`, items: [] }));
  const id = await arrived('group', '612', { group_participants: people });
  await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
  await column(id, 'preparing');
  const { page } = screen;
  await screen.card('612').getByRole('button', { name: 'Mark ready', exact: true }).click();
  const answers = page.getByRole('dialog').locator('.form-end').getByRole('button');
  await answers.first().waitFor();
  const lowest = page.viewportSize()?.height ?? 0;
  for (const box of await Promise.all((await answers.all()).map((one) => one.boundingBox())))
    expect((box?.y ?? lowest) + (box?.height ?? 0)).toBeLessThanOrEqual(lowest - 40);
  await answers.first().click();
  await venue.call('settings.saveScreen', { screen: { language: 'he' } });
  await page.locator('html[lang="he"]').waitFor();
  await page.setViewportSize({ width: 420, height: 800 });
  await page.getByRole('tab').nth(1).click();
  await page.locator('.card[data-order="612"] .card-number').click();
  const number = page.locator('.detail-number');
  await number.waitFor();
  expect((await number.boundingBox())?.height).toBeLessThan(60);
}, 60_000);

test('what is checked off is still checked off after a power cut', async () => {
  const id = await cooking('group', '607');
  await venue.call('order.check', { orderId: id, participant: 0, checked: true });
  await venue.stopApp();
  await venue.startApp();
  expect(venue.card(id).checked).toEqual([0]);
});

test('the kitchen display shows what is cooked, and what is ready beside it; a swipe bumps an order on, a key of a bump bar too', async () => {
  const first = await cooking('takeaway', '608');
  const second = await cooking('takeaway', '609');
  await arrived('takeaway', '610');
  await screen.page.goto(`${new URL(screen.page.url()).origin}/?view=kitchen`);
  await screen.card('608').waitFor();
  expect(await screen.card('610').count()).toBe(0);
  await untilItTakes(first, 'ready', async () => {
    const box = await screen.card('608').boundingBox();
    if (!box) throw new Error('The card is not on the screen.');
    await screen.page.mouse.move(box.x + 40, box.y + box.height / 2);
    await screen.page.mouse.down();
    await screen.page.mouse.move(box.x + 220, box.y + box.height / 2, { steps: 6 });
    await screen.page.mouse.up();
  });
  await untilItTakes(second, 'ready', async () => {
    await screen.page.keyboard.press('Home');
    await screen.page.keyboard.press('r');
  });
  await screen.page.getByRole('button', { name: 'Ready 2' }).click();
  await screen.card('608').getByRole('button', { name: 'Hand over', exact: true }).waitFor();
});

/** What has just come, or moved, takes no touch for half a second: it is done again then, as a person would, and no sooner. */
async function untilItTakes(orderId: string, name: string, touch: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < 4; tries += 1) {
    await letStand(screen.page);
    await touch();
    for (const end = Date.now() + 10_000; Date.now() < end; await screen.page.waitForTimeout(50))
      if (venue.card(orderId).column === name) return;
  }
  throw new Error(`Order ${orderId} never became ${name}.`);
}

test('customers see the numbers of takeaway orders, and nothing else of anybody', async () => {
  const id = await cooking('takeaway', '611');
  await cooking('instant', '612');
  await screen.page.goto(`${new URL(screen.page.url()).origin}/?view=customer`);
  await screen.page.getByRole('region', { name: 'Preparing' }).getByText('611').waitFor();
  await venue.call('order.ready', { orderId: id });
  await screen.page.getByRole('region', { name: 'Ready for pickup' }).getByText('611').waitFor();
  const text = await screen.page.locator('body').textContent();
  expect(text).not.toContain('612');
  expect(text).not.toContain(venue.card(id).customer ?? 'nobody');
  expect(await screen.page.getByRole('button').count()).toBe(0);
});

test('a courier who is coming is on the card, and one who has left with it too', async () => {
  const id = await cooking('instant', '613');
  await venue.control('POST', `/orders/${id}/courier-arrives`);
  await screen
    .card('613')
    .getByText(/^Courier is coming/)
    .waitFor();
});
