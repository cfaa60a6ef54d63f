/** Pictures of the board with 4, 12 and 30 orders at every width; prints how many are fully visible. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { openScreen } from '../../test/e2e/venue/screen.ts';
import { openVenue, until } from '../../test/e2e/venue/venue.ts';
import { bodyOf } from '../bench/look/look.ts';
import { NEW, PREPARING, READY, type RushOrder, SCHEDULED } from '../bench/look/rush.ts';

const SIZES = [
  [390, 844],
  [768, 1024],
  [1024, 768],
  [1280, 800],
  [1920, 1080],
] as const;
/** Counts of orders at each step, and how many of them have moved on. */
const STEPS = [
  { orders: 4, accepted: 0, ready: 0, scheduled: 0 },
  { orders: 12, accepted: 3, ready: 0, scheduled: 0 },
  { orders: 30, accepted: 19, ready: 3, scheduled: 1 },
] as const;
/** Longer than the board delays movement after a change, ms. */
const REST_MS = 3_000;

export async function takeBoardSizes(browser: Browser, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const long = { accept_within_seconds: 3_600 };
  const id = '6b1f0c2d9e4a57318c2ad013';
  const venue = await openVenue({ venue: { name: 'Harbour Kitchen', venue_id: id, ...long }, settings: { venues: { [id]: long } } });
  const waiting: RushOrder[] = [...NEW, ...PREPARING, ...READY].map((one, at) => ({ ...one, number: String(601 + at) }));
  const ids: string[] = [];
  const stands = (column: string) => (orderId: string) => venue.state().orders[orderId]?.column === column;
  let accepted = 0;
  for (const step of STEPS) {
    while (ids.length < step.orders - step.scheduled) {
      const order = waiting[ids.length];
      if (!order) break;
      ids.push((await venue.place(order.kind, bodyOf(order))).order_id);
    }
    for (const order of SCHEDULED.slice(0, step.scheduled)) {
      const { order_id: orderId } = await venue.place(order.kind, bodyOf(order));
      await until('the pre-order', () => venue.state().orders[orderId]);
      await venue.call('order.confirm', { orderId });
      await until('the confirmation', () => stands('scheduled')(orderId));
    }
    await until('all orders', () => ids.every((orderId) => venue.state().orders[orderId]));
    for (; accepted < step.accepted; accepted += 1) await venue.call('order.accept', { orderId: ids[accepted] ?? '', extraMinutes: 0 });
    await until('the accepts', () => ids.slice(step.ready, accepted).every(stands('preparing')));
    for (const orderId of ids.slice(0, step.ready)) await venue.call('order.ready', { orderId });
    await until('what is ready', () => ids.slice(0, step.ready).every(stands('ready')));
    for (const [width, height] of SIZES) {
      const { page, close } = await openScreen(browser, venue.app(), venue.dataDir, { width, height });
      await page.locator('.card').first().waitFor();
      await page.waitForTimeout(REST_MS);
      await page.screenshot({ path: join(folder, `${step.orders}-${width}.png`) });
      console.log(`${step.orders} orders at ${width}x${height}: ${await page.evaluate(COUNTED)}`);
      await close();
    }
  }
  await venue.close();
}

const COUNTED = `(() => {
  const strip = document.querySelector('.foot-strips > *:not(.unseen)');
  const edge = strip ? strip.getBoundingClientRect().top : innerHeight;
  const cards = [...document.querySelectorAll('.card')].map((card) => card.getBoundingClientRect()).filter(({ height }) => height > 0);
  const whole = cards.filter(({ bottom }) => bottom <= edge + 1).length;
  return whole + ' whole, ' + (cards.length - whole) + ' below the edge, ' + document.querySelectorAll('.rail-order').length + ' in the rail';
})()`;
