/** Unanswered orders: one alert lists them, doesn't interrupt staff at work, and one tap hides it for its stated time. */
import { expect, test } from 'vitest';
import { t } from '../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { openSettings } from '../venue/settings.ts';
import { wait } from '../venue/touch/finger.ts';
import { until } from '../venue/venue.ts';

atTheCounter({ movesTime: true });

const call = () => screen.page.getByRole('dialog', { name: t('unanswered.name') });
const row = (number: string) => call().getByRole('article', { name: new RegExp(`^${number}, `) });
const rows = () => screen.page.evaluate(`[...document.querySelectorAll('.waiting')].map((one) => one.dataset.order)`) as Promise<string[]>;
const strip = () => screen.page.getByRole('button', { name: /wait.* for an answer, (\u200e~)?\d+:\d\d left/ });
/** Moves only the page's time. */
const onThePage = (ms: number) => screen.page.clock.runFor(ms);
const pass = (seconds: number) => venue.pass(seconds);

async function arrived(number: string, kind = 'takeaway', more: Record<string, unknown> = {}): Promise<string> {
  const { order_id: id } = await venue.place(kind, { order_number: number, ...more });
  await screen.card(number).waitFor({ state: 'attached' });
  return id;
}
/** Doesn't wait for the card, as the board isn't on screen. */
const behind = (number: string) => venue.arrived('takeaway', { order_number: number });
/** Orders from this number on, each with a note of so many lines. */
async function arrivedWithNotes(from: number, ...notes: number[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [at, lines] of notes.entries())
    ids.push(await arrived(`${from + at}`, 'takeaway', { consumer_comment: Array(lines).fill('Please ring').join('\n') }));
  return ids;
}
const more = () => call().getByRole('button', { name: /^\d more$/ });
const isAccepted = (id: string) =>
  until('the accept', async () => (await venue.atService(id)).history.some(({ event }) => event === 'accepted' || event === 'confirmed'));

test('one alert lists all waiting orders with dishes; each can be answered there, and the last answer closes it', async () => {
  const dish = { items: [{ name: 'Salmon soup', count: 2, price: { amount: 1_250, currency: 'EUR' } }] };
  const first = await arrived('801', 'takeaway', dish);
  const second = await arrived('802');
  const preorder = await arrived('803', 'preorder');
  expect(await call().count()).toBe(0);
  await pass(100);
  await call().waitFor();
  await call().getByRole('heading', { name: '3 orders are waiting for your answer' }).waitFor();
  await call()
    .getByText(/^The first one, order 80[12], has (\u200e~)?[01]:\d\d left\. Then the service rejects it\.$/)
    .waitFor();
  await row('801').getByText('Salmon soup').waitFor();
  await row('801').getByRole('button', { name: 'Accept', exact: true }).click();
  await isAccepted(first);
  await row('802').getByRole('button', { name: 'Accept', exact: true }).click();
  await isAccepted(second);
  await row('803').getByRole('button', { name: 'Confirm', exact: true }).click();
  await isAccepted(preorder);
  await call().waitFor({ state: 'detached' });
});

test('the alert counts the orders below; when an order is answered, no card is covered or cut', async () => {
  const ids = await arrivedWithNotes(871, 1, 5, 2, 6, 1, 3, 2, 4);
  await pass(100);
  await more().waitFor();
  await row('871').getByRole('button', { name: 'Accept', exact: true }).click();
  await isAccepted(ids[0] ?? '');
  await row('871').getByText('Being prepared').waitFor();
  const cards = (await screen.page.evaluate(`[...document.querySelectorAll('.waiting')].map((card) => {
    const { left, top, right, bottom } = card.getBoundingClientRect();
    const foot = card.querySelector('.waiting-foot').getBoundingClientRect();
    return { number: card.dataset.order, left, top, right, bottom, isCut: foot.bottom > bottom + 1 || card.scrollHeight > card.clientHeight + 1 };
  })`)) as { number: string; left: number; top: number; right: number; bottom: number; isCut: boolean }[];
  expect(cards).toHaveLength(8);
  expect(cards.filter(({ isCut }) => isCut)).toEqual([]);
  for (const [at, one] of cards.entries())
    for (const other of cards.slice(at + 1)) {
      const isApart = one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
      expect(isApart, `${one.number} and ${other.number}`).toBe(true);
    }
  const scrolled = () =>
    call()
      .locator('.unanswered')
      .evaluate((list) => (list as unknown as { scrollTop: number }).scrollTop);
  await more().click();
  await until('what is below', async () => (await scrolled()) > 0);
});

test('the allergy note of an answered order in the alert stays whole', async () => {
  const preorder = await arrived('891', 'preorder', { consumer_comment: 'I am allergic to nuts.\nPlease ring twice.' });
  await arrived('892');
  await pass(100);
  await call().waitFor();
  await row('891').getByRole('button', { name: 'Confirm', exact: true }).click();
  await isAccepted(preorder);
  await row('891').getByText('Confirmed').first().waitFor();
  const cut = await screen.page.evaluate(`(() => {
    const body = document.querySelector('.waiting[data-order="891"] .waiting-body');
    return Math.max(0, body.querySelector('.comment').getBoundingClientRect().bottom - body.getBoundingClientRect().bottom);
  })()`);
  expect(cut).toBe(0);
});

test('after scrolling the alert, each card is still in its column', async () => {
  await arrivedWithNotes(881, 6, 1, 2, 4, 5, 1);
  await pass(100);
  const lanes = () =>
    screen.page.evaluate(`[...document.querySelectorAll('.unanswered-lane')].map((lane) =>
      [...lane.querySelectorAll('.waiting')].map((card) => card.dataset.order))`);
  await more().waitFor();
  const before = await lanes();
  await more().click();
  await more().waitFor({ state: 'detached' });
  await onThePage(3_000);
  expect(await lanes()).toEqual(before);
});

test('a rejection started in the alert asks for its reason, then the other orders are back', async () => {
  const first = await arrived('804');
  await arrived('805');
  await pass(100);
  await row('804').getByRole('button', { name: 'Reject', exact: true }).click();
  const dialog = screen.page.getByRole('dialog', { name: t('reject.title', { number: '804' }) });
  await dialog.getByRole('textbox').fill('Sold out');
  await dialog.getByRole('button', { name: 'Reject order' }).click();
  await until('the rejection', async () => (await venue.atService(first)).rejection?.reason === 'Sold out');
  await row('805').waitFor();
  await row('804').waitFor({ state: 'detached' });
});

test('the alert never opens while staff type: a strip counts the orders, and one tap on it opens the alert', async () => {
  await openSettings(screen.page, 'Venues');
  await screen.page.getByRole('button', { name: t('settings.connectAnother') }).click();
  const form = screen.page.getByRole('dialog', { name: t('setup.connect') });
  await form.getByLabel('Client ID').fill('abc');
  await behind('811');
  await behind('812');
  await pass(100);
  await form.getByRole('button', { name: /^2 orders are waiting for an answer, (\u200e~)?[01]:\d\d left for the first/ }).waitFor();
  await onThePage(7_000);
  expect(await call().count()).toBe(0);
  expect(await form.getByLabel('Client ID').inputValue()).toBe('abc');
  await form.getByRole('button', { name: /waiting for an answer/ }).click();
  await row('811').waitFor();
  await screen.page.keyboard.press('Escape');
  await call().waitFor({ state: 'detached' });
  expect(await form.getByLabel('Client ID').inputValue()).toBe('abc');
  await onThePage(600);
  await screen.page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await screen.page.getByRole('button', { name: 'History', exact: true }).click();
  const search = screen.page.getByRole('searchbox');
  await search.pressSequentially('81');
  await behind('813');
  await pass(160);
  await strip().waitFor();
  await onThePage(7_000);
  expect(await call().count()).toBe(0);
  expect(await search.inputValue()).toBe('81');
});

test('keys choose and answer orders in the alert, Escape closes it, and the focus returns to the card', async () => {
  const id = await arrived('814');
  await arrived('815');
  const opener = screen.card('815').getByRole('button', { name: 'Open order 815' });
  await opener.focus();
  await pass(100);
  await call().waitFor();
  await onThePage(600);
  await screen.page.keyboard.press(String((await rows()).indexOf('814') + 1));
  await until('the row chosen', () => screen.page.evaluate(`document.activeElement?.closest('article')?.dataset.order === '814'`));
  await screen.page.keyboard.press('a');
  await isAccepted(id);
  await wait(1_500);
  await screen.page.keyboard.press('Escape');
  await call().waitFor({ state: 'detached' });
  await until('the focus', () => screen.page.evaluate(`document.activeElement?.closest('.card')?.dataset.order === '815'`));
});
