/** Taps where a card was a moment ago: a notice explains where the card went, and nothing there now is tapped. */
import { expect, test } from 'vitest';
import { atTheCounter, screen, venue } from '../../venue/at-the-counter.ts';
import { drawn, stopTime } from '../../venue/page-time.ts';
import { middleOf, type Place } from '../../venue/touch/finger.ts';
import { finger, withFinger } from '../../venue/touch/finger-at-the-counter.ts';
import { until } from '../../venue/venue.ts';

atTheCounter({ movesTime: true });

withFinger();

/** Equal items make equally high cards, so that one moves exactly to another's place. */
const SAME = { items: [{ name: 'Soup', count: 1, price: { amount: 700, currency: 'EUR' } }], consumer_comment: null };
const button = (number: string, name: string | RegExp) => screen.card(number).getByRole('button', { name, exact: true });
const notice = () => screen.page.locator('.touch-notice');
const seen = () => screen.page.clock.runFor(3_000);
const text = (words: RegExp) => until('a word', async () => words.test((await notice().textContent()) ?? ''));
const place = async (number: string) => JSON.stringify(await screen.card(number).boundingBox());

async function arrived(number: string): Promise<string> {
  const { order_id: id } = await venue.place('takeaway', { order_number: number, ...SAME });
  await screen.card(number).waitFor();
  return id;
}

/** Moves the page's time, at first by much, as each step takes a busy page some time. */
async function goesOn(what: string, look: () => Promise<boolean>): Promise<void> {
  await screen.page.clock.runFor(900);
  await drawn(screen.page, what, look);
}

/** Accepts the first order, so that the second moves up. The page's time then stops. Returns where the second's Accept was. */
async function secondMoves(first: string, second: string): Promise<Place> {
  const was = await middleOf(button(second, 'Accept'));
  const stood = await place(second);
  await stopTime(screen.page);
  await finger.tap(await middleOf(button(first, 'Accept')));
  await until('the accept', () =>
    Object.values(venue.state().orders).some(({ number, column }) => number === first && column === 'preparing'),
  );
  await goesOn('the gap to close', async () => (await place(second)) !== stood);
  return was;
}

test('a tap at the former place of a moved Accept button gets a notice, at any speed', async () => {
  await screen.page.setViewportSize({ width: 1280, height: 1_200 });
  for (const [first, second, ms] of [
    ['951', '952', 0],
    ['953', '954', 100],
    ['955', '956', 150],
  ] as const) {
    await arrived(first);
    const id = await arrived(second);
    await seen();
    const was = await secondMoves(first, second);
    if (ms > 0) await screen.page.clock.runFor(ms);
    await finger.tap(was);
    await text(new RegExp(`^Order ${second} moved`));
    await screen.page.clock.resume();
    await seen();
    expect(await venue.asked(id, 'accept')).toBe(0);
    await finger.tap(await middleOf(button(second, 'Accept')));
    await until('the accept', async () => (await venue.atService(id)).order_status === 'production');
    await seen();
  }
});

test("a tap on a card that the column's shrinking has just hidden gets a notice", async () => {
  const id = await arrived('991');
  await seen();
  const accept = button('991', 'Accept');
  const { x, y, height } = (await accept.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  await stopTime(screen.page);
  await screen.page.evaluate(`{
    const list = document.querySelector('.card[data-order="991"]').closest('.column-cards');
    Object.assign(list.style, { flex: 'none', height: (${y} - 4 - list.getBoundingClientRect().top) + 'px' });
  }`);
  await finger.tap({ x: x + 20, y: y + height / 2 });
  await text(/^Order 991 moved/);
  await screen.page.clock.resume();
  await seen();
  expect(await venue.asked(id, 'accept')).toBe(0);
});

test("a tap at a moved order's former place reaches neither the order nor the button there now", async () => {
  await screen.page.setViewportSize({ width: 1280, height: 1_200 });
  await arrived('961');
  await arrived('962');
  const third = await arrived('963');
  await arrived('964');
  await seen();
  const was = await secondMoves('961', '962');
  await finger.tap(was);
  await text(/^Order 962 moved/);
  const all = screen.page.locator('.column[data-column="new"] .head-button', { hasText: 'Accept all' });
  const { width, height } = (await all.boundingBox()) ?? { width: 0, height: 0 };
  await all.evaluate((one, style) => Object.assign((one as unknown as { style: object }).style, style), {
    position: 'fixed',
    left: `${was.x - width / 2}px`,
    top: `${was.y - height / 2}px`,
    zIndex: '9',
  });
  const count = Number(await notice().getAttribute('data-count'));
  await finger.tap(was);
  await until('a word', async () => Number(await notice().getAttribute('data-count')) > count);
  await text(/^Order 962 moved/);
  expect(await screen.page.getByRole('dialog').count()).toBe(0);
  await screen.page.clock.resume();
  await seen();
  expect(await venue.asked(third, 'accept')).toBe(0);
  await finger.tap(was);
  await screen.page.getByRole('dialog', { name: /Accept/ }).waitFor();
});

test("a tap in the gap an order left says where it went; so does one where a done order's number was", async () => {
  await screen.page.setViewportSize({ width: 1280, height: 1_200 });
  const number = (of: string) => screen.page.locator(`.ended-order[data-order="${of}"]`);
  const ids: string[] = [];
  for (const of of ['971', '972']) {
    const id = await arrived(of);
    ids.push(id);
    await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
    await until('the accept', async () => (await venue.atService(id)).order_status === 'production');
    await venue.control('POST', `/orders/${id}/staff-ready`);
    if (of === '971') {
      await venue.control('POST', `/orders/${id}/delivered`);
      await number(of).waitFor();
    }
  }
  await screen.column('Ready').getByRole('article', { name: 'Order 972', exact: true }).waitFor();
  await seen();
  const was = await middleOf(number('971'));
  const card = await middleOf(screen.card('972'));
  await stopTime(screen.page);
  await finger.tap({ x: 3, y: 1_000 });
  await venue.control('POST', `/orders/${ids[1]}/delivered`);
  await drawn(screen.page, 'its gap', () => screen.page.locator('.gap', { hasText: '972' }).isVisible());
  await finger.tap(card);
  await text(/^Order 972: .+ This tap did nothing more/);
  await goesOn('the newest on top', async () => (await middleOf(number('971'))).y > was.y);
  await finger.tap(was);
  await text(/^Order 971 moved/);
  expect(await screen.page.getByRole('dialog').count()).toBe(0);
});

test("a tap on a notice closes it, and doesn't reach what it covers", async () => {
  const id = await arrived('981');
  await seen();
  await stopTime(screen.page);
  const { order_id: late } = await venue.place('takeaway', { order_number: '982', ...SAME });
  await until('the order', () => venue.state().orders[late]);
  await drawn(screen.page, 'its card', () => screen.card('982').isVisible());
  await finger.tap(await middleOf(button('982', 'Accept')));
  await text(/order 982 just arrived here/);
  const word = await middleOf(notice().locator('p'));
  await screen.page.evaluate(
    `Object.assign(document.querySelector('.card[data-order="981"] [data-action="accept"]').style, { position: 'fixed', left: '${word.x - 20}px', top: '${word.y - 10}px', zIndex: 9 })`,
  );
  await screen.page.clock.runFor(600);
  await finger.tap(word);
  await drawn(screen.page, 'the word gone', async () => (await notice().locator('p').count()) === 0);
  await screen.page.clock.resume();
  await seen();
  expect(await venue.asked(id, 'accept')).toBe(0);
  await finger.tap(word);
  await until('the accept', async () => (await venue.atService(id)).order_status === 'production');
});
