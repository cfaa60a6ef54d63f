/** A slow scan at the board opens its order and accepts none; letter keys work in every keyboard layout. */
import { expect, test } from 'vitest';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { letStand } from '../venue/page-time.ts';
import { scan } from '../venue/touch/scan.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

/** Seconds between letters. */
const SLOW_S = 0.16;

async function newOrder(number: string): Promise<string> {
  const { order_id: id } = await venue.place('takeaway', { order_number: number });
  await screen.card(number).waitFor();
  return id;
}

async function choose(number: string): Promise<void> {
  await screen.card(number).locator('.card-number').focus();
  await letStand(screen.page);
}

test('a slow scan opens the scanned order; its letters accept neither that order nor the focused one', async () => {
  const chosen = await newOrder('451');
  const scanned = await newOrder('452');
  await choose('451');
  await scan(screen.page, scanned, 1, SLOW_S);
  await screen.page.locator('.dialog-order', { hasText: '452' }).waitFor();
  expect([await venue.asked(chosen, 'accept'), await venue.asked(scanned, 'accept')]).toEqual([0, 0]);
});

test('an incomplete scan does nothing, and is reported', async () => {
  const chosen = await newOrder('453');
  await choose('453');
  await scan(screen.page, '1a', 1, SLOW_S);
  await screen.page.getByText("Keys came as fast as a scanner's, but not as a complete code").waitFor();
  expect(venue.card(chosen)).toMatchObject({ column: 'new', pending: null });
});

test('in a Greek keyboard layout the key A accepts the focused order', async () => {
  const chosen = await newOrder('454');
  await choose('454');
  const session = await screen.page.context().newCDPSession(screen.page);
  const key = { key: 'α', code: 'KeyA', text: 'α' };
  await session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: key.key, code: key.code });
  await until('the accept', async () => (await venue.asked(chosen, 'accept')) === 1);
});
