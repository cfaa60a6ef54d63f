/** A compromised service sends orders that are short but costly to parse, and order IDs that lead elsewhere or can't be tapped. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openVenueProcess, type VenueProcess } from '../../venue-process.ts';
import type { Attack } from '../attack.ts';
import { type CounterScreen, openScreen } from '../watch/counter-screen.ts';
import { type HeldLoop, heldLoop } from '../watch/held-loop.ts';
import { postSigned } from '../watch/meanwhile.ts';
import { type BentService, bentService, type Order, orderOf } from './bent-service.ts';

/** Longest blocking by one body, ms of CPU time. */
const HELD_MOST_MS = 250;
const SEEN_MS = 20_000;
const QUIET_MS = 3_000;
/** The service waits this long for an answer. */
const ANSWERED_MS = 5_000;
/** A longer log line contains foreign content. */
const LONGEST_LINE = 20_000;

type Bend = (order: Order, length: number) => string;

const withField =
  (value: (length: number) => string): Bend =>
  (order, length) =>
    JSON.stringify(order).replace(/\}$/, () => `,"news":${value(length)}}`);
const nested = (open: string, close: string) =>
  withField((length) => {
    const levels = Math.floor(length / (open.length + close.length));
    return `${open.repeat(levels)}1${close.repeat(levels)}`;
  });

const BENDS: Record<string, Bend> = {
  'lists within lists': nested('[', ']'),
  'objects within objects': nested('{"a":', '}'),
  'objects beside objects': withField((length) => `[${'{},'.repeat(length / 3)}1]`),
  'deep ones beside deep ones': withField((length) => `[${`${'['.repeat(190)}${']'.repeat(190)},`.repeat(length / 381)}1]`),
  'one long key in a group order': (order, length) => {
    const items = (order.items as Order[]).map(({ name, count, row_number, options }) => ({ name, count, row_number, options }));
    const people = [{ name: 'Ann' }, { name: 'Bo' }];
    return JSON.stringify({ ...order, group_participants: people, items: [{ ...items[0], ['k'.repeat(length)]: 1 }] });
  },
  'thousands of long keys': (order, length) => {
    const keys = Object.fromEntries(Array.from({ length: length / 200 }, (_, at) => [`${at}${'x%4'.repeat(60)}`, 1]));
    const people = [{ name: 'Ann' }, { name: 'Bo' }];
    return JSON.stringify({ ...order, group_participants: people, items: [{ name: 'Soup', count: 1, ...keys }] });
  },
};
const LENGTH = 3_800_000;
const OPEN_AT_ONCE = 60;

/** IDs that remove a part of a URL, at once or after a second decoding. */
const LEADING_ELSEWHERE = ['.', '..', '%2e', '%2E.', '%252e%252e', '../../../../test', 'a/../b', '..\\venues', '..%2f..'];
const LONG = ['x'.repeat(256), 'y'.repeat(50_000)];
/** The longest valid ID. */
const LONGEST = 'z'.repeat(255);

export const bentBodies: Attack = {
  wants:
    'an order of brackets, of a million values or with one long key stops the counter, or an order id leads to another address or to an alarm nobody can end',
  async run({ chance, tries, say }) {
    await using service = bentService();
    using meter = heldLoop();
    await using app = await openVenueProcess({ robot: false, between: service.between });
    const reached: string[] = [];
    await app.switchOn([], meter.env);
    using screen = await openScreen(app.counterUrl());
    const good = await app.place('takeaway');
    await screen.until('an order', ({ orders }) => orders[good]?.actions.length, SEEN_MS);
    const bodies = await openManyBent(app, screen, meter, { service, good, reached, chance, count: Math.max(6, tries(OPEN_AT_ONCE)) });
    say(bodies.figures);
    const ids = app.isOn() ? await tellOfIds(app, screen, service, good, reached) : 0;
    return { tried: bodies.tried + ids, reached, figures: bodies.figures };
  },
};

async function openManyBent(
  app: VenueProcess,
  screen: CounterScreen,
  meter: HeldLoop,
  given: {
    service: BentService;
    good: string;
    reached: string[];
    chance: { pick<T>(of: readonly T[]): T };
    count: number;
  },
): Promise<{ tried: number; figures: string }> {
  const { service, good, reached, chance, count } = given;
  const names = Object.keys(BENDS);
  const waiting = Array.from({ length: count }, (_, at) => names[at] ?? chance.pick(names));
  const byOrder = new Map<string, { name: string; body: string }>();
  service.bendOrders((id, order) => {
    if (id === good) return undefined;
    const name = byOrder.get(id)?.name ?? waiting.shift() ?? chance.pick(names);
    const body = byOrder.get(id)?.body ?? (BENDS[name] as Bend)(order(), LENGTH);
    byOrder.set(id, { name, body });
    return body;
  });
  let heldMost = 0;
  for (let at = 0; at < count; at += 1) {
    const began = Date.now();
    const id = await app.place('takeaway');
    const card = await screen.until('the card', ({ orders }) => orders[id]?.unread === false && orders[id], SEEN_MS).catch(() => null);
    const { name } = byOrder.get(id) ?? { name: 'an order that was not read' };
    if (!app.isOn()) {
      reached.push(`${name}: the app ended`);
      break;
    }
    if (card === null) reached.push(`${name}: the order is not on the board`);
    else if (!card.alerting) reached.push(`${name}: the order does not ring`);
    await screen.call('order.detail', { orderId: good }, SEEN_MS).catch(() => reached.push(`${name}: a call was not answered`));
    const held = meter.longestSince(began);
    heldMost = Math.max(heldMost, held);
    if (held > HELD_MOST_MS) reached.push(`${name}: nobody had a turn for ${Math.round(held)} ms`);
  }
  const lines = readdirSync(join(app.venue.dataDir, 'log')).flatMap((file) =>
    readFileSync(join(app.venue.dataDir, 'log', file), 'utf8').split('\n'),
  );
  const longest = lines.reduce((most, { length }) => Math.max(most, length), 0);
  if (longest > LONGEST_LINE) reached.push(`a line of the log has ${longest} characters`);
  service.bend(null);
  return { tried: byOrder.size, figures: `${byOrder.size} bent bodies held everybody else for ${Math.round(heldMost)} ms at most` };
}

/** Orders with such IDs must be on the board, silenced by a tap, and never requested elsewhere. */
async function tellOfIds(app: VenueProcess, screen: CounterScreen, service: BentService, good: string, reached: string[]): Promise<number> {
  const asked: string[] = [];
  let body: Order | null = null;
  service.bend(({ method, path }, answer) => {
    asked.push(`${method} ${path}`);
    if (path.includes(good) && answer.status === 200) body = orderOf(answer);
    return path.includes(LONGEST) && body ? { ...answer, status: 200, body: JSON.stringify({ ...body, id: LONGEST }) } : undefined;
  });
  const ids = [...LEADING_ELSEWHERE, ...LONG, LONGEST];
  const before = new Set(Object.keys(screen.state().orders));
  for (const id of ids) {
    // Without an address, which would make the longest too long to be taken.
    const order = { id, venue_id: app.venue.venueId, status: 'CREATED' };
    const text = JSON.stringify({
      id: `about ${id}`.slice(0, 100),
      type: 'order.notification',
      created_at: new Date().toISOString(),
      order,
    });
    const answered = postSigned(app.receiverPort, text).catch(() => 0);
    const status = await Promise.race([answered, wait(ANSWERED_MS, 0)]);
    if (status !== 200) reached.push(`the id ${id.slice(0, 20)} was answered ${status}`);
  }
  const newOnes = (orders: Record<string, unknown>) => Object.keys(orders).filter((id) => !before.has(id));
  await screen.until('every card', ({ orders }) => newOnes(orders).length === ids.length, SEEN_MS).catch(() => null);
  const shown = newOnes(screen.state().orders);
  if (shown.length !== ids.length) reached.push(`of ${ids.length} orders ${shown.length} are on the board`);
  for (const id of shown) {
    const text = `the order "${id.slice(0, 20)}" (${id.length} characters)`;
    if (!screen.state().orders[id]?.alerting) reached.push(`${text} does not ring`);
    const touched = await screen.call('order.touch', { orderId: id }, SEEN_MS).catch(() => ({ ok: false }));
    const isQuiet = await screen.until('silence', ({ orders }) => orders[id]?.alerting === false, QUIET_MS).catch(() => false);
    if (!touched.ok || !isQuiet) reached.push(`${text} rings, and nobody can end it`);
  }
  // The venue's status is requested regularly anyway.
  const elsewhere = asked.filter((one) => !/\/orders\/([0-9a-f]{24}|z{255})(\/|$)|\/venues\/[0-9a-f]{24}\/status$/.test(one));
  if (elsewhere.length > 0) reached.push(`another address was asked: ${elsewhere[0]?.slice(0, 100)}`);
  return ids.length;
}
