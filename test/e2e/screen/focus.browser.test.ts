/** Focus follows a moving order, returns after dialogs, and is never lost to the page. */
import { expect, test } from 'vitest';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { PATIENCE_MS, until } from '../venue/venue.ts';

atTheCounter({ movesTime: true });

/** Tag of the focused element, and its order's number. "BODY" means that the focus is lost. */
const focus = () =>
  screen.page.evaluate(`(() => {
    const one = document.activeElement;
    const order = one.closest('[data-order]')?.dataset.order;
    return one.tagName + (order ? ' of ' + order : '');
  })()`) as Promise<string>;
/** Presses keys; something must have the focus after each. Tab at the page's end needs a second Tab. */
async function press(...keys: string[]): Promise<void> {
  for (const key of keys) {
    const leaves = key === 'Tab' && (await isOnTheLast());
    await screen.page.keyboard.press(key);
    await screen.page.clock.runFor(250);
    if (leaves && (await focus()) === 'BODY') await screen.page.keyboard.press('Tab');
    // On a slow computer, removed cards lose the focus late.
    await until(`the focus after ${key}`, async () => (await focus()) !== 'BODY');
  }
}
/** Whether the focus is on the page's last tab stop; of a radio group, only the checked one is a stop. */
const isOnTheLast = () =>
  screen.page.evaluate(`(() => {
    const stops = [...document.querySelectorAll('button:not(:disabled), a[href], input:not(:disabled), select, textarea, summary, [tabindex]')]
      .filter((one) => one.tabIndex >= 0 && one.checkVisibility() && !one.closest('[inert]'))
      .filter((one) => one.type !== 'radio' || one.checked);
    const now = document.activeElement;
    return !stops.some((one) => now.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
  })()`) as Promise<boolean>;
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

test('an order that moves keeps the focus; when it is removed, another element gets it', async () => {
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
  await until('ready', () => venue.card(id).column === 'ready');
  expect(await focus()).not.toBe('BODY');
  // This button has the focus, and disappears with the tap.
  await screen.card('701').getByRole('button', { name: 'Hand over' }).focus();
  await seen();
  await press('Enter');
  await until('delivered', () => venue.card(id).column === 'ended');
  await seen();
  expect(await focus()).not.toBe('BODY');
  await screen.card('702').locator('.card-number').focus();
  await venue.control('POST', `/orders/${Object.values(venue.state().orders).find(({ number }) => number === '702')?.id}/cancel`);
  await screen.card('702').waitFor({ state: 'detached' });
  await seen();
  expect(await focus()).not.toBe('BODY');
});

test('closed dialogs return the focus to their order, also if their button is gone; so does Undo', async () => {
  await venue.call('settings.saveWork', { work: { undo_seconds: 15 } });
  const id = await arrived('711');
  await arrived('712');
  await seen();
  await press('1', 'o');
  await expect.poll(focus, { timeout: PATIENCE_MS }).toMatch(/ of 711$/);
  await venue.bringTo(id, 'preparing');
  await seen();
  await press('Escape');
  await expect.poll(focus, { timeout: PATIENCE_MS }).toBe('BUTTON of 711');
  await screen.column('Preparing').getByRole('article', { name: 'Order 711', exact: true }).waitFor();
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
});
