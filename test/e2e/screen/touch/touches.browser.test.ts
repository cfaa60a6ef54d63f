/** Kitchen taps: double, too early, too late, while cards move. Each acts on what was under it, or a notice explains why not. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { t } from '../../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../../venue/at-the-counter.ts';
import { drawn, stopTime } from '../../venue/page-time.ts';
import { middleOf, type Place, wait } from '../../venue/touch/finger.ts';
import { finger, withFinger } from '../../venue/touch/finger-at-the-counter.ts';
import { until } from '../../venue/venue.ts';

atTheCounter({ movesTime: true });

withFinger();

const button = (number: string, name: string | RegExp) => screen.card(number).getByRole('button', { name, exact: true });
const notice = () => screen.page.locator('.touch-notice');
/** Waits until everything has been visible long enough to be tapped, and every gap is closed. */
const seen = () => screen.page.clock.runFor(3_000);
const text = (words: RegExp) => until('a word', async () => words.test((await notice().textContent()) ?? ''));
/** Waits until the card is drawn in this column and no longer moves. */
const standsIn = async (name: 'Preparing' | 'Ready', number: string) => {
  await screen
    .column(name)
    .getByRole('article', { name: `Order ${number}`, exact: true })
    .waitFor();
  await seen();
};

async function arrived(number: string, kind = 'takeaway', more: Record<string, unknown> = {}): Promise<string> {
  const { order_id: id } = await venue.place(kind, { order_number: number, ...more });
  await screen.card(number).waitFor();
  return id;
}

async function cooking(number: string): Promise<string> {
  const id = await arrived(number);
  await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
  await button(number, 'Mark ready').waitFor();
  return id;
}

const status = async (id: string) => (await venue.atService(id)).order_status;
const top = async (one: Locator) => Math.round((await one.boundingBox())?.y ?? -1);

test('a double tap on Accept accepts one order, and the next order stays in place', async () => {
  const first = await arrived('901');
  const second = await arrived('902');
  await seen();
  const place = await middleOf(button('901', 'Accept'));
  const stood = await top(screen.card('902'));
  await finger.doubleTap(place);
  await until('the accept', async () => (await status(first)) === 'production');
  expect(await top(screen.card('902'))).toBe(stood);
  await wait(1_500);
  expect(await venue.asked(second, 'accept')).toBe(0);
  expect(await venue.asked(first, 'accept')).toBe(1);
});

test("a double tap on Mark ready marks the order ready: its second tap doesn't press Undo", async () => {
  await venue.call('settings.saveWork', { work: { undo_seconds: 3 } });
  for (const [number, share] of [
    ['903', 0.15],
    ['904', 0.5],
    ['905', 0.85],
  ] as const) {
    const id = await cooking(number);
    await seen();
    const box = await button(number, 'Mark ready').boundingBox();
    if (!box) throw new Error('There is no Ready.');
    await finger.doubleTap({ x: box.x + box.width * share, y: box.y + box.height / 2 });
    await until('ready at the service', async () => (await status(id)) === 'ready');
    expect(await venue.asked(id, 'ready')).toBe(1);
  }
});

test("the second tap of a double tap doesn't close the dialog that the first opened", async () => {
  await arrived('905');
  await seen();
  const place = await middleOf(button('905', 'Reject'));
  await finger.doubleTap(place, 300, { x: place.x + 20, y: place.y });
  await until('a word', async () => ((await notice().textContent()) ?? '') !== '');
  await screen.page.getByRole('dialog', { name: t('reject.title', { number: '905' }) }).waitFor();
});

test("the second tap on a button that closes its dialog doesn't reach the button below", async () => {
  const { page } = screen;
  await arrived('911');
  for (const number of ['912', '913', '914', '915']) await cooking(number);
  await seen();
  await button('911', 'Reject').click();
  const dialog = page.getByRole('dialog', { name: t('reject.title', { number: '911' }) });
  await dialog.waitFor();
  // Moves the dialog's button over a button of the board, where it could be on a screen.
  const places = await Promise.all(['912', '913', '914', '915'].map((number) => middleOf(button(number, 'Mark ready'))));
  // Cards are as high as their dishes, so only the uppermost is surely visible.
  const below = places.reduce((upper, one) => (one.y < upper.y ? one : upper));
  const closes = dialog.locator('.form-end .danger');
  const put = (left: number, top: number) =>
    page.evaluate(
      `Object.assign(document.querySelector('.form-end .danger').style, { position: 'fixed', left: '${left}px', top: '${top}px' })`,
    );
  await put(0, 0);
  const from = await middleOf(closes);
  await put(below.x - from.x, below.y - from.y);
  const place = await middleOf(closes);
  expect(Math.hypot(place.x - below.x, place.y - below.y)).toBeLessThan(1);
  await seen();
  const before = (await venue.log()).length;
  await finger.doubleTap(place);
  await dialog.waitFor({ state: 'detached' });
  // The second tap hit the dialog's button, or was refused; it must not reach the board.
  await wait(1_000);
  const sent = (await venue.log())
    .slice(before)
    .flatMap((entry) => (entry.kind === 'request' && entry.method !== 'GET' ? [entry.operation] : []));
  expect(sent.filter((operation) => operation !== 'reject' && operation !== 'sent-to-pos')).toEqual([]);
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test("a tap on an order that just appeared doesn't accept it, and a notice names the order", async () => {
  await arrived('921');
  await seen();
  const place = await middleOf(button('921', 'Accept'));
  await venue.control('POST', `/orders/${Object.keys(venue.state().orders)[0]}/cancel`);
  await screen.card('921').waitFor({ state: 'detached' });
  await seen();
  await stopTime(screen.page);
  const { order_id: id } = await venue.place('takeaway', { order_number: '922', ...SAME });
  await until('the order', () => venue.state().orders[id]);
  await drawn(screen.page, 'its card', () => screen.card('922').isVisible());
  await finger.tap(await middleOf(button('922', 'Accept')));
  await text(/order 922 just arrived here/);
  expect(place.x).toBeGreaterThan(0);
  await screen.page.clock.resume();
  await seen();
  expect(await venue.asked(id, 'accept')).toBe(0);
  await finger.tap(await middleOf(button('922', 'Accept')));
  await until('the accept', async () => (await status(id)) === 'production');
});

test('nothing moves during taps: a gap names its order, new cards are last, and gaps close later', async () => {
  await screen.page.setViewportSize({ width: 1280, height: 1_200 });
  const first = await arrived('931', 'takeaway', SAME);
  await arrived('932', 'takeaway', SAME);
  await seen();
  const stood = await top(screen.card('932'));
  await stopTime(screen.page);
  await finger.tap(await middleOf(button('931', 'Accept')));
  await until('the accept', () => venue.card(first).column === 'preparing');
  await drawn(screen.page, 'the gap', () => screen.page.locator('.gap', { hasText: '931' }).isVisible());
  const { order_id: third } = await venue.place('takeaway', { order_number: '933', ...SAME });
  await until('the order', () => venue.state().orders[third]);
  await drawn(screen.page, 'its card', () => screen.card('933').isVisible());
  expect(await top(screen.card('932'))).toBe(stood);
  expect(await top(screen.card('933'))).toBeGreaterThan(stood);
  await drawn(screen.page, 'the gap to close', async () => (await top(screen.card('932'))) < stood);
  await finger.tap(await middleOf(button('932', 'Accept')));
  await text(/Tapped too soon: order 932/);
});

test('if an order is answered elsewhere while a finger is on it, lifting the finger accepts no other order', async () => {
  const first = await arrived('941', 'takeaway', SAME);
  const second = await arrived('942', 'takeaway', SAME);
  await seen();
  await finger.down(await middleOf(button('941', 'Accept')));
  await venue.call('order.accept', { orderId: first, extraMinutes: 0 });
  await until('the accept', async () => (await status(first)) === 'production');
  await wait(900);
  await finger.up();
  await wait(2_500);
  expect(await venue.asked(second, 'accept')).toBe(0);
  expect(await venue.asked(first, 'accept')).toBe(1);
});

test('a long press and two simultaneous fingers each accept exactly the orders they were on', async () => {
  const ids = [await arrived('945', 'takeaway', SAME), await arrived('946', 'takeaway', SAME), await arrived('947', 'takeaway', SAME)];
  await seen();
  const [long, ...both] = await Promise.all(['945', '946', '947'].map((number) => middleOf(button(number, 'Accept'))));
  if (!long) throw new Error('There is no Accept.');
  await finger.tap(long, 900);
  const fingers = both.map((place, id) => ({ ...place, id }));
  await finger.lie(fingers.slice(0, 1));
  await finger.lie(fingers);
  await finger.lie(fingers.slice(1));
  await finger.lie([]);
  for (const id of ids) await until('the accept', async () => (await status(id)) === 'production');
  await wait(500);
  for (const id of ids) expect(await venue.asked(id, 'accept')).toBe(1);
});

test('a double click by mouse or pen and a held key accept one order, like a finger', async () => {
  const session = await screen.page.context().newCDPSession(screen.page);
  for (const pointerType of ['mouse', 'pen'] as const) {
    const first = await arrived(`95${pointerType === 'pen' ? 1 : 3}`, 'takeaway', SAME);
    const second = await arrived(`95${pointerType === 'pen' ? 2 : 4}`, 'takeaway', SAME);
    await seen();
    const { x, y } = await middleOf(button(venue.card(first).number, 'Accept'));
    for (let clickCount = 1; clickCount <= 2; clickCount += 1) {
      const at = { x, y, button: 'left' as const, clickCount, pointerType };
      await session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at });
      await wait(50);
      await session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at });
      await wait(130);
    }
    await until('the accept', async () => (await status(first)) === 'production');
    await wait(800);
    expect([pointerType, await venue.asked(second, 'accept')]).toEqual([pointerType, 0]);
    await venue.call('order.accept', { orderId: second, extraMinutes: 0 });
    await standsIn('Preparing', venue.card(second).number);
  }
  const first = await arrived('955', 'takeaway', SAME);
  const second = await arrived('956', 'takeaway', SAME);
  await seen();
  await button('955', 'Accept').focus();
  await wait(700);
  // A held key repeats ten times a second.
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' };
  for (let times = 0; times < 12; times += 1) {
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...enter, autoRepeat: times > 0 });
    await wait(100);
  }
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter });
  await until('the accept', async () => (await status(first)) === 'production');
  await wait(500);
  expect(await venue.asked(second, 'accept')).toBe(0);
});

test('clicks by a screen reader or program work, but not on an order that just appeared', async () => {
  await stopTime(screen.page);
  const { order_id: id } = await venue.place('takeaway', { order_number: '971', ...SAME });
  await until('the order', () => venue.state().orders[id]);
  await drawn(screen.page, 'its card', () => screen.card('971').isVisible());
  const press = (number: string) => screen.page.evaluate(`document.querySelector('.card[data-order="${number}"] .button.fill').click()`);
  await press('971');
  await text(/order 971 just arrived here/);
  await screen.page.clock.resume();
  await seen();
  expect(await venue.asked(id, 'accept')).toBe(0);
  await press('971');
  await until('the accept', async () => (await status(id)) === 'production');
  await screen.card('971').getByRole('button', { name: 'Open order 971' }).click();
  await screen.page.getByRole('dialog').waitFor();
  expect(
    await notice().evaluate((one) => (one as unknown as { closest(what: string): unknown }).closest('[inert], [aria-hidden="true"]')),
  ).toBeNull();
});

test("one finger swiping over a kitchen ticket marks it ready; other gestures don't", async () => {
  const id = await cooking('991');
  await screen.page.goto(`${new URL(screen.page.url()).origin}/?view=kitchen`);
  const ticket = screen.page.locator('.ticket[data-column="preparing"]');
  await ticket.waitFor();
  await seen();
  const { x, y } = await middleOf(ticket.locator('.ticket-body'));
  const { mouse } = screen.page;
  await mouse.move(x, y);
  await mouse.down();
  await mouse.move(x, 5, { steps: 5 });
  await mouse.up();
  await mouse.down();
  await mouse.move(x + 100, y, { steps: 5 });
  await mouse.up();
  const fingers = [x - 60, x + 60].map((at, id) => ({ x: at, y, id }));
  await finger.lie(fingers.slice(0, 1));
  await finger.lie(fingers);
  await finger.lie(fingers.slice(1));
  await finger.lie([]);
  await wait(1_000);
  await seen();
  await wait(500);
  expect(await venue.asked(id, 'ready')).toBe(0);
  // The first tap turned the sound on, whose strip is gone, so the ticket moved up.
  const now = await middleOf(ticket.locator('.ticket-body'));
  await finger.down({ ...now, x: now.x - 60 });
  await finger.move({ ...now, x: now.x + 60 });
  await finger.up();
  await until('ready at the service', async () => (await status(id)) === 'ready');
});

/** Equal items make equally low cards: one moves exactly to another's place, and a column fits three. */
const SAME = { items: [{ name: 'Soup', count: 1, price: { amount: 700, currency: 'EUR' } }], consumer_comment: null };

test('taps while the page is busy each act once, on what was under them', async () => {
  await venue.call('settings.saveWork', { work: { undo_seconds: 0 } });
  const first = await cooking('931');
  const others = [await arrived('932', 'takeaway', SAME), await arrived('933', 'takeaway', SAME), await arrived('934', 'takeaway', SAME)];
  await seen();
  const ready = await middleOf(button('931', 'Mark ready'));
  const accepts = await Promise.all(['932', '933', '934'].map((number) => middleOf(button(number, 'Accept'))));
  const busy = screen.page.evaluate(`new Promise((resolve) => setTimeout(() => {
    const until = performance.now() + 1_500;
    while (performance.now() < until);
    setTimeout(resolve, 1_000);
  }, 200))`);
  await wait(400);
  // Like a touch screen, this doesn't wait for the page.
  const hurried = async (place: Place) => {
    const down = finger.down(place);
    await wait(40);
    const up = finger.up();
    await wait(120);
    return Promise.all([down, up]);
  };
  const touched: Promise<unknown>[] = [];
  for (const place of [ready, ...accepts]) {
    touched.push(hurried(place));
    await wait(160);
  }
  await Promise.all(touched);
  await busy;
  await until('ready at the service', async () => (await status(first)) === 'ready');
  for (const id of others)
    await until('accepted at the service', async () => (await status(id)) === 'production').catch(async (error) => {
      throw new Error(`The page said: ${await notice().textContent()}`, { cause: error });
    });
  expect(await venue.asked(first, 'ready')).toBe(1);
  for (const id of others) expect(await venue.asked(id, 'accept')).toBe(1);
});
