/** `npm run bench -- search`: finding orders among a million as somebody types, and the figures of a full day, through the app's own calls. */

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { english } from '../../contract/english.ts';
import { createHistoryCalls } from '../../main/api/history-calls.ts';
import { createReportBook } from '../../main/history/report-book.ts';
import { parseOrder } from '../../main/orders/reading/parse-order.ts';
import { openSettings } from '../../main/settings/settings.ts';
import { openStore, type Store } from '../../main/store/store.ts';
import { startTime } from '../../main/time/system-time.ts';
import type { Figure } from './starts.ts';

const ORDERS = Number(process.env.ORDERS ?? 1_000_000);
const SEARCHES = 400;
const VENUE = '511cb08fef40805711569fc7';
/** 700 orders a day: a busy venue, for four years. */
const BETWEEN_MS = 123_000;

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

export async function benchSearch(): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-search-'));
  const store = openStore(dataDir);
  const random = seeded(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const first = Date.now() - ORDERS * BETWEEN_MS;
  console.log(`Storing ${ORDERS} orders...`);
  const fill = performance.now();
  for (let done = 0; done < ORDERS; done += 2_000)
    store.write(() => saveMany(store, done, Math.min(ORDERS, done + 2_000), first, pick, random));
  console.log(
    `Stored in ${Math.round((performance.now() - fill) / 1_000)} s, ${Math.round(statSync(join(dataDir, 'tillbridge.sqlite')).size / 1_048_576)} MB.`,
  );

  const time = startTime();
  const rooms = {
    store,
    time,
    clock: time.service,
    settings: openSettings(dataDir),
    deadlineRules: () => ({ acceptWithinSeconds: 180, confirmWithinSeconds: 900, acceptIsAbout: true }),
  };
  const calls = createHistoryCalls({ ...rooms, reportBook: createReportBook(rooms) });
  const timed: number[] = [];
  let slowest = { typed: '', ms: 0 };
  for (let search = 0; search < SEARCHES; search += 1) {
    const whole = question(pick, random, first);
    for (let typed = 1; typed <= whole.length; typed += 1) {
      const text = whole.slice(0, typed);
      const began = performance.now();
      const answer = await calls['history.search']({ typed: text, before: null });
      const ms = performance.now() - began;
      if (!answer.ok) throw new Error(english(answer.problem.says));
      timed.push(ms);
      if (ms > slowest.ms) slowest = { typed: text, ms };
    }
  }
  console.log(`Slowest: "${slowest.typed}", ${slowest.ms.toFixed(1)} ms. ${timed.length} searches.`);
  const days: number[] = [];
  for (let back = 1; back <= 20; back += 1) {
    const day = new Date(Date.now() - back * 24 * 3_600_000).toISOString().slice(0, 10);
    const began = performance.now();
    await calls['history.report']({ span: { firstDay: day, lastDay: day }, against: null });
    days.push(performance.now() - began);
  }
  const months: number[] = [];
  for (let back = 0; back < 5; back += 1) {
    const [firstDay, lastDay] = [31, 1].map((days) => new Date(Date.now() - (days + back) * 24 * 3_600_000).toISOString().slice(0, 10));
    const began = performance.now();
    await calls['history.report']({ span: { firstDay: String(firstDay), lastDay: String(lastDay) }, against: null });
    months.push(performance.now() - began);
  }
  store.close();
  rmSync(dataDir, { recursive: true, force: true });
  return [
    { what: `search among ${ORDERS} orders, each letter typed`, unit: 'ms', limit: 50, values: timed },
    { what: 'figures of 31 such days', unit: 'ms', limit: Number.NaN, values: months },
    { what: 'figures of a day of 700 orders', unit: 'ms', limit: Number.NaN, values: days },
  ];
}

type Pick = <T>(list: readonly T[]) => T;

function saveMany(store: Store, from: number, to: number, first: number, pick: Pick, random: () => number): void {
  for (let at = from; at < to; at += 1) {
    const placedAt = new Date(first + at * BETWEEN_MS).toISOString();
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
      created_at: placedAt,
      basket_price: { total: { amount: 500 + Math.floor(random() * 9_000), currency: 'EUR' } },
      items,
    };
    const parsed = parseOrder(body);
    if (!parsed.ok) throw new Error(`The order of the bench is none: ${parsed.why}`);
    const endedAt = first + at * BETWEEN_MS + 1_800_000;
    store.orders.save(
      {
        order: parsed.order,
        stage: 'delivered',
        open: false,
        noticedAt: endedAt,
        readAt: endedAt,
        initialPickupEta: null,
        alerting: false,
        endedAt,
      },
      body,
    );
  }
}

/** What staff type: a number, a name, a dish, a name with a dish, an amount, a day, a day with a dish. */
function question(pick: Pick, random: () => number, first: number): string {
  const day = new Date(first + Math.floor(random() * ORDERS) * BETWEEN_MS).toISOString().slice(0, 10);
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

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
