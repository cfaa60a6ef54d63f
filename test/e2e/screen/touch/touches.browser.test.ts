/** Touches as they are in a kitchen: double, too early, too late, while cards come and go. Each does what stood under it, or says why not. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { atTheCounter, screen, venue } from '../../venue/at-the-counter.ts';
import { drawn, letStand, stopTime } from '../../venue/page-time.ts';
import { middleOf, type Place, wait } from '../../venue/touch/finger.ts';
import { finger, withFinger } from '../../venue/touch/finger-at-the-counter.ts';
import { until } from '../../venue/venue.ts';

atTheCounter({ movesTime: true });

withFinger();

const button = (number: string, name: string | RegExp) => screen.card(number).getByRole('button', { name, exact: true });
const told = () => screen.page.locator('.touch-told');
/** What came stands there for as long as a person needs to see it, and every gap is closed. */
const seen = () => screen.page.clock.runFor(3_000);
const says = (words: RegExp) => until('a word', async () => words.test((await told().textContent()) ?? ''));
/** Its card in this column is on the screen, and not only the bridge's word of it under way: nothing moves for its sake any more. */
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

test('a double tap on Accept accepts one order, and the one behind it stays where it is', async () => {
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

test('Ready tapped twice stays ready, wherever on it: the undo takes no touch that was meant for Ready', async () => {
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

test('a double tap on Accept, and on Ready, is never told that the order just arrived or that nothing was done', async () => {
  await venue.call('settings.saveWork', { work: { undo_seconds: 4 } });
  const id = await arrived('906');
  await seen();
  const heard: string[] = [];
  await screen.page.exposeFunction('heard', (text: string) => heard.push(text));
  await screen.page.evaluate(
    `new MutationObserver(() => window.heard(document.querySelector('.touch-told').textContent)).observe(document.querySelector('.touch-told'), { childList: true, subtree: true, characterData: true })`,
  );
  // The second one once the first shows, as soon after it as a hurried finger is.
  const tapTwice = async (name: string) => {
    const place = await middleOf(button('906', name));
    const began = Date.now();
    await finger.tap(place);
    await button('906', name).waitFor({ state: 'detached' });
    await wait(Math.max(0, began + 180 - Date.now()));
    await finger.tap(place);
  };
  await tapTwice('Accept');
  await until('the accept', async () => (await status(id)) === 'production');
  await button('906', 'Mark ready').waitFor();
  await standsIn('Preparing', '906');
  await tapTwice('Mark ready');
  await until('ready at the service', async () => (await status(id)) === 'ready');
  await until(
    'a word of each',
    () => heard.filter((text) => /^Order 906 already: .+ — this touch did nothing more\.$/.test(text)).length >= 2,
  );
  expect(heard.filter((text) => /just arrived|[Nn]othing was done/.test(text))).toEqual([]);
});

test('Ready tapped three times within three seconds stays ready, and its undo can be touched for as long as it counts', async () => {
  await venue.call('settings.saveWork', { work: { undo_seconds: 6 } });
  const [first, second] = [await cooking('907'), await cooking('908')];
  await seen();
  const place = await middleOf(button('907', 'Mark ready'));
  for (const pause of [180, 1_300, 1_200, 0]) {
    await finger.tap(place);
    await wait(pause);
  }
  await until('ready at the service', async () => (await status(first)) === 'ready');
  // Time enough for whoever is slow: nothing waits for its end.
  await venue.call('settings.saveWork', { work: { undo_seconds: 15 } });
  // The one that is ready leaves its column, and the other one takes its place: whoever touches waits for both to stand still.
  await until('907 to stand among the ready ones', () => venue.card(first).column === 'ready');
  await button('907', /^Undo/).waitFor({ state: 'detached' });
  await seen();
  await finger.tap(await middleOf(button('908', 'Mark ready')));
  const undo = button('908', /^Undo/);
  await undo.waitFor();
  await wait(1_500);
  await finger.tap(await middleOf(undo));
  await button('908', 'Mark ready').waitFor();
  expect([await venue.asked(first, 'ready'), await venue.asked(second, 'ready')]).toEqual([1, 0]);
});

test('the second tap on a button that closes its dialog does nothing to what lies below', async () => {
  const { page } = screen;
  await arrived('911');
  for (const number of ['912', '913', '914', '915']) await cooking(number);
  await seen();
  await button('911', 'Reject').click();
  const dialog = page.getByRole('dialog', { name: 'Reject order 911?' });
  await dialog.waitFor();
  // On some screen the dialog's button lies over one of the board's; here it is put there.
  const places = await Promise.all(['912', '913', '914', '915'].map((number) => middleOf(button(number, 'Mark ready'))));
  // The cards are as high as their dishes: the uppermost is in sight.
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
  // The second one came before the dialog was gone, and meant its button, or after it, and is refused with a word: neither is for the board.
  await wait(1_000);
  const sent = (await venue.log())
    .slice(before)
    .flatMap((entry) => (entry.kind === 'request' && entry.method !== 'GET' ? [entry.operation] : []));
  expect(sent.filter((operation) => operation !== 'reject' && operation !== 'sent-to-pos')).toEqual([]);
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('an order that has just come under the finger is not accepted: it is said which, and the next touch counts', async () => {
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
  // Where Accept of the one before was, the same button of this one comes.
  await finger.tap(await middleOf(button('922', 'Accept')));
  await says(/order 922 just arrived here/);
  expect(place.x).toBeGreaterThan(0);
  await screen.page.clock.resume();
  await seen();
  expect(await venue.asked(id, 'accept')).toBe(0);
  await finger.tap(await middleOf(button('922', 'Accept')));
  await until('the accept', async () => (await status(id)) === 'production');
});

test('nothing moves while somebody touches: what leaves leaves a gap with its number, what comes joins at the end, and the gap closes later', async () => {
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
  // It has only just come there.
  await finger.tap(await middleOf(button('932', 'Accept')));
  await says(/Touched too soon: order 932/);
});

test('what was said of a touch that did nothing goes as soon as the next one does something', async () => {
  await stopTime(screen.page);
  const { order_id: id } = await venue.place('takeaway', { order_number: '936' });
  await until('the order', () => venue.state().orders[id]);
  await drawn(screen.page, 'its card', () => screen.card('936').isVisible());
  // It has only just come there.
  await finger.tap(await middleOf(button('936', 'Reject')));
  await says(/Touched too soon: order 936/);
  // Long enough to be seen, and shorter than what is said stands there.
  await screen.page.clock.runFor(1_000);
  expect(await told().textContent()).toMatch(/Touched too soon/);
  await finger.tap(await middleOf(button('936', 'Reject')));
  await screen.page.getByRole('dialog', { name: 'Reject order 936?' }).waitFor();
  expect(await told().textContent()).toBe('');
});

test('a finger that is down when the order is answered elsewhere does nothing to the one that follows', async () => {
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

test('a mouse, a pen and a held key are guarded as a finger is', async () => {
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
  // A key that is held down repeats itself, ten times a second.
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

test('a key pressed twice decides one order: the focus goes with the order, and waits there as a finger does', async () => {
  const first = await arrived('961', 'takeaway', SAME);
  const second = await arrived('962', 'takeaway', SAME);
  await seen();
  const session = await screen.page.context().newCDPSession(screen.page);
  const press = async (key: string) => {
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key === 'Enter' ? '\r' : key });
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
  };
  await screen.card('961').locator('.card-number').focus();
  await wait(1_500);
  // On a busy computer even a person's keys come too soon: once more, as long as nothing was decided.
  for (let turn = 0; turn < 4 && (await venue.asked(first, 'accept')) === 0; turn += 1) {
    for (const _ of [1, 2, 3]) {
      await press('Enter');
      await wait(180);
    }
    await until('a decision', () => venue.card(first).pending !== null || venue.card(first).column !== 'new', 2_500).catch(() => undefined);
  }
  await until('the accept', async () => (await status(first)) === 'production');
  await wait(1_000);
  expect([await venue.asked(second, 'accept'), await venue.asked(first, 'ready')]).toEqual([0, 0]);
  const focused = () => screen.page.evaluate(`document.activeElement.closest('.card')?.dataset.order ?? document.activeElement.tagName`);
  expect(await focused()).toBe('961');
});

test('what a screen reader or another program presses by its name works, and waits as a finger does', async () => {
  await stopTime(screen.page);
  const { order_id: id } = await venue.place('takeaway', { order_number: '971', ...SAME });
  await until('the order', () => venue.state().orders[id]);
  await drawn(screen.page, 'its card', () => screen.card('971').isVisible());
  const press = (number: string) => screen.page.evaluate(`document.querySelector('.card[data-order="${number}"] .button.fill').click()`);
  await press('971');
  await says(/order 971 just arrived here/);
  await screen.page.clock.resume();
  await seen();
  expect(await venue.asked(id, 'accept')).toBe(0);
  await press('971');
  await until('the accept', async () => (await status(id)) === 'production');
  // What it is told is not hidden from it by a dialog.
  await screen.card('971').getByRole('button', { name: 'Open order 971' }).click();
  await screen.page.getByRole('dialog').waitFor();
  expect(
    await told().evaluate((one) => (one as unknown as { closest(what: string): unknown }).closest('[inert], [aria-hidden="true"]')),
  ).toBeNull();
});

test('on the kitchen display a double tap on Ready makes one order ready, and the undo is not under it', async () => {
  await venue.call('settings.saveWork', { work: { undo_seconds: 3 } });
  const first = await cooking('981');
  const second = await cooking('982');
  await screen.page.goto(`${new URL(screen.page.url()).origin}/?view=kitchen`);
  await screen.card('981').waitFor();
  await seen();
  const [number] = (await screen.page.evaluate(
    `[...document.querySelectorAll('.ticket[data-column="preparing"]')].map((one) => one.dataset.order)`,
  )) as string[];
  const [touched, other] = number === '981' ? [first, second] : [second, first];
  await finger.doubleTap(await middleOf(button(number ?? '', 'Mark ready')));
  await until('ready at the service', async () => (await status(touched)) === 'ready');
  expect(await venue.asked(other, 'ready')).toBe(0);
});

test('on the kitchen display a swipe is of one finger, on its ticket: what was drawn away, came from beside or was two fingers makes nothing ready', async () => {
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
  // The first touch switched the sound on, and its strip has gone: the ticket stands higher.
  const now = await middleOf(ticket.locator('.ticket-body'));
  await finger.down({ ...now, x: now.x - 60 });
  await finger.move({ ...now, x: now.x + 60 });
  await finger.up();
  await until('ready at the service', async () => (await status(id)) === 'ready');
});

test('a touch beside a dialog closes it, is no touch of what lies below, and is not called too soon', async () => {
  const id = await arrived('985', 'takeaway', SAME);
  const place = await middleOf(button('985', 'Accept'));
  await button('985', 'Reject').click();
  const dialog = screen.page.getByRole('dialog');
  await dialog.waitFor();
  await wait(1_000);
  const count = await told().getAttribute('data-count');
  await finger.tap({ x: 30, y: place.y > 700 ? 400 : place.y });
  await dialog.waitFor({ state: 'detached' });
  await wait(400);
  expect(await venue.asked(id, 'accept')).toBe(0);
  expect(await told().getAttribute('data-count')).toBe(count);
});

test('two thumbs at once press two buttons', async () => {
  const first = await arrived('986', 'takeaway', SAME);
  const second = await cooking('987');
  await seen();
  const thumbs = [await middleOf(button('986', 'Accept')), await middleOf(button('987', 'Mark ready'))].map((place, id) => ({
    ...place,
    id,
  }));
  await finger.lie(thumbs.slice(0, 1));
  await wait(30);
  await finger.lie(thumbs);
  await wait(40);
  await finger.lie(thumbs.slice(1));
  await wait(30);
  await finger.lie([]);
  await until('the accept', async () => (await status(first)) === 'production');
  await until('ready', async () => (await status(second)) === 'ready');
  expect([await venue.asked(first, 'accept'), await venue.asked(second, 'ready')]).toEqual([1, 1]);
});

test('a finger that lies long on a button presses it, once, whether the browser clicks or not, and opens no menu of the browser', async () => {
  const { page } = screen;
  await venue.call('settings.saveWork', { work: { undo_seconds: 0 } });
  const [first, second] = [await arrived('925'), await cooking('926')];
  // Most touch screens take it for a call for the menu, and click nothing; the browser here clicks all the same.
  await page.addInitScript(`{
    window.seen = { menus: 0, clicks: 0 };
    window.addEventListener('click', (event) => {
      if (!event.isTrusted) return;
      window.seen.clicks += 1;
      if (window.clicksNothing) event.stopImmediatePropagation();
    }, true);
  }`);
  await page.reload();
  await button('926', 'Mark ready').waitFor();
  await page.evaluate(`window.addEventListener('contextmenu', (event) => { if (!event.defaultPrevented) window.seen.menus += 1; })`);
  await seen();
  await finger.tap(await middleOf(button('925', 'Accept')), 900);
  await until('accepted at the service', async () => (await status(first)) === 'production');
  await standsIn('Preparing', '925');
  await page.evaluate('window.clicksNothing = true');
  const ready = await middleOf(button('926', 'Mark ready'));
  await finger.tap(ready, 900);
  await until('ready at the service', async () => (await status(second)) === 'ready');
  expect([await venue.asked(first, 'accept'), await venue.asked(second, 'ready')]).toEqual([1, 1]);
  await page.evaluate(
    `document.querySelector('.card').dispatchEvent(new PointerEvent('contextmenu', { pointerType: 'touch', bubbles: true, cancelable: true }))`,
  );
  expect(await page.evaluate('window.seen')).toEqual({ menus: 0, clicks: 2 });
});

test('a finger a few pixels beside a box, the button of a menu or a tab is on it for the browser, and does what it does', async () => {
  const { page } = screen;
  const { order_id: id } = await venue.place('group', { order_number: '988' });
  await screen.card('988').waitFor();
  await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
  await button('988', 'Mark ready').waitFor();
  const beside = async (one: Locator, side: 'above' | 'below', holdMs = 40) => {
    await one.waitFor();
    await letStand(page);
    const box = await one.boundingBox();
    if (!box) throw new Error('It is not on the screen.');
    await finger.tap({ x: box.x + box.width / 2, y: side === 'above' ? box.y - 2 : box.y + box.height + 2 }, holdMs);
  };
  await seen();
  await page.keyboard.press('Home');
  await page.keyboard.press('o');
  const bag = page.getByRole('region', { name: 'Bags' }).locator('.bag').first();
  await beside(bag, 'above');
  await until('checked off', () => venue.card(id).checked.length === 1);
  await until('the mark', async () => (await bag.getAttribute('data-selected')) !== null);
  await beside(bag, 'above', 900);
  await until('not checked off again', () => venue.card(id).checked.length === 0);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await beside(page.getByRole('button', { name: /^More(,|$)/ }), 'below');
  await page.getByRole('menuitem').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'History', exact: true }).click();
  const tab = page.getByRole('tab', { name: 'Reports' });
  await beside(tab, 'above');
  await until('the tab', async () => (await tab.getAttribute('aria-selected')) === 'true');
});

test('a double tap on a bag checks it off: the second touch takes nothing back', async () => {
  const { page } = screen;
  const { order_id: id } = await venue.place('group', { order_number: '989' });
  await screen.card('989').waitFor();
  await page.keyboard.press('Home');
  await page.keyboard.press('o');
  const bag = page.getByRole('region', { name: 'Bags' }).locator('.bag').first();
  await bag.waitFor();
  await letStand(page);
  await stopTime(page);
  const isMarked = async () => (await bag.getAttribute('data-selected')) !== null;
  await finger.tap(await middleOf(bag));
  await until('checked off', () => venue.card(id).checked.length === 1);
  await drawn(page, 'the mark', isMarked);
  await finger.tap(await middleOf(bag));
  await says(/this touch did nothing more/);
  expect(await isMarked()).toBe(true);
  await page.clock.runFor(700);
  await finger.tap(await middleOf(bag));
  await until('not checked off again', () => venue.card(id).checked.length === 0);
});

test('a button that cannot be used now says so', async () => {
  await screen.page.getByRole('button', { name: 'History', exact: true }).click();
  await screen.page.getByRole('tab', { name: 'Reports' }).click();
  const next = screen.page.getByRole('button', { name: 'Later', exact: true });
  await next.waitFor();
  // The report that is drawn meanwhile may move it: then it is touched once more.
  await until('a word', async () => {
    await seen();
    await finger.tap(await middleOf(next));
    return until('why not', async () => /This cannot be used right now/.test((await told().textContent()) ?? ''), 1_000).catch(() => false);
  });
});

/** All cards equally high, so that one comes exactly where another was. */
const SAME = { items: [{ name: 'Soup', count: 1, price: { amount: 700, currency: 'EUR' } }], consumer_comment: null };

test('touches that come while the page is busy each do what stood under them, once', async () => {
  await venue.call('settings.saveWork', { work: { undo_seconds: 0 } });
  const first = await cooking('931');
  const others = [await arrived('932'), await arrived('933'), await arrived('934')];
  await seen();
  const ready = await middleOf(button('931', 'Mark ready'));
  const accepts = await Promise.all(['932', '933', '934'].map((number) => middleOf(button(number, 'Accept'))));
  const busy = screen.page.evaluate(`new Promise((resolve) => setTimeout(() => {
    const until = performance.now() + 1_500;
    while (performance.now() < until);
    setTimeout(resolve, 1_000);
  }, 200))`);
  await wait(400);
  // The glass does not wait for the page.
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
      throw new Error(`The page said: ${await told().textContent()}`, { cause: error });
    });
  expect(await venue.asked(first, 'ready')).toBe(1);
  for (const id of others) expect(await venue.asked(id, 'accept')).toBe(1);
});
