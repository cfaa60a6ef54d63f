/** Time from a tap on Accept to the command at the service, compared with a button on the same page that fetches. */
import type { Locator, Page } from 'playwright-core';
import { until, type Venue } from '../../../test/e2e/venue/venue.ts';
import { serve } from '../../faults/local-server.ts';
import { openCounter } from '../load/counter.ts';
import { endOrder } from '../load/end-order.ts';
import { timesInTurns } from '../table/rounds.ts';
import { type Row, timesBeside } from '../table/row.ts';
import { median } from '../table/statistics.ts';

const TOUCHES = 8;
/** Longer than cards need after a tap to move up and take taps again, ms. */
const RESTS_MS = 2_700;
/** A refused tap is repeated; this many in a row are a fault. */
const MOST_REFUSED = 3;
const COMMAND_WITHIN_MS = 5_000;

export async function measureTouches(): Promise<Row[]> {
  const counter = await openCounter({ stored: 1_000 });
  const { page, app } = counter;
  const { venue } = app;
  let arrivedAt = 0;
  const server = await serve((_, response) => {
    arrivedAt = Date.now();
    response.setHeader('access-control-allow-origin', '*').end('ok');
  });
  try {
    await page.evaluate(noteTouches(`${server.url}/`));
    const touchedAt = async (): Promise<number> => Number(await page.evaluate('window.touchedAt'));
    let number = 20_000;
    const times = await timesInTurns(TOUCHES, async () => {
      number += 1;
      const orderId = await app.place('takeaway', { order_number: String(number) });
      const accept = page
        .getByRole('article', { name: `Order ${number}`, exact: true })
        .getByRole('button', { name: 'Accept', exact: true });
      await accept.waitFor();
      await page.waitForTimeout(RESTS_MS);
      const commandAt = await commandOf(accept, page, venue, orderId);
      const here = commandAt - (await touchedAt());
      arrivedAt = 0;
      await page.locator('#bare').click();
      await until('the bare fetch', () => arrivedAt);
      const bare = arrivedAt - (await touchedAt());
      await endOrder(venue, orderId);
      return { here, bare };
    });
    const row = timesBeside(times.here, 'bare fetch from the same page', times.bare);
    return [
      row('touch-median', 'touch of Accept to the command at the service, median', median, 10),
      row('touch-slowest', `the same, slowest of ${TOUCHES}`, (values) => Math.max(...values), null),
    ];
  } finally {
    await server.close();
    await counter.close();
  }
}

/** Taps Accept; returns when the service got the command. Throws with the page's notices. */
async function commandOf(accept: Locator, page: Page, venue: Venue, orderId: string): Promise<number> {
  const count = async () => Number(await page.locator('.touch-notice').getAttribute('data-count'));
  const words: string[] = [];
  while (words.length < MOST_REFUSED) {
    const before = await count();
    await accept.click();
    const isRefused = async () => (await count()) > before;
    const sent = async () =>
      (await venue.log()).find((entry) => entry.kind === 'request' && entry.order_id === orderId && entry.method === 'PUT');
    const command = await until(
      'the command, or a word',
      async () => (await sent()) ?? ((await isRefused()) ? 'refused' : null),
      COMMAND_WITHIN_MS,
    ).catch(async (error) => {
      const card = page.locator(`[id="order-${orderId}"]`);
      const seen = [`touched at ${await page.evaluate('window.touchedAt')}`, ...(await card.allInnerTexts())];
      throw new Error(`A touch of Accept came to nothing and nothing was said: ${seen.join('; ')}`, { cause: error });
    });
    if (command !== 'refused') return Date.parse(command.at);
    words.push((await page.locator('.touch-notice').textContent()) ?? '');
    await page.waitForTimeout(RESTS_MS);
  }
  throw new Error(`Accept was refused ${MOST_REFUSED} times: ${words.join('; ')}`);
}

function noteTouches(url: string): string {
  return `(() => {
    addEventListener('pointerdown', () => { window.touchedAt = Date.now(); }, { capture: true });
    const button = document.body.appendChild(document.createElement('button'));
    button.id = 'bare';
    button.textContent = 'bare';
    button.style.cssText = 'position: fixed; right: 0; bottom: 0; z-index: 9999';
    // As the counter's own: what a touch does, it does when the finger leaves.
    button.onclick = () => void fetch(${JSON.stringify(url)}, { method: 'POST', body: 'accept' });
  })()`;
}
