/** Input other than tapping the board: keys, a bump bar, a scanner, the kitchen display, the customer display. */
import { expect, test } from 'vitest';
import { t } from '../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { unlocked } from '../venue/page-time.ts';
import { scan } from '../venue/touch/scan.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

const arrived = async (kind: string, number: string, more: Record<string, unknown> = {}) => {
  const order = await venue.arrived(kind, { order_number: number, ...more });
  return order.order_id;
};
const column = (orderId: string, name: string) => until(name, () => venue.card(orderId).column === name);
const cooking = async (kind: string, number: string) => {
  const id = await arrived(kind, number);
  await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
  await column(id, 'preparing');
  return id;
};
/** Name of the card with keyboard focus. */
const chosen = async () =>
  screen.page
    .locator('.card:focus-within')
    .getAttribute('aria-label', { timeout: 500 })
    .catch(() => null);

/** Waits before the key: a card that just moved can't be chosen at once. */
const choose = async (key: string) => {
  await unlocked(screen.page);
  await screen.page.keyboard.press(key);
};

test('a whole order is handled with only a keyboard or a bump bar', async () => {
  const id = await arrived('takeaway', '601');
  await screen.card('601').waitFor();
  await choose('1');
  await until('the card chosen', chosen);
  await screen.page.keyboard.press('a');
  await screen.column('Preparing').getByRole('article', { name: 'Order 601' }).waitFor();
  await choose('Home');
  await until('the card chosen', chosen);
  await screen.page.keyboard.press('r');
  await screen.column('Ready').getByRole('article', { name: 'Order 601' }).waitFor();
  await choose('Home');
  await until('the card chosen', chosen);
  await screen.page.keyboard.press('r');
  await column(id, 'ended');
});

test('arrow keys move over the board, X asks for the reject reason, O opens the order', async () => {
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
  await choose('Home');
  await until('the first', async () => (await chosen()) === 'Order 602');
  await screen.page.keyboard.press('ArrowDown');
  await until('the second', async () => (await chosen()) === 'Order 603');
  await screen.page.keyboard.press('ArrowRight');
  await until('beside it', async () => (await chosen()) === 'Order 604');
  await screen.page.keyboard.press('ArrowLeft');
  await until('back', async () => (await chosen()) === 'Order 602');
  await screen.page.keyboard.press('x');
  await screen.page.getByRole('dialog', { name: t('reject.title', { number: '602' }) }).waitFor();
  await screen.page.keyboard.press('Escape');
  await screen.page.getByRole('dialog').waitFor({ state: 'detached' });
  await choose('Home');
  await screen.page.keyboard.press('o');
  await screen.page.getByRole('dialog', { name: t('detail.name', { number: '602' }) }).waitFor();
});

test('a scanned ticket opens its order wherever the focus is; another code is reported', async () => {
  const id = await cooking('takeaway', '605');
  await screen.card('605').getByRole('button', { name: 'Mark ready', exact: true }).focus();
  await scan(screen.page, id);
  await screen.page.getByRole('dialog', { name: t('detail.name', { number: '605' }) }).waitFor();
  expect(venue.card(id).column).toBe('preparing');
  await screen.page.keyboard.press('Escape');
  await screen.page.getByRole('dialog').waitFor({ state: 'detached' });
  await scan(screen.page, '4006381333931');
  await screen.page.getByText('This code matches no order on the board.').waitFor();
});

test('a scanner that ends with Tab works without setup, whether a card or a text field has the focus', async () => {
  const id = await cooking('takeaway', '607');
  await screen.card('607').getByRole('button', { name: 'Mark ready', exact: true }).focus();
  const opened = screen.page.getByRole('dialog', { name: t('detail.name', { number: '607' }) });
  await scan(screen.page, `${id}\t`, 0);
  await opened.waitFor();
  await screen.page.keyboard.press('Escape');
  await opened.waitFor({ state: 'detached' });
  await screen.page.getByRole('button', { name: 'Find' }).click();
  await screen.page.getByRole('searchbox').focus();
  await scan(screen.page, `${id}\t`, 0);
  await opened.waitFor();
  expect(venue.card(id).column).toBe('preparing');
});

test('bags checked off faster than the app answers are all checked off', async () => {
  const id = await cooking('group', '608');
  await screen.card('608').waitFor();
  await scan(screen.page, id);
  const bags = screen.page.getByRole('dialog').getByRole('region', { name: 'Bags' });
  await bags.getByRole('checkbox').first().waitFor();
  const people = venue.card(id).participants.length;
  await bags.evaluate((region: { querySelectorAll(of: string): Iterable<{ click(): void }> }) => {
    for (const box of region.querySelectorAll('input')) box.click();
  });
  await until('all bags', () => venue.card(id).checked.length === people);
  expect(people).toBeGreaterThan(1);
});

test("scanning labels checks off a group order's bags, and a warning appears until all are checked off", async () => {
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
  const ask = screen.page.getByRole('dialog', { name: t('bags.ask.ready', { number: '606' }) });
  await ask.getByText(`Not checked off yet: ${people.slice(1).join(', ')}`).waitFor();
  await ask.getByRole('button', { name: 'Not yet' }).click();
  expect(await venue.asked(id, 'ready')).toBe(0);
  for (const place of people.keys()) await scan(screen.page, `${id}p${place + 1}`);
  await until('all bags', () => venue.card(id).checked.length === people.length);
  await screen.page.keyboard.press('Escape');
  await screen.card('606').getByRole('button', { name: 'Mark ready', exact: true }).click();
  await column(id, 'ready');
});

test('bags that were checked off stay so after a power cut', async () => {
  const id = await cooking('group', '607');
  await venue.call('order.check', { orderId: id, participant: 0, checked: true });
  await venue.stopApp();
  await venue.startApp();
  expect(venue.card(id).checked).toEqual([0]);
});
