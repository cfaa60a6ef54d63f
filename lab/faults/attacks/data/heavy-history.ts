/**
 * A compromised service leaves costly history: late orders, thousands of choices, invented currencies and dishes. Measures blocking and
 * answer sizes of everything that reads it.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { CallInput, CallName, CallOutput } from '../../../../contract/contract.ts';
import { dayOf } from '../../../../main/history/span.ts';
import { parseOrder } from '../../../../main/orders/reading/parse-order.ts';
import { openStore, type Store } from '../../../../main/store/store.ts';
import { openVenueProcess, type VenueProcess } from '../../venue-process.ts';
import type { Attack, Force } from '../attack.ts';
import { type CounterScreen, openScreen } from '../watch/counter-screen.ts';
import { type HeldLoop, heldLoop } from '../watch/held-loop.ts';

/** Longest blocking of other work by one call, ms of CPU time. */
const HELD_MOST_MS = 300;
const ANSWER_MS = 120_000;
const LARGEST_ANSWER = 1_000_000;
const SEEN_MS = 120_000;
const DAY_MS = 24 * 3_600_000;

/** Late orders of the day before yesterday, and orders placed after them. */
const LATE = 2_000;
const LATER = 100_000;
/** More than a search lists, or the kitchen can recall. */
const LONG = 45;
const MEGABYTE = 1_000_000;
const STATIONS = 20;
const LINES = 1_000;

export const heavyHistory: Attack = {
  wants:
    'looking back at hostile orders, or cooking one of a thousand lines, stops the counter for as long as it takes, or fills its screen',
  async run(force) {
    using meter = heldLoop();
    await using app = await openVenueProcess({ robot: false });
    const reached: string[] = [];
    const reported = fill(app, force);
    await app.switchOn([], meter.env);
    using screen = await openScreen(app.counterUrl());
    const watch = { app, screen, meter, reached, force };
    const looks = await lookBack(watch, reported);
    const cooked = await cook(watch);
    if (!app.isOn()) reached.push('the app ended');
    return {
      tried: looks.tried + cooked.tried,
      reached,
      figures: `held for ${Math.max(looks.heldMost, cooked.heldMost).toFixed(0)} ms at most, largest answer ${looks.largest} characters`,
    };
  },
};

interface Watch {
  app: VenueProcess;
  screen: CounterScreen;
  meter: HeldLoop;
  reached: string[];
  force: Force;
}

/** Fills the database. Returns the ID of an order full of allergies. */
function fill({ venue }: VenueProcess, { tries }: Force): string {
  const now = Date.now();
  const db = new Database(join(venue.dataDir, 'tillbridge.sqlite'));
  const lines = db.prepare(
    `WITH RECURSIVE one (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM one WHERE n + 1 < @count)
     INSERT INTO history (order_id, venue_id, number, stage, kind, placed_at, noticed_at, accepted_at, ready_at, ended_at, due_at, items,
       amount, currency, preorder, words, figures)
     SELECT @name || n, @venueId, n, 'delivered', 'takeaway', @from + n * @step, @from + n * @step, @from + n * @step + 60000,
       @from + n * @step + 3600000, @from + n * @step + 3700000, @from + n * @step + @due, 1, 1000, 'EUR', 0, '', '{"items":[],"money":null}'
     FROM one`,
  );
  const span = { venueId: venue.venueId };
  const late = Math.max(LATE / 4, tries(LATE));
  lines.run({ ...span, name: 'late-', count: late, from: now - 2 * DAY_MS, step: 1_000, due: 600_000 });
  lines.run({ ...span, name: 'later-', count: LATER, from: now - DAY_MS - 3_600_000, step: 36, due: 3_600_000 });
  db.close();
  const store = openStore(venue.dataDir);
  try {
    for (let at = 0; at < LONG; at += 1) keep(store, longOrder(at, venue.venueId, now), at % 2 === 0 ? 'delivered' : 'rejected', now - at);
    keep(store, telling(venue.venueId, now), 'delivered', now);
  } finally {
    store.close();
  }
  return 'telling';
}

function keep(store: Store, body: Record<string, unknown>, stage: 'delivered' | 'rejected', endedAt: number): void {
  const parsed = parseOrder(body);
  if (!parsed.ok) throw new Error(parsed.why);
  const { order } = parsed;
  store.write(() => {
    store.orders.save(
      { order, stage, open: false, noticedAt: endedAt, readAt: endedAt, initialPickupEta: null, alerting: false, endedAt },
      body,
    );
    if (stage === 'delivered') store.kitchen.set(order.id, { kind: 'ticket', station: 'kitchen', line: 'any' });
  });
}

function longOrder(at: number, venueId: string, now: number): Record<string, unknown> {
  return {
    id: `long-${at}`,
    venue: { id: venueId },
    order_number: `${at}`,
    order_status: 'delivered',
    type: 'instant',
    delivery: { type: `kind-${at}` },
    created_at: new Date(now - at * 1_000).toISOString(),
    basket_price: { total: { amount: 1_000, currency: `C${at}` } },
    consumer_name: 'x'.repeat(at % 5 === 0 ? MEGABYTE : 10),
    items: at % 5 === 0 ? largeNames() : manyChoices(at),
  };
}

const largeNames = () => Array.from({ length: 2 }, (_, line) => ({ name: `Dish ${line} ${'x'.repeat(MEGABYTE)}`, count: 1 }));

const manyChoices = (at: number) =>
  Array.from({ length: LINES }, (_, line) => ({
    name: `Dish ${at} ${line} ${'x'.repeat(1_000)}`,
    count: 1,
    options: Array.from({ length: 45 }, () => ({ name: 'With', value: 'Sauce' })),
  }));

function telling(venueId: string, now: number): Record<string, unknown> {
  const word = (at: string) =>
    `allergic to nuts${at}, milk and eggs; cannot eat fish, traces of peanuts are too much, celiac `.repeat(2).slice(0, 150);
  return {
    ...longOrder(1, venueId, now),
    id: 'telling',
    items: Array.from({ length: LINES }, (_, line) => ({
      name: `Dish ${line}`,
      count: 1,
      options: Array.from({ length: 10 }, (_, at) => ({ name: word(`${line}`), value: word(`${at} ${line}`) })),
    })),
  };
}

async function lookBack({ app, screen, meter, reached, force }: Watch, reported: string) {
  const now = Date.now();
  const span = { firstDay: dayOf(now - 3 * DAY_MS), lastDay: dayOf(now) };
  const late = { firstDay: dayOf(now - 2 * DAY_MS), lastDay: dayOf(now - 2 * DAY_MS) };
  const looks: [CallName, unknown][] = [
    ['history.report', { span: late, against: null }],
    ['history.report', { span: { firstDay: span.lastDay, lastDay: span.lastDay }, against: null }],
    ['history.csv', { span: late, of: 'orders' }],
    ['history.csv', { span: late, of: 'days' }],
    ['history.search', { typed: '', before: null }],
    ['history.search', { typed: 'dish', before: null }],
    ['history.search', { typed: 'a-'.repeat(100), before: null }],
    ['kitchen.recent', { station: null }],
    ['kitchen.recent', { station: 'kitchen' }],
    ['kitchen.recall', { orderId: 'long-2', station: null }],
    ['order.detail', { orderId: reported }],
    ['settings.saveScreen', { screen: { theme: 'dark' } }],
    ['printers.whereItems', { printers: [] }],
    ['diagnostics.bundle', {}],
  ];
  let heldMost = 0;
  let largest = 0;
  for (const [name, input] of looks) {
    const began = Date.now();
    const answer = await screen.call(name, input as CallInput<typeof name>, ANSWER_MS).catch(() => null);
    // Work that the call queued gets a turn too.
    await screen.call('settings.get', {}, ANSWER_MS).catch(() => null);
    const held = meter.longestSince(began);
    heldMost = Math.max(heldMost, held);
    const size = JSON.stringify(answer).length;
    const text = `${name} ${JSON.stringify(input).slice(0, 60)}`;
    force.say(`${text}: held for ${held.toFixed(0)} ms, ${((Date.now() - began) / 1_000).toFixed(1)} s, ${size} characters`);
    if (answer === null) reached.push(`${text} has no answer`);
    if (answer && !answer.ok && answer.problem.code !== 'not-among-last') reached.push(`${text} answers "${answer.problem.code}"`);
    if (held > HELD_MOST_MS) reached.push(`${text} kept everybody else waiting for ${held.toFixed(0)} ms`);
    if (name === 'history.report' || name === 'history.search' || name === 'kitchen.recent') {
      largest = Math.max(largest, size);
      if (size > LARGEST_ANSWER) reached.push(`${text} answers with ${size} characters`);
    }
    if (name === 'history.report' && answer?.ok) reached.push(...untrue(answer.value as CallOutput<'history.report'>));
    if (!app.isOn()) break;
  }
  return { tried: looks.length, heldMost, largest };
}

/** A report's counts are complete even if its lists are cut. */
function untrue({ report: { taken, byKind } }: CallOutput<'history.report'>): string[] {
  const counted = byKind.reduce((sum, { count }) => sum + count, 0);
  return counted === taken ? [] : [`of ${taken} orders a report tells the kind of ${counted}`];
}

/** A thousand lines at each of twenty stations, finished station by station. */
async function cook({ app, screen, meter, reached, force }: Watch) {
  const words = Array.from({ length: 200 }, (_, at) => `word ${at}`);
  const stations = Array.from({ length: STATIONS }, (_, at) => ({
    id: `s${at}`,
    name: `Station ${at}`,
    takes: at % 2 === 0 ? null : { categories: words, items: ['dish', ...words.slice(1)], rest: true },
    minutes: null,
  }));
  const saved = await screen.call('settings.saveKitchen', { kitchen: { stations } }, ANSWER_MS);
  if (!saved.ok) throw new Error(saved.problem.code);
  const items = Array.from({ length: LINES }, (_, at) => ({ row_number: at + 1, name: `Dish ${at}`, count: 1, options: [] }));
  const id = await app.place('takeaway', { items });
  await screen.until('the card', ({ orders }) => orders[id]?.actions.length, SEEN_MS);
  await screen.call('order.accept', { orderId: id, extraMinutes: 0 });
  await screen.until('the kitchen', ({ orders }) => orders[id]?.kitchen && orders[id]?.pending === null, SEEN_MS);
  let heldMost = 0;
  let tried = 0;
  for (let round = 0; round < Math.max(1, force.tries(5)); round += 1)
    for (const { id: station } of stations.slice(0, Math.max(6, force.tries(STATIONS)))) {
      const ticket = await screen.until(
        'the ticket',
        ({ orders }) => orders[id]?.kitchen?.tickets.find((one) => one.station === station),
        SEEN_MS,
      );
      const began = Date.now();
      tried += 1;
      const answer = await screen.call('kitchen.setTicket', { orderId: id, station, done: round % 2 === 0, seen: ticket.key }, ANSWER_MS);
      if (!answer.ok) reached.push(`a ticket of ${LINES} lines cannot be done: ${answer.problem.code}`);
      await screen.call('settings.get', {}, ANSWER_MS);
      heldMost = Math.max(heldMost, meter.longestSince(began));
    }
  force.say(`a thousand lines done at ${tried} of the tickets of ${STATIONS} stations: held for ${heldMost.toFixed(0)} ms`);
  if (heldMost > HELD_MOST_MS) reached.push(`a ticket that is done kept everybody else waiting for ${heldMost.toFixed(0)} ms`);
  return { tried, heldMost };
}
