/** Every call with hostile input over real sockets, as each kind of screen: the app keeps running, and stores nothing without an owner. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { type CallOutput, calls, type DisplayView } from '../../../../contract/contract.ts';
import { freePort } from '../../../../main/demo/venue.ts';
import { parseOrder } from '../../../../main/orders/reading/parse-order.ts';
import { until } from '../../../../test/e2e/venue/venue.ts';
import { openVenueProcess, type VenueProcess } from '../../venue-process.ts';
import type { Attack, Force } from '../attack.ts';
import { heapInUse, inspectable } from '../watch/heap-in-use.ts';
import { failuresOf, inWords } from '../watch/meanwhile.ts';
import { noticeApart } from '../watch/noticed-apart.ts';
import { comeIn, type Page } from '../watch/page.ts';
import { hostileInput, type Known } from './hostile-input.ts';

/** Calls that lock out the attacker, scan the network, or wait for a person. */
const LEFT_OUT = new Set([
  ...['access.setPin', 'displays.allow', 'displays.sendAway'],
  ...['printers.find', 'selfTest.run', 'venue.awaitCode', 'training.start'],
]);
/** Calls that may redirect orders: on the main screen tried only with invalid input. */
const OF_THE_MANAGER = new Set([
  ...['settings.savePos', 'settings.savePrinters', 'settings.saveWebhookSecret', 'settings.saveMerchant'],
  ...['webhooks.create', 'webhooks.change', 'webhooks.delete', 'venue.connect', 'venue.resetIntegration'],
]);
const COUNTERS = 15;
const AT_ONCE = 8;
const MOST_TURNS = 40;
/** Enough to measure the slowest calls and stable memory. */
const FULL = 100_000;
/** Longest call for 99 of 100; memory growth in the second half, and resident memory. */
const LIMITS = { callMs: 50, notificationMs: 100, growthMegabytes: 5, residentMegabytes: 600 };

export const hostileCalls: Attack = {
  wants:
    'Calls made to do harm end the app, fill its memory, keep real notifications waiting, or leave things behind that belong to nothing',
  async run(force) {
    const settings = { counter: { port: 0, displays: true, displays_port: 0, stations_port: 0 }, printers: [] };
    await using app = await openVenueProcess({ robot: false, settings });
    const inspectorPort = await freePort();
    await app.switchOn([], inspectable(inspectorPort));
    return await attack(app, force, () => heapInUse(app.pid(), inspectorPort));
  },
};

async function attack(app: VenueProcess, force: Force, held: () => Promise<number>) {
  const { venue } = app;
  const reached: string[] = [];
  const staff = await comeIn(app.counterUrl());
  const must = async <T>(name: string, input: unknown): Promise<T> => {
    const answer = await staff.call(name, input);
    if (!answer?.ok) throw new Error(`${name}: ${answer ? answer.problem.text : 'no answer'}`);
    return answer.value as T;
  };
  const placed = await Promise.all(['group', 'takeaway', 'instant'].map((kind) => venue.place(kind)));
  const orders = placed.map(({ order_id: id }) => id);
  for (const id of orders) await until('the order', async () => (await staff.call('history.order', { orderId: id }))?.ok);
  await must('order.accept', { orderId: orders[0], extraMinutes: 0 });
  const pair = async (view: DisplayView, name: string) => {
    const paired = await until('a code', async () => {
      const answer = await staff.call('displays.pair', { view, name });
      return answer?.ok ? (answer.value as CallOutput<'displays.pair'>) : null;
    });
    return comeIn(paired.url, undefined, false);
  };
  const counters = await Promise.all(Array.from({ length: COUNTERS }, () => comeIn(app.counterUrl(), undefined, false)));
  const displays = [await pair('kitchen', 'Hot'), await pair('kitchen', 'Cold'), await pair('customer', 'Window')];

  const known: Known = {
    ids: {
      orderid: [...orders, '0'.repeat(24), '__proto__'],
      venueid: [venue.venueId, 'no-venue', 'constructor'],
      printerid: ['kitchen', 'no-printer'],
      requestid: ['a-request-of-mine', 'another-request'],
      participant: [0, 1, 2, 7, 1_000_000],
      row: [0, 1, 2, 99],
      id: [1, 2, 3, 999_999, 'no-such-thing', 'receiver'],
      venues: [venue.venueId, 'no-venue'],
    },
  };
  const names = Object.keys(calls).filter((name) => !LEFT_OUT.has(name));
  const wrongAlone = {
    ...force.chance,
    pick: <T>(from: readonly T[]): T =>
      typeof from[0] === 'number' && from.length === 4 && from[0] === 0 ? (from[3] as T) : force.chance.pick(from),
  };
  const total = force.tries(100_000);
  let tried = 0;
  let slowed = 0;
  let taken = 0;
  let halfWay: Promise<number> | null = null;

  const about = { pid: app.pid(), receiverPort: app.receiverPort, orderId: orders[2] ?? '', venueId: venue.venueId };
  const meanwhile = noticeApart({ address: app.counterUrl(), ...about });
  async function work(seat: Seat, isCounter: boolean): Promise<void> {
    while (tried < total && app.isOn()) {
      // The app cuts off displays with too large frames, and pages that read too slowly; both reconnect.
      for (let turn = 0; !seat.page.isOpen() && app.isOn(); turn += 1) {
        if (turn === MOST_TURNS) return void reached.push('a page that was cut off is not let in again');
        await comeBack(seat);
        await pause(500);
      }
      const name = force.chance.pick(names);
      const schema = calls[name as keyof typeof calls].input;
      const input = hostileInput(schema, isCounter && OF_THE_MANAGER.has(name) ? wrongAlone : force.chance, known);
      tried += 1;
      if (tried > total / 2) halfWay ??= held();
      const answer = await seat.page.callRaw(`{"id":ID,"call":${JSON.stringify(name)},"input":${input}}`);
      if (answer?.ok) taken += 1;
      if (answer && !answer.ok && answer.problem.code === 'defect') reached.push(`${name} is a defect with ${input.slice(0, 200)}`);
      if (answer && !answer.ok && answer.problem.code === 'too-much') {
        slowed += 1;
        await pause(200);
      }
    }
  }
  const began = Date.now();
  const lanes = [
    ...counters.map(seatOf).flatMap((seat) => Array.from({ length: AT_ONCE }, () => work(seat, true))),
    ...displays.map(seatOf).flatMap((seat) => [work(seat, false), work(seat, false)]),
  ];
  await Promise.all(lanes);
  const seconds = (Date.now() - began) / 1_000;
  const noticed = await meanwhile.end();
  reached.push(...failuresOf(noticed, total >= FULL ? LIMITS : {}));
  if (noticed.notifications.made === 0) reached.push('no real notification was sent meanwhile');
  if (!app.isOn()) reached.push('the app ended');
  else {
    if (!(await staff.call('state.snapshot', {}))?.ok) reached.push('the counter does not answer any more');
    const [half, after] = [(await halfWay) ?? 0, await held()];
    if (total >= FULL && after - half > LIMITS.growthMegabytes)
      reached.push(`memory went on growing: ${half} MB were held half way, ${after} MB at the end`);
    if (noticed.memory.most > LIMITS.residentMegabytes) reached.push(`${noticed.memory.most} MB were resident`);
    reached.push(...leftBehind(app, orders));
    const figures = `${taken} taken, ${slowed} told to slow down, ${(tried / seconds).toFixed(0)}/s; ${half} MB held half way, ${after} MB at the end; ${inWords(noticed)}`;
    for (const page of [staff, ...counters, ...displays]) page.leave();
    return { tried, reached, figures };
  }
  return { tried, reached };
}

interface Seat {
  page: Page;
  coming: Promise<unknown> | null;
}
const seatOf = (page: Page): Seat => ({ page, coming: null });

function comeBack(seat: Seat): Promise<unknown> {
  seat.coming ??= comeIn(seat.page.address, seat.page.keys, false)
    .then((page) => Object.assign(seat, { page }))
    .catch(() => undefined)
    .finally(() => Object.assign(seat, { coming: null }));
  return seat.coming;
}

/** Lists stored data that belongs to no order, venue or person. */
function leftBehind({ venue }: VenueProcess, orders: readonly string[]): string[] {
  const found: string[] = [];
  const db = new Database(join(venue.dataDir, 'tillbridge.sqlite'), { readonly: true });
  const rows = <T>(sql: string) => db.prepare<[], T>(sql).all();
  const isOrder = new Set(orders);
  const named = 'SELECT DISTINCT order_id AS id FROM job UNION SELECT DISTINCT order_id FROM journal';
  for (const { id } of rows<{ id: string | null }>(named))
    if (id !== null && !isOrder.has(id)) found.push(`something of the order ${id}, which does not exist`);
  if (rows<{ id: string }>('SELECT id FROM orders').some(({ id }) => !isOrder.has(id))) found.push('an order that does not exist');
  for (const { id, checked, raw } of rows<{ id: string; checked: string; raw: string }>('SELECT id, checked, raw FROM orders')) {
    const parsed = parseOrder(JSON.parse(raw), venue.venueId);
    const bags = parsed.ok ? parsed.order.participants.length : 0;
    const more = (JSON.parse(checked) as number[]).filter((place) => place >= bags);
    if (more.length > 0) found.push(`bags ${more.join(', ')} of the order ${id}, which has ${bags}`);
  }
  if (rows('SELECT id FROM delivery').length > 0) found.push('a courier that nobody offered');
  const waiting = rows<{ count: number }>("SELECT count(*) AS count FROM job WHERE state IN ('waiting', 'leased') GROUP BY order_id");
  if (waiting.some(({ count }) => count > 200)) found.push(`${Math.max(...waiting.map(({ count }) => count))} jobs of one order wait`);
  db.close();
  const settings = JSON.parse(readFileSync(join(venue.dataDir, 'settings.json'), 'utf8'));
  for (const id of Object.keys(settings.venues))
    if (id !== venue.venueId) found.push(`settings of the venue "${id}", which does not exist`);
  for (const rule of settings.work.auto_accept?.rules ?? [])
    for (const id of rule.venues) if (id !== venue.venueId) found.push(`a rule for the venue "${id}", which does not exist`);
  const bytes = JSON.stringify(settings).length;
  if (bytes > 500_000) found.push(`settings of ${bytes} bytes`);
  return found;
}
