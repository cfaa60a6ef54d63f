/** Several orders cancelled while they are cooked: one screen names them all, each is answered by itself, or all that were seen with one touch. */
import { expect, test } from 'vitest';
import { isRightToLeft, LANGUAGES } from '../../../contract/language.ts';
import { atTheCounter, reopen, screen, venue } from '../venue/at-the-counter.ts';
import { cancelCooking } from '../venue/cancelled.ts';
import { middleOf } from '../venue/touch/finger.ts';
import { finger, withFinger } from '../venue/touch/finger-at-the-counter.ts';
import { until } from '../venue/venue.ts';

atTheCounter({ movesTime: true });

withFinger();

const stop = () => screen.page.getByRole('dialog', { name: /cancelled$/ });
const row = (number: string) => stop().getByRole('alert').filter({ hasText: number });
const seen = (number: string) => row(number).getByRole('button', { name: /^Got it, stopped/ });
const all = () => stop().getByRole('button', { name: /^Got it, all/ });
const rows = () => screen.page.evaluate(`[...document.querySelectorAll('.stopped-order')].map((one) => one.dataset.order)`);
/** What came stands there for as long as a person needs to see it, no finger is near, and every gap is closed. */
const later = () => screen.page.clock.runFor(3_000);
const stopped = (ids: string[]) => ids.map((id) => venue.card(id).stopped);

async function cooking(...numbers: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const number of numbers) {
    const { order_id: id } = await venue.place('takeaway', { order_number: number, ...SOUP });
    await until('the card', () => venue.state().orders[id]);
    await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
    await until('the cooking', () => venue.card(id).column === 'preparing' && venue.card(id).ticket.state === 'confirmed');
    ids.push(id);
  }
  return ids;
}
const SOUP = { items: [{ name: 'Salmon soup', count: 2, price: { amount: 1_250, currency: 'EUR' } }], consumer_comment: null };

async function cancel(...ids: string[]): Promise<void> {
  for (const id of ids) await cancelCooking(venue, id);
}

test('of two venues it names the one that each was for: their numbers may be the same', async () => {
  await reopen({ venue: { name: 'Harbour Kitchen' }, alsoVenues: [{ name: 'Station Kitchen' }] });
  const ids: string[] = [];
  for (const at of [venue.venueId, venue.alsoVenueIds[0] ?? '']) {
    const { order_id: id } = await venue.place('takeaway', { order_number: '531', ...SOUP }, at);
    await until('the card', () => venue.state().orders[id]);
    await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
    await until('the cooking', () => venue.card(id).column === 'preparing' && venue.card(id).ticket.state === 'confirmed');
    ids.push(id);
  }
  await cancel(...ids);
  await later();
  for (const id of ids)
    await stop()
      .getByRole('alert')
      .filter({ hasText: venue.card(id).venueName })
      .waitFor();
});

test('one screen names all that were cancelled, each with what is to be stopped and its slip; each is answered by itself, and nothing else ends it', async () => {
  const ids = await cooking('501', '502', '503');
  await cancel(...ids);
  await later();
  await stop().getByRole('heading', { name: '3 orders were cancelled' }).waitFor();
  expect(await screen.page.getByRole('dialog').count()).toBe(1);
  expect(await rows()).toEqual(['501', '502', '503']);
  for (const number of ['501', '502', '503'])
    for (const text of ['This order was cancelled. Stop cooking it.', 'Salmon soup', 'STOP slip printed.'])
      await row(number).getByText(text).waitFor();
  expect(await stop().getByRole('button').allTextContents()).toEqual(['Got it, all 3 stopped', ...Array(3).fill('Got it, stopped')]);
  await screen.page.keyboard.press('Escape');
  await screen.page.mouse.click(4, 4);
  expect(stopped(ids)).toEqual([true, true, true]);
  await seen('502').click();
  await until('the answer', () => !venue.card(ids[1] ?? '').stopped);
  expect(stopped(ids)).toEqual([true, false, true]);
  await seen('501').click();
  await until('the answer', () => !venue.card(ids[0] ?? '').stopped);
  await later();
  // The last one has the whole screen, as one alone always has.
  const last = screen.page.getByRole('dialog', { name: 'Order 503 was cancelled' });
  await last.waitFor();
  expect(await last.getByRole('button').allTextContents()).toEqual(['Got it, stopped']);
  await seen('503').click();
  await stop().waitFor({ state: 'detached' });
  await until('the answer', () => !venue.card(ids[2] ?? '').stopped);
});

test('one touch answers all that stood there when the finger went down, and none that was cancelled since', async () => {
  const ids = await cooking('511', '512', '513');
  await cancel(...ids.slice(0, 2));
  await later();
  // A mouse: of a finger that lies on the glass for so long the browser makes no touch at all.
  const { x, y } = await middleOf(all());
  await screen.page.mouse.move(x, y);
  await screen.page.mouse.down();
  await cancel(ids[2] ?? '');
  await row('513').waitFor();
  await later();
  await screen.page.mouse.up();
  await until('the answers', () => !venue.card(ids[0] ?? '').stopped && !venue.card(ids[1] ?? '').stopped);
  await later();
  expect(stopped(ids)).toEqual([false, false, true]);
  await screen.page.getByRole('dialog', { name: 'Order 513 was cancelled' }).waitFor();
});

test('one touch answers none that has only just come', async () => {
  const ids = await cooking('521', '522', '523');
  await cancel(...ids.slice(0, 2));
  await later();
  await all().waitFor();
  // In the moment in which its row comes.
  await screen.page.evaluate(`new MutationObserver((_, observer) => {
    if (!document.querySelector('.stopped-order[data-order="523"]')) return;
    observer.disconnect();
    document.querySelector('.stopped-all').click();
  }).observe(document.body, { subtree: true, childList: true })`);
  await cancel(ids[2] ?? '');
  await until('the answers', () => !venue.card(ids[0] ?? '').stopped && !venue.card(ids[1] ?? '').stopped);
  expect(venue.card(ids[2] ?? '').stopped).toBe(true);
  await later();
  await seen('523').click();
  await stop().waitFor({ state: 'detached' });
});

test('where all that stand there have only just come, one touch answers none and says so', async () => {
  const ids = await cooking('526', '527', '528');
  await cancel(...ids.slice(0, 2));
  await later();
  await all().waitFor();
  // A hand that is there keeps all where it is.
  await finger.down({ x: 40, y: 400 });
  // In the moment in which the third comes the first two are answered, and all that stand there then.
  await screen.page.evaluate(`new MutationObserver((_, observer) => {
    const row = (number) => document.querySelector('.stopped-order[data-order="' + number + '"]');
    if (!row('528')) return;
    for (const number of ['526', '527']) row(number)?.querySelector('.stopped-seen').click();
    if (row('526') || row('527')) return;
    observer.disconnect();
    document.querySelector('.stopped-all').click();
  }).observe(document.body, { subtree: true, childList: true })`);
  await cancel(ids[2] ?? '');
  await screen.page
    .locator('.touch-told')
    .getByText(/^Order 528 already: Cancelled/)
    .waitFor();
  expect(stopped(ids)).toEqual([false, false, true]);
  await finger.up();
  await later();
  await finger.tap(await middleOf(seen('528')));
  await until('the answer', () => !venue.card(ids[2] ?? '').stopped);
});

test('no row moves under a finger: what was answered leaves a gap, what is cancelled meanwhile joins at the end, and the gap closes later', async () => {
  const ids = await cooking('531', '532', '533', '534');
  await cancel(...ids.slice(0, 3));
  await later();
  const stood = { first: await seen('531').boundingBox(), second: await row('532').boundingBox(), third: await row('533').boundingBox() };
  await finger.tap(await middleOf(seen('531')));
  await until('the answer', () => !venue.card(ids[0] ?? '').stopped);
  await stop().locator('.gap', { hasText: '531' }).waitFor();
  await cancel(ids[3] ?? '');
  await row('534').waitFor();
  expect(await rows()).toEqual(['532', '533', '534']);
  expect({ ...stood, second: await row('532').boundingBox(), third: await row('533').boundingBox() }).toEqual(stood);
  await later();
  await until('the gap to close', async () => (await row('532').boundingBox())?.x !== stood.second?.x);
  expect(stopped(ids)).toEqual([false, true, true, true]);
  expect((await seen('532').boundingBox())?.x).toBe(stood.first?.x);
});

test('the second order cancelled moves nothing while somebody touches the first one', async () => {
  const ids = await cooking('541', '542');
  await cancel(ids[0] ?? '');
  await seen('541').waitFor();
  await later();
  const stood = await seen('541').boundingBox();
  await finger.down({ x: 40, y: 400 });
  await cancel(ids[1] ?? '');
  await row('542').waitFor();
  expect(await seen('541').boundingBox()).toEqual(stood);
  await finger.up();
  await later();
  await all().waitFor();
  expect(stopped(ids)).toEqual([true, true]);
});

const SIZES = [
  [1280, 800],
  [1024, 768],
  [390, 844],
] as const;

test('on every size, in every language, all that were cancelled can be read and answered', async () => {
  const numbers = ['551', '552', '553', '554', '555', '556'];
  await cancel(...(await cooking(...numbers)));
  await later();
  const { page } = screen;
  for (const language of LANGUAGES) {
    await venue.call('settings.saveScreen', { screen: { language } });
    await page.locator(`html[lang="${language}"]`).waitFor();
    for (const [width, height] of SIZES) {
      const where = `${language}, ${width} x ${height}`;
      await page.setViewportSize({ width, height });
      await page.locator('.stopped-all').waitFor();
      // Of another size or language it is laid out anew, a moment later.
      const look = async () => {
        const { all: isAllInSight, wide, cut, xs } = (await page.evaluate(LOOK)) as Look;
        const [first = 0, second = 0] = xs;
        return { isAllInSight, wide, cut, rows: xs.length, inARow: Math.sign(second - first) };
      };
      const inARow = width < 700 ? 0 : isRightToLeft(language) ? -1 : 1;
      const good = { isAllInSight: true, wide: 0, cut: [], rows: numbers.length, inARow };
      await expect.poll(look, { message: where, timeout: 30_000 }).toEqual(good);
      for (const number of numbers) {
        const button = page.locator(`.stopped-order[data-order="${number}"] .stopped-seen`);
        await button.scrollIntoViewIfNeeded();
        const box = await button.boundingBox();
        expect(box && box.x >= 0 && box.x + box.width <= width && box.height >= 48, `${where}, ${number}`).toBe(true);
      }
    }
  }
}, 120_000);

interface Look {
  /** One button answers all, and is what a finger meets in its middle. */
  all: boolean;
  wide: number;
  /** What does not fit into its row. */
  cut: string[];
  /** Where each row begins. */
  xs: number[];
}
const LOOK = `(() => {
  const button = document.querySelector('.stopped-all');
  const { left, top, width, height } = button.getBoundingClientRect();
  const orders = [...document.querySelectorAll('.stopped-order')];
  return {
    all: button.contains(document.elementFromPoint(left + width / 2, top + height / 2)),
    wide: document.documentElement.scrollWidth - innerWidth,
    cut: [button, ...document.querySelectorAll('.dialog-head h2, .stopped-order, .stopped-order *')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline' && !one.matches('.unseen'))
      .map((one) => one.className + ': ' + one.textContent),
    xs: orders.map((one) => Math.round(one.getBoundingClientRect().left)),
  };
})()`;
