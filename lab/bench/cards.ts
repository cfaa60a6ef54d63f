/** Time from sending a notification to the painted frame with its card. */
import type { Page } from 'playwright-core';
import { until, type Venue } from '../../test/e2e/venue/venue.ts';

/** ms for each of `count` orders, sent `pauseMs` apart. The page must show the board. */
export async function timeCards(page: Page, venue: Venue, { count, pauseMs }: { count: number; pauseMs: number }): Promise<number[]> {
  await page.evaluate(`
    window.seen = Object.fromEntries([...document.querySelectorAll('article')].map(({ id }) => [id.replace('order-', ''), 1]));
    new MutationObserver(() => {
      for (const card of document.querySelectorAll('article')) {
        const id = card.id.replace('order-', '');
        if (!(id in window.seen)) {
          window.seen[id] = 0;
          requestAnimationFrame(() => setTimeout(() => { window.seen[id] = Date.now(); }));
        }
      }
    }).observe(document.body, { childList: true, subtree: true });
  `);
  const sentAt = new Map<string, number>();
  for (let placed = 0; placed < count; placed += 1) {
    const before = Date.now();
    const { order_id } = await venue.place('takeaway');
    sentAt.set(order_id, before);
    await page.waitForTimeout(pauseMs);
  }
  const seen = async () => (await page.evaluate('window.seen')) as Record<string, number>;
  await until('all cards', async () => {
    const all = await seen();
    return [...sentAt.keys()].every((id) => all[id]);
  });
  const all = await seen();
  return [...sentAt].map(([id, sent]) => (all[id] ?? 0) - sent);
}
