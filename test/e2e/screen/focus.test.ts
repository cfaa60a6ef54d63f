/** Every screen by keyboard alone: whatever leaves, opens, ends or is switched off, the focus is never lost to the page itself. */
import { expect, test } from 'vitest';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { middleOf, putFinger } from '../venue/finger.ts';
import { PATIENCE_MS, until } from '../venue/venue.ts';

atTheCounter({ movesTime: true });

/** What has the focus now: the tag, and the order it belongs to. "BODY" is nobody. */
const focus = () =>
  screen.page.evaluate(`(() => {
    const one = document.activeElement;
    const order = one.closest('[data-order]')?.dataset.order;
    return one.tagName + (order ? ' of ' + order : '');
  })()`) as Promise<string>;
/** Keys as a person presses them, and after each the focus is somewhere. */
async function press(...keys: string[]): Promise<void> {
  for (const key of keys) {
    await screen.page.keyboard.press(key);
    await screen.page.clock.runFor(250);
    if (key === 'Tab' && (await focus()) === 'BODY') await fromTheTop();
    // On a slow computer what left is drawn late, and looked after later.
    await until(`the focus after ${key}`, async () => (await focus()) !== 'BODY');
  }
}
/** Tab behind the last of a page leaves it, for the browser's own bar, and comes back to its first. From a lost focus it goes on from there instead. */
async function fromTheTop(): Promise<void> {
  await screen.page.keyboard.press('Tab');
  await until(
    'Tab to go on at the first of the page',
    () =>
      screen.page.evaluate(`(() => {
    const all = [...document.querySelectorAll('button:not(:disabled), a[href], input, select, textarea, summary, [tabindex]')];
    return all.find((one) => one.tabIndex >= 0 && one.checkVisibility() && !one.closest('[inert]')) === document.activeElement;
  })()`) as Promise<boolean>,
  );
}
/** Tab until the focus is on what is looked for, however many that takes. */
async function tabTo(what: string, most = 80): Promise<void> {
  for (let times = 0; times < most; times += 1) {
    if (await screen.page.evaluate(`document.activeElement.matches(${JSON.stringify(what)})`)) return;
    await press('Tab');
  }
  throw new Error(`The keyboard does not come to ${what}.`);
}
async function arrived(number: string, kind = 'takeaway'): Promise<string> {
  const { order_id: id } = await venue.place(kind, { order_number: number });
  await screen.card(number).waitFor();
  return id;
}
const seen = () => screen.page.clock.runFor(800);

test('an order that goes on takes the focus with it, and one that is gone leaves it to what stands beside', async () => {
  await venue.call('settings.saveWork', { work: { undo_seconds: 3 } });
  const id = await arrived('701');
  await arrived('702');
  await seen();
  await press('1');
  await expect.poll(focus, { timeout: PATIENCE_MS }).toBe('BUTTON of 701');
  await press('a');
  await until('being prepared', () => venue.card(id).column === 'preparing');
  await until('the focus with it', async () => (await focus()) === 'BUTTON of 701');
  await seen();
  await press('r', 'Tab');
  await press('Home');
  await until('ready', () => venue.card(id).column === 'ready', 10_000);
  expect(await focus()).not.toBe('BODY');
  // From its own button, which leaves with the touch.
  await screen.card('701').getByRole('button', { name: 'Delivered' }).focus();
  await seen();
  await press('Enter');
  await until('delivered', () => venue.card(id).column === 'ended', 10_000);
  await seen();
  expect(await focus()).not.toBe('BODY');
  await screen.card('702').locator('.card-number').focus();
  await venue.control('POST', `/orders/${Object.values(venue.state().orders).find(({ number }) => number === '702')?.id}/cancel`);
  await screen.card('702').waitFor({ state: 'detached' });
  await seen();
  expect(await focus()).not.toBe('BODY');
}, 60_000);

test('dialogs give the focus back, also when what opened them has gone meanwhile; an undo does', async () => {
  await venue.call('settings.saveWork', { work: { undo_seconds: 5 } });
  const id = await arrived('711');
  await arrived('712');
  await seen();
  await press('1', 'o');
  await expect.poll(focus, { timeout: PATIENCE_MS }).toMatch(/ of 711$/);
  await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
  await until('being prepared', () => venue.card(id).column === 'preparing');
  await seen();
  await press('Escape');
  await expect.poll(focus, { timeout: PATIENCE_MS }).toBe('BUTTON of 711');
  await seen();
  await press('r');
  await screen.card('711').getByRole('button', { name: /^Undo/ }).focus();
  await screen.page.clock.runFor(1_300);
  await press('Enter');
  await until('taken back', () => venue.card(id).pending === null);
  await seen();
  await expect.poll(focus, { timeout: PATIENCE_MS }).toBe('BUTTON of 711');
  await press('Home', 'x');
  await expect.poll(focus, { timeout: PATIENCE_MS }).toMatch(/ of 712$/);
  await tabTo('.form-end .danger');
  await press('Enter');
  await seen();
  await expect.poll(focus, { timeout: PATIENCE_MS }).toBe('BUTTON of 712');
}, 60_000);

test('every screen, its tabs, its forms and its language keep the focus', async () => {
  await arrived('721');
  await seen();
  for (const name of ['History', 'Settings', 'Diagnostics', 'Orders']) {
    const there = screen.page.locator('.bar-screens button', { hasText: name });
    await there.focus();
    await seen();
    await press('Enter');
    await seen();
    expect(await focus(), name).not.toBe('BODY');
    for (let times = 0; times < 12; times += 1) await press('Tab');
  }
  await screen.page.locator('.bar-screens button', { hasText: 'History' }).focus();
  await seen();
  await press('Enter');
  await tabTo('[role="tab"]');
  await press('ArrowRight', 'Tab', 'Tab', 'Enter');
  await screen.page.locator('.bar-screens button', { hasText: 'Settings' }).focus();
  await seen();
  await press('Enter');
  await screen.page.locator('.part').first().waitFor();
  // A button that is switched off while it works, and a page that is drawn anew in another language.
  await screen.page.locator('.part input[type="number"]').first().focus();
  await tabTo('button[type="submit"], .part button', 40);
  await seen();
  await press('Enter');
  await screen.page.getByLabel('New secret').focus();
  await screen.page.keyboard.type('a-new-webhook-secret-of-many-bits');
  await tabTo('button[type="submit"]', 3);
  await seen();
  await press('Enter');
  await screen.page
    .locator('.part', { has: screen.page.getByLabel('New secret') })
    .getByText('Saved.')
    .waitFor();
  await until('its own focus again', () => screen.page.evaluate(`document.activeElement.textContent === 'Store secret'`));
  await screen.page.locator('.part select').first().focus();
  await screen.page.locator('.part select').first().selectOption('de');
  await screen.page.locator('html[lang="de"]').waitFor();
  await seen();
  expect(await focus()).not.toBe('BODY');
}, 90_000);

test('a dialog opened from the bar gives the focus back to it', async () => {
  await arrived('731');
  await seen();
  const open = screen.page.locator('.bar .chip').first();
  await open.focus();
  await seen();
  await press('Enter');
  await screen.page.getByRole('dialog').waitFor();
  await seen();
  await press('Tab', 'Tab', 'Escape');
  expect(await screen.page.evaluate('document.activeElement.classList.contains("chip")')).toBe(true);
}, 60_000);

test('an order accepted by touch takes the focus with it, whatever was touched before', async () => {
  const finger = await putFinger(screen.page);
  const sound = screen.page.locator('.strip-sound');
  if ((await sound.count()) > 0) await sound.click();
  for (const number of ['741', '742']) {
    const id = await arrived(number);
    await screen.page.clock.runFor(3_000);
    await finger.tap(await middleOf(screen.card(number).getByRole('button', { name: 'Accept', exact: true })), 30);
    await until('the accept', () => venue.card(id).column === 'preparing');
    await until('the focus with it', async () => (await focus()) === `BUTTON of ${number}`);
    // The gap closes, and the cards are drawn anew.
    await screen.page.clock.runFor(3_500);
    await expect.poll(focus, { timeout: PATIENCE_MS }).toBe(`BUTTON of ${number}`);
  }
}, 60_000);
