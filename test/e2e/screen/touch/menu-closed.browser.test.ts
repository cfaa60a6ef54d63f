/** A menu or dialog that closes leaves the rest of the screen as it was: what stood beside it all the time takes the next touch at once. */
import { expect, test } from 'vitest';
import { atTheCounter, screen, venue } from '../../venue/at-the-counter.ts';
import { drawn, stopTime } from '../../venue/page-time.ts';
import { middleOf } from '../../venue/touch/finger.ts';
import { finger, withFinger } from '../../venue/touch/finger-at-the-counter.ts';
import { until } from '../../venue/venue.ts';

atTheCounter({ movesTime: true });

withFinger();

const button = (number: string, name: string | RegExp) => screen.card(number).getByRole('button', { name, exact: true });
const told = () => screen.page.locator('.touch-told');
const seen = () => screen.page.clock.runFor(3_000);
const status = async (id: string) => (await venue.atService(id)).order_status;

async function arrived(number: string): Promise<string> {
  const { order_id: id } = await venue.place('takeaway', { order_number: number });
  await screen.card(number).waitFor();
  return id;
}

test('after "+5 min" of one order another card is touched at once: it does what stands on it', async () => {
  await screen.page.setViewportSize({ width: 1280, height: 1_200 });
  const first = await arrived('431');
  const second = await arrived('432');
  await seen();
  await finger.tap(await middleOf(button('431', /more time|min/i)));
  const more = screen.page.getByRole('menuitem').nth(1);
  await more.waitFor();
  await seen();
  const other = await middleOf(button('432', 'Reject'));
  const count = await told().getAttribute('data-count');
  await finger.tap(await middleOf(more));
  await more.waitFor({ state: 'detached' });
  await finger.tap(other);
  await screen.page.getByRole('dialog', { name: 'Reject order 432?' }).waitFor();
  expect(await told().getAttribute('data-count')).toBe(count);
  await until('the accept', async () => (await status(first)) === 'production');
  expect(await status(second)).not.toBe('rejected');
});

test('after a dialog has closed, what it dimmed beside it is touched at once', async () => {
  await arrived('441');
  await seen();
  await finger.tap(await middleOf(button('441', 'Reject')));
  const dialog = screen.page.getByRole('dialog', { name: 'Reject order 441?' });
  await dialog.waitFor();
  await seen();
  const close = await middleOf(dialog.getByRole('button', { name: 'Close' }));
  const beside = await middleOf(button('441', 'Reject'));
  await stopTime(screen.page);
  await finger.tap(close);
  await drawn(screen.page, 'the board', async () => (await dialog.count()) === 0);
  await finger.tap(beside);
  await drawn(screen.page, 'the dialog', () => dialog.isVisible());
});
