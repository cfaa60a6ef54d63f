/** A compromised service sends orders made to vanish, mislead or stop the board: each must be shown truthfully and be erasable. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { erasePersons } from '../../../../main/store/erase-persons.ts';
import { openStore } from '../../../../main/store/store.ts';
import { openVenueProcess } from '../../venue-process.ts';
import type { Attack, Force } from '../attack.ts';
import { openScreen } from '../watch/counter-screen.ts';
import { bentService, type Order } from './bent-service.ts';

const ORDERS = 1_000;
const AT_ONCE = 10;
const SEEN_MS = 20_000;
/** Inherited property names: a lookup by such a status finds something else. */
const INHERITED = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'prototype', '__defineGetter__'];
const FIELDS = [
  'order_status',
  'delivery',
  'items',
  'price',
  'consumer_name',
  'order_number',
  'venue',
  'created_at',
  'pre_order',
  'cash_payment',
];
const VALUES = [null, true, -1, 1e308, '', 'x', [], {}, [[]], [null], { a: { a: 1 } }, 9_007_199_254_740_991, '\u202e\u0000\ud800'];
/** Characters that reorder, hide or command. */
const NEVER_SHOWN = /[\p{Bidi_Control}\u{200b}\u{2060}\u{feff}]|[^\P{Cc}\n]/u;

/** The customer's number: in no file once erased. */
const PHONE = '+35899887766554';
const DAY_MS = 24 * 3_600_000;

interface Trick {
  name: string;
  bend: (order: Order) => string;
}

const UNBENT: Trick = { name: 'as people place them', bend: (order) => JSON.stringify(order) };

function deep(name: string, field: string, open: string, close: string, levels: number): Trick {
  return {
    name: `${name} ${levels} levels deep`,
    bend: ({ [field]: _, ...order }) => JSON.stringify(order).replace(/\}$/, `,"${field}":${open.repeat(levels)}1${close.repeat(levels)}}`),
  };
}

function tricksOf({ chance }: Force): (() => Trick)[] {
  const json = (name: string, change: (order: Order) => void): Trick => ({
    name,
    bend(order) {
      change(order);
      return JSON.stringify(order);
    },
  });
  return [
    () => json('a status that every object has', (order) => Object.assign(order, { order_status: chance.pick(INHERITED) })),
    () => deep('objects', chance.pick(FIELDS.slice(1)), '{"a":', '}', chance.pick([600, 5_000, 50_000])),
    () => deep('lists', chance.pick(FIELDS.slice(1)), '[', ']', chance.pick([600, 5_000, 50_000])),
    () => deep('an unknown key', 'news', '{"a":[', ']}', 5_000),
    () => {
      const field = chance.pick(FIELDS);
      const value = chance.pick(VALUES);
      return json(`${field} is ${JSON.stringify(value)}`, (order) => Object.assign(order, { [field]: value }));
    },
    () =>
      json('signs that turn and hide', (order) =>
        Object.assign(order, { consumer_name: '\u202eoniA\u2066\u200b\u0007 x\u009b', consumer_comment: 'no\u2060 nuts\u202e\u0000' }),
      ),
    () => ({ name: 'the key __proto__', bend: (order) => JSON.stringify(order).replace('{', '{"__proto__":{"order_status":"ready"},') }),
    () => ({ name: 'every key twice', bend: (order) => JSON.stringify(order).replace('{', '{"order_status":"delivered",') }),
    () => json('ten thousand items', (order) => Object.assign(order, { items: Array.from({ length: 10_000 }, () => null) })),
  ];
}

export const hostileOrders: Attack = {
  wants: 'an order made to do harm never reaches the board, says there what is not so, ends the app, or keeps names from being erased',
  async run(force) {
    const { chance, tries, say } = force;
    await using service = bentService();
    await using app = await openVenueProcess({ robot: false, between: service.between });
    const reached: string[] = [];
    const tricks = tricksOf(force);
    /** Tricks for the next orders; an order keeps its trick at every reading. */
    const waiting: Trick[] = [];
    const byOrder = new Map<string, Trick>();
    service.bendOrders((id, order) => {
      const trick = byOrder.get(id) ?? waiting.shift();
      if (trick) byOrder.set(id, trick);
      return trick?.bend(order());
    });
    await app.switchOn();
    using screen = await openScreen(app.counterUrl());
    const total = Math.max(tricks.length, tries(ORDERS));

    const ending = (id: string) => screen.until('its end', ({ orders }) => !orders[id] || orders[id].column === 'ended', SEEN_MS);

    /** Places hostile orders that end, followed by ordinary ones. Returns their number. */
    async function endWithTheirTricks(): Promise<number> {
      const unwritable = FIELDS.flatMap((field) => (field === 'order_status' ? [] : [deep(field, field, '[', ']', 5_000)]));
      const all = [...unwritable, deep('objects', 'delivery', '{"a":', '}', 50_000), ...Array.from({ length: 3 }, () => UNBENT)];
      for (const trick of all) {
        const id = await app.place('group');
        await screen.until('the card', ({ orders }) => orders[id], SEEN_MS);
        // The app keeps the order's last reading.
        byOrder.set(id, { ...trick, bend: (order) => trick.bend({ ...order, consumer_phone_number: PHONE }) });
        await app.venue.control('POST', `/orders/${id}/cancel`);
        await ending(id);
      }
      return all.length;
    }
    let slowestMs = 0;
    for (let at = 0; at < total; at += AT_ONCE) {
      const count = Math.min(AT_ONCE, total - at);
      for (let place = 0; place < count; place += 1) waiting.push((tricks[at + place] ?? chance.pick(tricks))());
      const ids = await Promise.all(
        Array.from({ length: count }, () => app.place(chance.pick(['takeaway', 'self-delivery', 'preorder', 'group']))),
      );
      for (const id of ids) {
        const began = Date.now();
        const card = await screen.until('the card', ({ orders }) => orders[id], SEEN_MS).catch(() => null);
        slowestMs = Math.max(slowestMs, Date.now() - began);
        const name = byOrder.get(id)?.name ?? 'untouched';
        if (name === 'untouched') reached.push('an order was never read, so nothing was tried');
        const reported = JSON.stringify([card?.customer, card?.comment, card?.number]).replaceAll('\\n', '');
        if (card === null) reached.push(`${name}: not on the board after ${SEEN_MS / 1_000} s`);
        else if (NEVER_SHOWN.test(reported)) reached.push(`${name}: ${reported} is shown`);
        else if (name.startsWith('a status') && card.column === 'ended') reached.push(`${name}: the card says that it is over`);
      }
      if (!app.isOn()) {
        reached.push(`the app ended: ${ids.map((id) => byOrder.get(id)?.name).join('; ')}`);
        break;
      }
      // The orders become normal and end, or they would fill the board.
      byOrder.clear();
      for (const id of ids) await app.venue.control('POST', `/orders/${id}/cancel`);
      for (const id of ids) await ending(id).catch(() => reached.push('an order that is read again stays as it was'));
      if (at % 200 === 0) say(`${at + count} hostile orders`);
    }
    const id = await app.place('takeaway');
    await screen
      .until('an order as people place them', ({ orders }) => orders[id]?.actions.length, SEEN_MS)
      .catch(() => reached.push('an order as people place them cannot be accepted afterwards'));
    const ended = await endWithTheirTricks();
    await app.switchOff();
    reached.push(...(await keptNames(app.venue.dataDir, ended)));
    return {
      tried: total + ended,
      reached,
      figures: `${ended} orders erased that nobody can write again, the slowest card took ${slowestMs} ms`,
    };
  },
};

/** Searches the files for customers' data after all ended orders were erased. */
async function keptNames(dataDir: string, ended: number): Promise<string[]> {
  const files = (): string[] => [
    ...readdirSync(dataDir).filter((name) => name.startsWith('tillbridge.sqlite')),
    ...readdirSync(join(dataDir, 'backup')).map((name) => join('backup', name)),
  ];
  const withNames = (): string[] => files().filter((name) => readFileSync(join(dataDir, name), 'latin1').includes(PHONE));
  const store = openStore(dataDir, { backups: { outside: () => null, settings: () => ({ text: '{}', taken: null }) } });
  const reached: string[] = [];
  try {
    await store.backups.make();
    if (withNames().length < 2) reached.push('no name was ever stored, so nothing was tried');
    const before = Date.now() + DAY_MS;
    const { orders } = erasePersons(store, before);
    if (orders < ended) reached.push(`${orders} of ${ended} orders were erased`);
    await store.backups.erase(before, Date.now());
  } catch (error) {
    reached.push(`an order ended the erasing of all others: ${String(error)}`);
  } finally {
    await store.backups.stop();
    store.close();
  }
  return [...reached, ...withNames().map((name) => `a name is left in ${name}`)];
}
