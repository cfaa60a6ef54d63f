/** Orders that nobody answers: one call names them all, disturbs nobody at work, and is gone with one touch for as long as it says. */
import type { Locator } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { atTheCounter, reopen, screen, venue } from '../venue/at-the-counter.ts';
import { openSettings } from '../venue/settings.ts';
import { type Finger, middleOf, putFinger, wait } from '../venue/touch/finger.ts';
import { until } from '../venue/venue.ts';

atTheCounter({ movesTime: true });

let finger: Finger;
beforeEach(async () => {
  finger = await putFinger(screen.page);
});

const call = () => screen.page.getByRole('dialog', { name: 'Orders that wait for an answer' });
const row = (number: string) => call().getByRole('article', { name: new RegExp(`^${number}, `) });
const rows = () => screen.page.evaluate(`[...document.querySelectorAll('.waiting')].map((one) => one.dataset.order)`) as Promise<string[]>;
const strip = () => screen.page.getByRole('button', { name: /wait.* for an answer, (about )?\d+:\d\d left/ });
/** Time goes by on the page alone. */
const onThePage = (ms: number) => screen.page.clock.runFor(ms);
const pass = (seconds: number) => venue.pass(seconds);

async function arrived(number: string, kind = 'takeaway', more: Record<string, unknown> = {}): Promise<string> {
  const { order_id: id } = await venue.place(kind, { order_number: number, ...more });
  await screen.card(number).waitFor({ state: 'attached' });
  return id;
}
const isAccepted = (id: string) =>
  until('the accept', async () => (await venue.atService(id)).history.some(({ event }) => event === 'accepted' || event === 'confirmed'));

test('one call names all that wait, with their dishes; each is answered there, and the last answer ends it', async () => {
  const dish = { items: [{ name: 'Salmon soup', count: 2, price: { amount: 1_250, currency: 'EUR' } }] };
  const first = await arrived('801', 'takeaway', dish);
  const second = await arrived('802');
  const preorder = await arrived('803', 'preorder');
  expect(await call().count()).toBe(0);
  await pass(100);
  await call().waitFor();
  await call().getByRole('heading', { name: '3 orders wait for your answer' }).waitFor();
  await call()
    .getByText(/^The first one, order 80[12], has (about )?[01]:\d\d left\. After that the service rejects it\.$/)
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

test('of two venues it says which one each order is for: their numbers may be the same', async () => {
  await reopen({ venue: { name: 'Harbour Kitchen' }, alsoVenues: [{ name: 'Station Kitchen' }] });
  const places = [venue.venueId, venue.alsoVenueIds[0] ?? ''];
  for (const at of places) await venue.place('takeaway', { order_number: '831' }, at);
  await until('both', () => Object.keys(venue.state().orders).length === 2);
  await pass(100);
  await call().waitFor();
  const said = await call().locator('.card-kind').allInnerTexts();
  const names = Object.values(venue.state().venues).map(({ name }) => name);
  expect(said.map((text) => names.find((name) => text.includes(name))).sort()).toEqual(names.sort());
});

test('its foot stays in sight where a reminder of a pre-order rings beside it', async () => {
  const preorder = await arrived('813', 'preorder');
  await venue.call('order.confirm', { orderId: preorder });
  await until('scheduled', () => venue.card(preorder).column === 'scheduled');
  for (const number of ['814', '815', '816', '817', '818', '819']) await arrived(number);
  await venue.call('settings.saveWork', { work: { reminder_minutes: 240 } });
  await pass(100);
  await call().waitFor();
  const strip = call().locator('.strip-new').filter({ hasText: 'Pre-order 813' });
  await strip.waitFor();
  const foot = await call().getByRole('button', { name: 'Back to the board' }).boundingBox();
  const over = await strip.boundingBox();
  expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual(over?.y ?? 0);
});

test('the time that may be over for some is not told as the time of another', async () => {
  await reopen({ venue: { accept_within_seconds: 600 } });
  await arrived('821');
  await arrived('822');
  const preorder = await arrived('823', 'preorder');
  await pass(100);
  await call().waitFor();
  await pass(85);
  await call()
    .getByText(/^The time of 2 orders may be over\. Order 823 has \d+:\d\d left\.$/)
    .waitFor();
  await call().getByRole('button', { name: 'Back to the board' }).click();
  await screen.page.getByRole('button', { name: '3 orders wait for an answer, the time of 2 may be over — touch to see them' }).waitFor();
  expect(venue.card(preorder).column).toBe('new');
});

test('a rejection is begun in the call, asks for its reason, and leads back to the others', async () => {
  const first = await arrived('804');
  await arrived('805');
  await pass(100);
  await row('804').getByRole('button', { name: 'Reject', exact: true }).click();
  const dialog = screen.page.getByRole('dialog', { name: 'Reject order 804?' });
  await dialog.getByRole('textbox').fill('Sold out');
  await dialog.getByRole('button', { name: 'Reject order' }).click();
  await until('the rejection', async () => (await venue.atService(first)).rejection?.reason === 'Sold out');
  await row('805').waitFor();
  await row('804').waitFor({ state: 'detached' });
});

test('it is gone with one touch for as long as it says, silent, and back then', async () => {
  const id = await arrived('806');
  await arrived('807');
  await pass(95);
  await call().waitFor();
  await onThePage(1_000);
  await finger.tap(await middleOf(call().getByRole('button', { name: /^Quiet for \d+ s$/ })));
  await call().waitFor({ state: 'detached' });
  await until('silence', () => !venue.card(id).alerting);
  await strip().waitFor();
  await onThePage(7_000);
  expect(await call().count()).toBe(0);
  await pass(57);
  await call().waitFor();
  await row('807').waitFor();
});

test('an order that comes while somebody looks at another neither takes the screen nor moves what is there', async () => {
  await arrived('808');
  await pass(95);
  await call().waitFor();
  await screen.page.evaluate(`void (document.querySelector('.dialog-call').id = 'the-same')`);
  const before = await row('808').boundingBox();
  await arrived('809');
  await row('809').waitFor();
  await arrived('810');
  await row('810').waitFor();
  expect(await screen.page.locator('#the-same').count()).toBe(1);
  expect(await row('808').boundingBox()).toEqual(before);
  await row('808').getByRole('button', { name: 'Look at order 808 on the board' }).click();
  await call().waitFor({ state: 'detached' });
  await until('its card', () => screen.page.evaluate(`document.activeElement?.closest('.card')?.dataset.order === '808'`));
  await onThePage(7_000);
  expect(await screen.page.getByRole('dialog').count()).toBe(0);
});

test('it never comes over somebody who types: a strip says how many wait and for how long, and one touch brings it', async () => {
  await openSettings(screen.page, 'Venues');
  await screen.page.getByRole('button', { name: 'Connect another venue' }).click();
  const form = screen.page.getByRole('dialog', { name: 'Connect a venue' });
  await form.getByLabel('Client id').fill('abc');
  await arrived2('811');
  await arrived2('812');
  await pass(100);
  await form.getByRole('button', { name: /^2 orders wait for an answer, (about )?[01]:\d\d left for the first/ }).waitFor();
  await onThePage(7_000);
  expect(await call().count()).toBe(0);
  expect(await form.getByLabel('Client id').inputValue()).toBe('abc');
  await form.getByRole('button', { name: /wait for an answer/ }).click();
  await row('811').waitFor();
  await screen.page.keyboard.press('Escape');
  await call().waitFor({ state: 'detached' });
  expect(await form.getByLabel('Client id').inputValue()).toBe('abc');
  // A field of a page, without any dialog.
  await onThePage(600);
  await screen.page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await screen.page.getByRole('button', { name: 'History', exact: true }).click();
  const search = screen.page.getByRole('searchbox');
  await search.pressSequentially('81');
  await arrived2('813');
  await pass(160);
  await strip().waitFor();
  await onThePage(7_000);
  expect(await call().count()).toBe(0);
  expect(await search.inputValue()).toBe('81');
});

/** Without its card: the board is not on the screen. */
async function arrived2(number: string): Promise<void> {
  const { order_id: id } = await venue.place('takeaway', { order_number: number });
  await until('the card', () => venue.state().orders[id]);
}

test('Escape sends it away, keys work in it, and the focus is back where it was', async () => {
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

test('a double tap on Accept in the call accepts one order', async () => {
  const ids = [await arrived('816'), await arrived('817'), await arrived('818')];
  await pass(100);
  await call().waitFor();
  await onThePage(1_000);
  const [number] = await rows();
  await finger.doubleTap(await middleOf(row(number ?? '').getByRole('button', { name: 'Accept', exact: true })));
  const accepted = async () => (await Promise.all(ids.map(async (id) => venue.asked(id, 'accept')))).reduce((sum, times) => sum + times, 0);
  await until('the accept', async () => (await accepted()) > 0);
  await wait(1_500);
  expect(await accepted()).toBe(1);
});

test('an order accepted in the call shows there what became of it, and nothing else to touch comes under the finger', async () => {
  const first = await arrived('819');
  await arrived('820');
  await pass(100);
  await call().waitFor();
  await onThePage(1_000);
  const place = await middleOf(row('819').getByRole('button', { name: 'Accept', exact: true }));
  const boxOf = async (one: Locator) => Object.values((await one.boundingBox()) ?? {}).map(Math.round);
  const [before, beside] = [await boxOf(row('819').locator('..')), await boxOf(row('820'))];
  await finger.doubleTap(place);
  await isAccepted(first);
  await until('its status', async () => /Accepted|prepared/i.test((await row('819').locator('.actions').textContent()) ?? ''));
  expect(await row('819').locator('.actions').getByRole('button').count()).toBe(0);
  expect(await boxOf(row('819').locator('..'))).toEqual(before);
  expect(await boxOf(row('820'))).toEqual(beside);
  await finger.tap(place);
  await wait(1_500);
  await row('819').waitFor({ state: 'detached' });
  expect([await venue.asked(first, 'accept'), await venue.asked(first, 'ready')]).toEqual([1, 0]);
  expect(await call().count()).toBe(1);
});

test('a pre-order sent away at four minutes is called for again in its last seconds', async () => {
  const id = await arrived('821', 'preorder');
  const left = () =>
    Math.round((Date.parse(venue.card(id).deadline?.at ?? '') - Date.now() - (venue.state().app.app?.clockOffsetMs ?? 0)) / 1_000);
  await pass(left() - 264);
  await call().waitFor();
  await onThePage(1_000);
  await screen.page.keyboard.press('Escape');
  await call().waitFor({ state: 'detached' });
  await onThePage(5_500);
  await pass(left() - 30);
  await call().waitFor();
  await call()
    .getByText(/^Order 821 has (about )?0:[0-3]\d left\./)
    .waitFor();
});

test('a touch on the strip of several new orders brings the call, and they ring until somebody touches them there', async () => {
  const ids = [await arrived('822'), await arrived('823')];
  await screen.page.locator('.strip-new', { hasText: '2 new orders' }).click();
  await row('822').waitFor();
  await row('823').waitFor();
  await wait(1_500);
  expect(ids.map((id) => venue.card(id).alerting)).toEqual([true, true]);
  await row('822').locator('.card-who').click();
  await until('the touch', () => !venue.card(ids[0] ?? '').alerting);
  expect(venue.card(ids[1] ?? '').alerting).toBe(true);
});

test('the strip of an order that was cancelled according to a notification says so, and a touch on it shows that one', async () => {
  await screen.page.setViewportSize({ width: 1280, height: 800 });
  let id = '';
  for (const number of ['824', '825', '826', '827', '828']) {
    id = await arrived(number);
    await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
    await isAccepted(id);
  }
  const fresh = await arrived('829');
  await venue.control('POST', `/orders/${id}/cancel`, { by: 'consumer', lag_ms: 8_000 });
  const told = screen.page.getByRole('button', { name: 'Order 828: Cancelled according to the notification — look at it now' });
  await told.waitFor();
  await told.click();
  await until('its card', () => screen.page.evaluate(`document.activeElement?.closest('.card')?.dataset.order === '828'`));
  await until('silence of that one', () => !venue.card(id).alerting);
  expect(venue.card(fresh).alerting).toBe(true);
}, 60_000);

test('an order that was cancelled while the call is touched is not said to have been answered', async () => {
  const id = await arrived('830');
  await pass(100);
  await call().waitFor({ timeout: 15_000 });
  await onThePage(1_000);
  const foot = await middleOf(call().getByText('Touching an order stops its sound.'));
  await finger.down(foot);
  await venue.control('POST', `/orders/${id}/cancel`);
  await until('the end', () => venue.card(id).column === 'ended');
  await call().getByText('None of them waits any more.').waitFor();
  expect(await call().textContent()).not.toMatch(/answered/);
  await finger.up();
  await call().waitFor({ state: 'detached' });
}, 60_000);
