/** Orders for the gallery: fixture bodies in a real database, shown by the real board and calls. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Answer } from '../../contract/contract.ts';
import { message } from '../../contract/message.ts';
import { Settings } from '../../contract/settings/settings.ts';
import { createHistoryCalls } from '../../main/features/history/calls.ts';
import { createReportBook } from '../../main/history/report-book.ts';
import { dayOf } from '../../main/history/span.ts';
import type { OrderEvent } from '../../main/orders/events.ts';
import { lineKeys } from '../../main/orders/kitchen/line-keys.ts';
import { isoDigits } from '../../main/orders/money/money.ts';
import { parseOrder } from '../../main/orders/reading/parse-order.ts';
import { isOpen, stageOf } from '../../main/orders/stage.ts';
import { enqueueCommand } from '../../main/outbox/commands.ts';
import { PRINT } from '../../main/printing/print-payload.ts';
import type { SettingsKeeper } from '../../main/settings/settings.ts';
import type { ClaimedJob } from '../../main/store/queue/queue.ts';
import { openStore, type Store } from '../../main/store/store.ts';
import { orderDetail } from '../../main/view/card/detail.ts';
import { createFeed } from '../../main/view/feed.ts';
import { orderId, type ShownOrders } from '../../renderer/gallery/orders.ts';
import { keepPast, type PastOrder } from '../../test/e2e/venue/past-orders.ts';
import { boardOf, RULES } from '../../test/fixtures/board.ts';
import { type Body, orderBody } from '../../test/fixtures/orders.ts';
import { type TestTime, testTime } from '../../test/setup/test-time.ts';

const VENUE = 'venue';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const MODE = { flavour: 'device-free' } as const;
const SETTINGS = v.parse(Settings, {
  venues: { [VENUE]: { name: 'Harbour Kitchen' } },
  printers: [{ id: 'kitchen', name: 'Kitchen', host: '192.0.2.10', documents: ['kitchen-ticket'], print_on: 'by-hand' }],
  kitchen: {
    stations: [
      { id: 'grill', name: 'Grill', takes: { categories: ['Burgers', 'Pizza'] }, minutes: 12 },
      { id: 'cold', name: 'Cold', takes: { rest: true } },
    ],
  },
});

/** An order of the evening; `ago`, `due` and `over` are minutes. */
interface Special {
  kind: Parameters<typeof orderBody>[0];
  status: string;
  /** Minutes since it was placed. */
  ago?: number;
  /** Minutes until it is due; null without a pickup time. */
  due?: number | null;
  /** Minutes since it ended. */
  over?: number;
  rings?: true;
  /** For a pre-order: whether it is confirmed. */
  later?: 'waiting' | 'confirmed';
}
const ORDERS: Record<string, Special> = {
  101: { kind: 'group', status: 'received', ago: 0.5, rings: true },
  102: { kind: 'takeaway-cash', status: 'received', ago: 2.7 },
  103: { kind: 'retail-weighted', status: 'received', ago: 1 },
  104: { kind: 'takeaway-cash', status: 'received', ago: 3.1, due: null },
  105: { kind: 'self-delivery-preorder', status: 'received', ago: 2, due: null, later: 'waiting' },
  106: { kind: 'takeaway-cash', status: 'received', ago: 1 },
  111: { kind: 'group', status: 'production', due: 4 },
  112: { kind: 'takeaway-cash', status: 'production', ago: 25, due: -5 },
  113: { kind: 'takeaway-cash', status: 'production' },
  114: { kind: 'retail-weighted', status: 'production' },
  115: { kind: 'self-delivery-preorder', status: 'production' },
  116: { kind: 'group', status: 'production' },
  119: { kind: 'group', status: 'ready', due: 2 },
  120: { kind: 'takeaway-cash', status: 'ready' },
  121: { kind: 'self-delivery-preorder', status: 'acknowledged', due: null, later: 'confirmed' },
  122: { kind: 'group', status: 'delivered', over: 7 },
  123: { kind: 'takeaway-cash', status: 'rejected', ago: 4, over: 1 },
  131: { kind: 'group', status: 'rejected', over: 0, rings: true },
  132: { kind: 'takeaway-cash', status: 'rejected', over: 0, rings: true },
};

export async function ordersAt(at: number): Promise<ShownOrders> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-gallery-'));
  keepPast(folder, VENUE, pastUntil(at));
  const time = testTime(at);
  const store = openStore(folder, { time, backups: null });
  try {
    keepEvening(store, time, at);
    return await shown(store, time, at);
  } finally {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Two weeks of orders, one per open hour. */
function pastUntil(at: number): PastOrder[] {
  return Array.from({ length: 14 * 24 }, (_, hour) => at - (hour + 1) * HOUR)
    .filter((placedAt) => new Date(placedAt).getUTCHours() >= 9 && new Date(placedAt).getUTCHours() < 20)
    .map((placedAt, place) => ({
      placedAt,
      sales: 1_450 + ((place * 7) % 11) * 260,
      fees: 290,
      kind: place % 3 === 0 ? 'takeaway' : 'homedelivery',
      dish: ['House burger', 'Pizza margherita', 'Ramen with roasted pork and egg'][place % 3] as string,
      lateBy: place % 9 === 0 ? 8 : -2,
    }));
}

/** Activity of the delivered order; `ago`: minutes. */
const ACTIVITY: [ago: number, event: OrderEvent][] = [
  [40, { kind: 'notification', type: 'order.notification', status: 'CREATED' }],
  [39, { kind: 'command', action: 'accept', minutes: 0 }],
  [39, { kind: 'answer', action: 'accept' }],
  [38, { kind: 'printed', document: 'kitchen-ticket', printer: 'Kitchen', isConfirmed: true }],
  [38, { kind: 'printed', document: 'receipt', printer: 'Kitchen', isConfirmed: false }],
];

const iso = (at: number) => new Date(at).toISOString();

function keepEvening(store: Store, time: TestTime, at: number): void {
  store.write(() => {
    for (const [number, special] of Object.entries(ORDERS)) keep(store, time, at, number, special);
    store.orders.setCourier(orderId('111'), { state: 'approaching', at: iso(at + 4 * MINUTE) });
    store.orders.setCourier(orderId('119'), { state: 'approaching', at: null });
    for (const bag of [0, 2]) store.orders.check(orderId('116'), bag, true);
    store.kitchen.set(orderId('111'), { kind: 'priority', station: '', line: '' });
    store.kitchen.set(orderId('115'), { kind: 'recalled', station: 'grill', line: '' });
    for (const line of lineKeys(store.orders.get(orderId('116'))?.order.items ?? []))
      store.kitchen.set(orderId('116'), { kind: 'ticket', station: 'grill', line });
    store.claims.record({ orderId: orderId('109'), venueId: VENUE, status: 'CREATED', createdAt: iso(at - MINUTE), rings: false });
    print(store, at, '111', (job) => store.queue.complete(job, { outcome: 'confirmed' }));
    print(store, at, '112', (job) => store.queue.complete(job, { outcome: 'sent' }));
    print(store, at, '114', (job) => store.queue.fail(job, { error: message('printer.outOfPaper') }));
    for (const [document, outcome] of Object.entries({ 'kitchen-ticket': 'confirmed', receipt: 'sent' } as const))
      store.ledger.add({
        orderId: orderId('122'),
        document,
        part: 0,
        printerId: 'kitchen',
        printer: 'Kitchen',
        mark: 'original',
        outcome,
        by: 'service',
      });
    for (const [ago, event] of ACTIVITY) {
      time.setWall(at - ago * MINUTE);
      store.journal.append(orderId('122'), event, event.kind === 'command' ? 'Anna' : null);
    }
    time.setWall(at);
  });
  enqueueCommand(store, () => MODE, orderId('106'), { action: 'accept', extraMinutes: 0 });
  enqueueCommand(store, () => MODE, orderId('113'), { action: 'ready' }, { undoUntil: time.monotonic() + 8_000 });
}

function keep(store: Store, time: TestTime, at: number, number: string, { kind, status, over, rings, ...special }: Special): void {
  const { ago = over === undefined ? 8 : 40, due = 20, later } = special;
  const placedAt = at - ago * MINUTE;
  const usual = orderBody(kind);
  const body = {
    ...usual,
    delivery: { ...(usual.delivery as Body), time: iso(at + (later ? 150 : (due ?? 0)) * MINUTE) },
    id: orderId(number),
    order_number: number,
    venue: { id: VENUE, name: 'Harbour Kitchen' },
    order_status: status,
    created_at: iso(placedAt),
    modified_at: iso(over === undefined ? placedAt : at - over * MINUTE),
    pickup_eta: due === null ? null : iso(at + due * MINUTE),
    type: later ? 'preorder' : 'instant',
    pre_order: later ? { preorder_time: iso(at + 150 * MINUTE), pre_order_status: later } : null,
  };
  const parsed = parseOrder(body);
  if (!parsed.ok) throw new Error(parsed.why);
  const stage = stageOf(parsed.order);
  const row = { order: parsed.order, noticedAt: placedAt, readAt: at, initialPickupEta: null, alerting: rings === true };
  time.setWall(placedAt);
  // An ended order was in the kitchen, except 123, which was missed.
  if (over !== undefined && number !== '123') store.orders.save({ ...row, stage: 'preparing', open: true, endedAt: null }, body);
  store.orders.save({ ...row, stage, open: isOpen(stage), endedAt: over === undefined ? null : at - over * MINUTE }, body);
  if (stage === 'preparing') store.kitchen.began(orderId(number));
  time.setWall(at);
}

function print(store: Store, at: number, number: string, end: (job: ClaimedJob) => unknown): void {
  const payload = { document: 'kitchen-ticket', printerId: 'kitchen', part: 0, madeAt: at } as const;
  store.queue.add(PRINT.row({ key: number, lane: 'printer/kitchen', pool: 'kitchen', orderId: orderId(number), payload }));
  const job = store.queue.claim({ print: MINUTE });
  if (job) end(job);
}

async function shown(store: Store, time: TestTime, at: number): Promise<ShownOrders> {
  const feed = createFeed();
  using _board = boardOf({ store, feed, time, settings: SETTINGS });
  const ids = [...Object.keys(ORDERS), '109'].map(orderId);
  await time.advanceUntil(() => ids.every((id) => feed.get('orders', id)), 3_000);
  const given = { store, time, settings: { get: () => SETTINGS } as SettingsKeeper, deadlineRules: () => RULES };
  const reportBook = createReportBook({ ...given, clock: time.service });
  const calls = createHistoryCalls({ ...given, currencyDigits: isoDigits, reportBook });
  const by = time.service.iso;
  const found = answered(await calls['history.search']({ typed: '', before: null }));
  const span = (first: number, last: number) => ({ firstDay: dayOf(at - first * 24 * HOUR), lastDay: dayOf(at - last * 24 * HOUR) });
  return {
    at: time.service.now(),
    cards: ids.flatMap((id) => feed.get('orders', id) ?? []),
    details: await each(ids, async (id) => orderDetail(store, id, by, isoDigits)),
    activities: await each([orderId('122'), orderId('109')], async (id) => answered(await calls['history.order']({ orderId: id }))),
    found: { ...found, orders: found.orders.slice(0, 12) },
    missedToday: answered(await calls['history.missedToday']({})),
    reports: {
      day: answered(await calls['history.report']({ span: span(0, 0), against: span(1, 1) })),
      week: answered(await calls['history.report']({ span: span(6, 0), against: span(13, 7) })),
    },
  };
}

async function each<T>(ids: readonly string[], ask: (id: string) => Promise<T | null>): Promise<Record<string, T>> {
  const asked = await Promise.all(ids.map(async (id) => [id, await ask(id)] as const));
  return Object.fromEntries(asked.flatMap(([id, value]) => (value === null ? [] : [[id, value]])));
}

function answered<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem));
  return answer.value;
}
