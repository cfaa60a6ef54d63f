/** Touches as they are in a kitchen: double, too early, too late, while cards come and go. Each does what stood under it, or says why not. */
import type { Locator } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { atTheCounter, screen, venue } from './at-the-counter.ts';
import { type Finger, middleOf, type Place, putFinger, wait } from './finger.ts';
import { until } from './venue.ts';

atTheCounter();

let finger: Finger;
beforeEach(async () => {
  finger = await putFinger(screen.page);
  const sound = screen.page.locator('.strip-sound');
  if ((await sound.count()) > 0) await sound.click();
});

const button = (number: string, name: string | RegExp) => screen.card(number).getByRole('button', { name, exact: true });
const told = () => screen.page.locator('.touch-told');
/** What came stands there for as long as a person needs to see it. */
const seen = () => wait(1_700);

async function arrived(number: string, kind = 'takeaway', more: Record<string, unknown> = {}): Promise<string> {
  const { order_id: id } = await venue.place(kind, { order_number: number, ...more });
  await screen.card(number).waitFor();
  return id;
}

async function cooking(number: string): Promise<string> {
  const id = await arrived(number);
  await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
  await button(number, 'Ready').waitFor();
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
    const box = await button(number, 'Ready').boundingBox();
    if (!box) throw new Error('There is no Ready.');
    await finger.doubleTap({ x: box.x + box.width * share, y: box.y + box.height / 2 });
    await until('ready at the service', async () => (await status(id)) === 'ready', 8_000);
    expect(await venue.asked(id, 'ready')).toBe(1);
  }
}, 60_000);

test('the second tap on a button that closes its dialog does nothing to what lies below', async () => {
  const { page } = screen;
  await arrived('911');
  for (const number of ['912', '913', '914', '915']) await cooking(number);
  await seen();
  await button('911', 'Reject').click();
  const dialog = page.getByRole('dialog', { name: 'Reject order 911?' });
  await dialog.waitFor();
  // The dialog stands in the middle: at some height of the screen its button lies over one of the board's.
  let place: Place | null = null;
  for (let height = 640; !place && height < 1_200; height += 8) {
    await page.setViewportSize({ width: 1280, height });
    place = overlap(await boxes(dialog.locator('.form-end button')), await boxes(page.locator('.card button'), height));
  }
  if (!place) throw new Error('Nothing lies below the dialog.');
  await seen();
  const before = (await venue.log()).length;
  await finger.doubleTap(place);
  await dialog.waitFor({ state: 'detached' });
  await wait(1_000);
  const sent = (await venue.log())
    .slice(before)
    .flatMap((entry) => (entry.kind === 'request' && entry.method !== 'GET' ? [entry.operation] : []));
  expect(sent.filter((operation) => operation !== 'reject' && operation !== 'sent-to-pos')).toEqual([]);
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await told().textContent()).toMatch(/^Touched too/);
}, 60_000);

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;
async function boxes(all: Locator, height = Number.POSITIVE_INFINITY): Promise<Box[]> {
  const found = await Promise.all((await all.all()).map((one) => one.boundingBox()));
  return found.filter((box): box is Box => box !== null && box.height > 0 && box.y + box.height < height - 80);
}

/** A point that lies in one of each. */
function overlap(some: Box[], others: Box[]): Place | null {
  for (const a of some)
    for (const b of others) {
      const [left, right] = [Math.max(a.x, b.x), Math.min(a.x + a.width, b.x + b.width)];
      const [high, low] = [Math.max(a.y, b.y), Math.min(a.y + a.height, b.y + b.height)];
      if (right - left > 6 && low - high > 20) return { x: (left + right) / 2, y: (high + low) / 2 };
    }
  return null;
}
