/** Which orders count as missed, on which day, and with which amount. */
import { beforeEach, expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { createReportBook, type ReportBook } from '../../../main/history/report-book.ts';
import { causeOfRejection, wasAnswered } from '../../../main/outbox/rejection-cause.ts';
import { openSettings } from '../../../main/settings/settings.ts';
import type { Store } from '../../../main/store/store.ts';
import { type Body, orderBody } from '../../fixtures/orders.ts';
import { notifyOf, readInto } from '../../setup/intake.ts';
import { testFolder, testStore } from '../../setup/parts.ts';
import { type TestTime, testTime } from '../../setup/test-time.ts';

const MIDNIGHT = new Date(2026, 10, 22).getTime();
const RULES = { acceptWithinSeconds: 180, confirmWithinSeconds: 900, acceptIsAbout: false };
const day = (date: number) => ({ firstDay: `2026-11-${date}`, lastDay: `2026-11-${date}` });
const iso = (at: number) => new Date(at).toISOString();

let folder: string;
let time: TestTime;
let store: Store;
let book: ReportBook;

/** Each test starts half a minute before midnight. */
beforeEach(() => {
  folder = testFolder();
  time = testTime(MIDNIGHT - 30_000);
  store = testStore(folder, { time, backups: null });
  book = createReportBook({ store, clock: time.service, settings: openSettings(folder), deadlineRules: () => RULES });
});

const placedAt = () => iso(MIDNIGHT - 30_000);

function read(id: string, body: Body): void {
  readInto(store, time.wall, orderBody('takeaway-cash', { id, created_at: placedAt(), modified_at: iso(time.wall()), ...body }));
}

function notified(id: string, status: string, created_at: string | null): void {
  notifyOf(store, `${id} ${status}`, { id, status }, { created_at });
}

function placedIn(): number | null {
  const row = store.orders.get('a');
  return row && store.history.placedAt(row);
}

function causeOf(id: string): string | null {
  const row = store.orders.get(id);
  return row && causeOfRejection(store, row, store.queue.ofOrder(id), RULES);
}

async function runOut(id: string, body: Body = {}, seconds = 181): Promise<void> {
  read(id, { order_status: 'received', ...body });
  await time.advance(seconds * 1_000);
  read(id, { order_status: 'rejected', ...body });
}

test('an order placed before midnight and expired after it is missed on its first day', async () => {
  await runOut('a');
  expect(causeOf('a')).toBe('missed');
  expect([book.missed(day(21)).count, book.missed(day(22)).count]).toEqual([1, 0]);
  expect((await book.report(day(21))).missed).toEqual(book.missed(day(21)));
});

test.each([
  ['confirmed', 'cancelled'],
  ['waiting', 'missed'],
])(
  'a pre-order first read as rejected, long after its confirmation deadline, with the status %s, counts as %s',
  async (pre_order_status, cause) => {
    const pre_order = { pre_order_status, preorder_time: iso(MIDNIGHT + 12 * 3_600_000) };
    await time.advance(901_000);
    read('p', { type: 'preorder', pre_order, order_status: 'rejected' });
    expect(causeOf('p')).toBe(cause);
  },
);

test('missed sales are items after discounts, per currency, without fees and tips', async () => {
  const price = (amount: number, currency: string) => ({
    basket_price: { total: { amount, currency }, price_breakdown: { total_discounts: { amount: 100, currency } } },
    fees: { total: { amount: 390, currency } },
    delivery: { type: 'homedelivery', courier_tip: { amount: 200, currency } },
    cash_payment: null,
  });
  await runOut('a', price(1_250, 'EUR'));
  await runOut('b', { ...price(1_800, 'JPY'), created_at: iso(time.wall()) });
  await runOut('c', { ...price(500, 'EUR'), created_at: iso(time.wall()) });
  const { missed, taken, sales } = await book.report({ firstDay: '2026-11-21', lastDay: '2026-11-22' });
  expect([missed.count, missed.unread, missed.sums.map((sum) => english(sum))]).toEqual([3, 0, ['17.50 EUR', '1800 JPY']]);
  expect([taken, sales]).toEqual([0, []]);
});

test('an order without created_at counts as placed at its modified_at, if that is before its notification arrived', async () => {
  const placed = time.wall();
  await time.advance(7_700);
  notified('a', 'CREATED', null);
  read('a', { order_status: 'received', created_at: null, modified_at: iso(placed) });
  expect(placedIn()).toBe(placed);
  // A later modified_at doesn't change when the order was placed.
  await time.advance(60_000);
  read('a', { order_status: 'received', created_at: null });
  await time.advance(placed + 181_000 - time.wall());
  read('a', { order_status: 'rejected', created_at: null });
  expect(placedIn()).toBe(placed);
  expect(causeOf('a')).toBe('missed');
});

test("an order without created_at and modified_at counts as placed at its notification's time", async () => {
  const placed = time.wall();
  await time.advance(7_700);
  notified('a', 'CREATED', iso(placed));
  read('a', { order_status: 'received', created_at: null, modified_at: null });
  expect(placedIn()).toBe(placed);
});

test.each([
  ['the service accepted our accept', () => store.journal.append('a', { kind: 'answer', action: 'accept' })],
  ['a notification reported it in production', () => notified('a', 'PRODUCTION', null)],
  ['a reading showed it in production', () => read('a', { order_status: 'production' })],
])("an order cancelled after the deadline for accepting isn't missed if %s", async (_, answered) => {
  read('a', { order_status: 'received' });
  await time.advance(60_000);
  store.write(answered);
  await time.advance(200_000);
  notified('a', 'CANCELED', null);
  read('a', { order_status: 'rejected' });
  const row = store.orders.get('a');
  expect(row && wasAnswered(store, row)).toBe(true);
  expect(causeOf('a')).toBe('cancelled');
  expect(await book.report(day(21))).toMatchObject({ cancelled: 1, rejected: 0, missed: { count: 0 }, lost: [] });
});

test("an unanswered order that support cancels before the deadline isn't missed", async () => {
  read('a', { order_status: 'received' });
  await time.advance(60_000);
  notified('a', 'CANCELED', null);
  read('a', { order_status: 'rejected' });
  expect(causeOf('a')).toBe('cancelled');
  expect(await book.report(day(21))).toMatchObject({ cancelled: 1, missed: { count: 0 }, lost: [{ what: 'rejected' }] });
});
