/** A database after years of trade: ended orders of 700 a day, no two alike, written by the app's own store. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseOrder } from '../../../main/orders/reading/parse-order.ts';
import { openStore, type Store } from '../../../main/store/store.ts';

const VENUE = '511cb08fef40805711569fc7';
/** 700 orders a day, as at a busy venue. */
const BETWEEN_MS = 123_000;
const AT_ONCE = 2_000;

const FIRST =
  'Aino Väinö Leïla José Zoë Łukasz Ángel Ørjan Søren Ђорђе Ελένη Γιώργος דוד שרה ნინო გიორგი さくら 太郎 Mia Noah Emma Ben Sofia Leo Anna Paul'.split(
    ' ',
  );
const LAST = 'ABCDEFGHIJKLMNOPRSTVWYZÄÖÅ'.split('');
const KITCHEN =
  'Margherita,Quattro formaggi,Funghi,House burger,Cheese burger,Halloumi burger,Pad thai,Ramen,Salmon soup,Caesar salad,Falafel,Tiramisù,Blueberry pie,Lemonade,Cola,Sparkling water,Espresso,Moussaka,Souvlaki,Pierogi,Żurek,Khachapuri,Khinkali,Shakshuka,寿司セット,親子丼,Phở bò,Crème brûlée,Chicken wings,Loaded fries'.split(
    ',',
  );
const SIZES = ['Small', 'Large', 'Family', 'Extra cheese', 'Gluten free', 'No onion'];

/** Random numbers from 0 to 1, reproducible by seed. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

function storeOrders(dataDir: string, count: number): void {
  const store = openStore(dataDir, { backups: null });
  const random = seeded(7);
  const first = firstPlacedAt(count);
  store.write(() => store.venues.connected(VENUE, Date.now()));
  for (let done = 0; done < count; done += AT_ONCE)
    store.write(() => {
      for (let at = done; at < Math.min(count, done + AT_ONCE); at += 1) saveOne(store, at, first + at * BETWEEN_MS, random);
    });
  store.close();
}

const firstPlacedAt = (count: number): number => Date.now() - (count + 10) * BETWEEN_MS;

/** A random search for one of `count` stored orders. */
export function question(random: () => number, count: number): string {
  const day = new Date(firstPlacedAt(count) + Math.floor(random() * count) * BETWEEN_MS).toISOString().slice(0, 10);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return pick([
    () => String(Math.floor(random() * 100_000)),
    () => `${pick(FIRST)} ${pick(LAST)}`,
    () => pick(KITCHEN),
    () => `${pick(FIRST)} ${pick(KITCHEN)}`,
    () => (5 + random() * 90).toFixed(2),
    () => day,
    () => `${day} ${pick(KITCHEN)}`,
  ])();
}

function saveOne(store: Store, at: number, placedMs: number, random: () => number): void {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const items = Array.from({ length: 1 + Math.floor(random() * 4) }, () => ({
    name: pick(KITCHEN),
    count: 1 + Math.floor(random() * 2),
    options: [{ name: 'Choice', values: [{ name: pick(SIZES), count: 1 }] }],
  }));
  const body = {
    id: at.toString(16).padStart(24, '0'),
    order_number: String(Math.floor(random() * 100_000)),
    order_status: 'delivered',
    type: 'instant',
    venue: { id: VENUE },
    delivery: { type: 'homedelivery' },
    consumer_name: `${pick(FIRST)} ${pick(LAST)}`,
    created_at: new Date(placedMs).toISOString(),
    basket_price: { total: { amount: 500 + Math.floor(random() * 9_000), currency: 'EUR' } },
    items,
  };
  const parsed = parseOrder(body);
  if (!parsed.ok) throw new Error(`The order of the bench is none: ${parsed.why}`);
  const endedAt = placedMs + 1_800_000;
  const seen = { noticedAt: endedAt, readAt: endedAt, initialPickupEta: null, alerting: false, endedAt };
  store.orders.save({ order: parsed.order, stage: 'delivered', open: false, ...seen }, body);
}

const made = new Map<number, string>();

/** A new folder with this many orders, stored once per run and copied. */
export function folderWith(count: number): string {
  let from = made.get(count);
  if (from === undefined) {
    from = mkdtempSync(join(tmpdir(), 'tillbridge-bench-stored-'));
    const folder = from;
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    storeOrders(folder, count);
    made.set(count, folder);
  }
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-bench-counter-'));
  cpSync(from, folder, { recursive: true });
  return folder;
}
