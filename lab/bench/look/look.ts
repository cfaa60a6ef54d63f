/** `npm run bench -- look`: orders visible on a board in a rush, read from the rendered page at each size. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { LANGUAGES, type Language } from '../../../contract/language.ts';
import { openScreen, startBrowser } from '../../../test/e2e/venue/screen.ts';
import { openVenue, until, type Venue } from '../../../test/e2e/venue/venue.ts';
import { NEW, PREPARING, READY, type RushOrder, SCHEDULED } from './rush.ts';

const SIZES = [
  [1920, 1080],
  [1280, 800],
  [1024, 768],
  [768, 1024],
] as const;
const MINUTE_MS = 60_000;

export interface Seen {
  /** Orders visible with every dish and button. */
  orders: number;
  /** Percent of the page that is for orders. */
  share: number;
  bar: number;
}

export interface Looked extends Seen {
  size: string;
  language: Language;
}

/** `pictures`: a folder for a picture of each size. */
export async function benchLook({
  languages = LANGUAGES,
  pictures,
}: {
  languages?: readonly Language[];
  pictures?: string;
}): Promise<Looked[]> {
  const browser = await startBrowser();
  const venue = await openRush();
  const figures: Looked[] = [];
  for (const [width, height] of SIZES) {
    for (const language of languages) {
      const seen = await look(browser, venue, { width, height, language, ...(pictures ? { pictures } : {}) });
      figures.push({ size: `${width}x${height}`, language, ...seen });
    }
  }
  await venue.close();
  await browser.close();
  return figures;
}

async function openRush(): Promise<Venue> {
  const venue = await openVenue({ venue: { name: 'Trattoria Bellini', announces_courier: false } });
  const placeAll = async (orders: readonly RushOrder[]) => {
    const ids: string[] = [];
    for (const one of orders) ids.push((await venue.place(one.kind, bodyOf(one))).order_id);
    return ids;
  };
  const isIn = (column: string) => (id: string) => venue.state().orders[id]?.column === column;
  const preparing = await placeAll([...PREPARING, ...READY]);
  const scheduled = await placeAll(SCHEDULED);
  for (const id of [...preparing, ...scheduled]) await until('the order', () => venue.state().orders[id]);
  for (const orderId of preparing) await venue.call('order.accept', { orderId, extraMinutes: 0 });
  for (const orderId of scheduled) await venue.call('order.confirm', { orderId });
  await until('the cooking', () => preparing.every(isIn('preparing')) && scheduled.every(isIn('scheduled')));
  const ready = preparing.slice(PREPARING.length);
  for (const orderId of ready) await venue.call('order.ready', { orderId });
  await until('what is ready', () => ready.every(isIn('ready')));
  const fresh = await placeAll(NEW);
  await until('what is new', () => fresh.every(isIn('new')));
  for (const orderId of [...preparing, ...scheduled, ...fresh]) await venue.call('order.touch', { orderId });
  return venue;
}

export function bodyOf({ number, name, dishes, note, due, kind }: RushOrder): Record<string, unknown> {
  const people = [...new Set(dishes.flatMap(([, , , person]) => person ?? []))];
  const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();
  return {
    order_number: number,
    consumer_name: name,
    consumer_comment: note ?? null,
    ...(due === undefined || kind === 'preorder' ? {} : { created_at: at(Math.min(0, due - 25)) }),
    ...(kind === 'preorder' ? { pre_order: { preorder_time: at(due ?? 120) } } : { pickup_eta: at(due ?? 20) }),
    group_participants: people.length === 0 ? null : people.map((person, place) => ({ id: `person-${place}`, name: person })),
    items: dishes.map(([count, dish, option, person], row) => ({
      item_type: 'order-item',
      id: `item-${number}-${row}`,
      row_number: row + 1,
      name: dish,
      count,
      options: option ? [chosen(option, row)] : [],
      item_price: { unit_price: { amount: 890, currency: 'EUR' }, total: { amount: 890 * count, currency: 'EUR' } },
      ...(person ? { participant: `person-${people.indexOf(person)}` } : {}),
    })),
  };
}

function chosen(option: string, row: number): Record<string, unknown> {
  const [name, value] = option.split(': ');
  return { id: `option-${row}`, name, value, count: 1, price: { amount: 0, currency: 'EUR' } };
}

interface At {
  width: number;
  height: number;
  language: Language;
  pictures?: string;
}

async function look(browser: Browser, venue: Venue, { width, height, language, pictures }: At): Promise<Seen> {
  await venue.call('settings.saveScreen', { screen: { language } });
  const { page, close } = await openScreen(browser, venue.app(), venue.dataDir, { width, height });
  await page.locator(`html[lang="${language}"] .card`).first().waitFor();
  const asks = page.locator('.strip-sound');
  if ((await asks.count()) > 0) await asks.click();
  await page.evaluate('document.fonts.ready.then(() => new Promise((resolve) => setTimeout(resolve, 2_800)))');
  if (pictures) {
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: join(pictures, `${width}-${language}.png`) });
  }
  const seen = await measure(page);
  await close();
  return seen;
}

function measure(page: Page): Promise<Seen> {
  return page.evaluate(`(() => {
    const inSight = (one) => {
      const box = one.getBoundingClientRect();
      let edge = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
      for (let up = one.parentElement; up; up = up.parentElement) {
        if (getComputedStyle(up).overflowY === 'visible') continue;
        const { left, top, right, bottom } = up.getBoundingClientRect();
        edge = { left: Math.max(edge.left, left), top: Math.max(edge.top, top), right: Math.min(edge.right, right), bottom: Math.min(edge.bottom, bottom) };
      }
      return box.height > 0 && box.left >= edge.left - 1 && box.top >= edge.top - 1 && box.right <= edge.right + 1 && box.bottom <= edge.bottom + 1;
    };
    const cards = [...document.querySelectorAll('.card')].filter((card) => inSight(card) && !card.querySelector('.dishes-more'));
    const area = [...document.querySelectorAll('.column-cards, .rail, .ended')].reduce((sum, one) => {
      const { width, height } = one.getBoundingClientRect();
      return sum + width * height;
    }, 0);
    return {
      orders: cards.length,
      share: Math.round((area / (innerWidth * innerHeight)) * 100),
      bar: document.querySelector('.bar').offsetHeight,
    };
  })()`) as Promise<Seen>;
}
