/** An order's recorded events, and what is read from them. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { message } from '../../../contract/message.ts';
import { timelineOf } from '../../../main/history/timeline.ts';
import type { EventKind, OrderEvent } from '../../../main/orders/events.ts';
import { isoDigits } from '../../../main/orders/money/money.ts';
import { acceptedBy } from '../../../main/outbox/given-by.ts';
import { pastOf } from '../../../main/outbox/operations.ts';
import { wasCancelClaimed } from '../../../main/outbox/rejection-cause.ts';
import { openStore, type Store } from '../../../main/store/store.ts';
import { operationText } from '../../../main/view/card/detail.ts';
import { orderOf } from '../../fixtures/orders.ts';
import { readInto } from '../../setup/intake.ts';
import { inDatabase, testFolder, testStore } from '../../setup/parts.ts';

const notification = (count: number) => ({ kind: 'notification', type: 'status', status: String(count) }) as const;

const openEmpty = (folder = testFolder()): Store => testStore(folder, { backups: null });

const reported = (store: Store): string[] =>
  timelineOf(store, orderOf({ id: 'o', venue: { id: 'v' } }), String, null, isoDigits).map(({ text }) => english(text));

const TEXT = message('printer.message', { printer: '{"code":"printer.ready"}', text: message('printer.outOfPaper') });
/** One event of each kind with its text in History; null if the print log shows it. */
const EACH: { [Kind in EventKind]: [Omit<Extract<OrderEvent, { kind: Kind }>, 'kind'>, string | null] } = {
  notification: [{ type: 'order.notification', status: 'CREATED' }, 'The service sent a notification: New order.'],
  stage: [{ before: null, after: 'preparing', status: 'production' }, english(message('timeline.preparing'))],
  command: [{ action: 'accept', minutes: 5 }, english(message('timeline.staffAcceptedWithMinutes', { minutes: 5 }))],
  'auto-accepted': [{}, english(message('timeline.autoAccepted'))],
  'command-undone': [{}, english(message('timeline.staffUndid'))],
  operation: [
    { operation: 'refund-basket', gives: { amount: 250, currency: 'EUR' } },
    english(
      message('timeline.staffRequested', {
        text: operationText(message('operation.refundBasket'), { amount: 250, currency: 'EUR' }, isoDigits),
      }),
    ),
  ],
  answer: [{ action: 'ready' }, english(message('timeline.serviceKnowsReady'))],
  'document-uploaded': [{ type: 'INVOICE' }, english(message('timeline.documentAtService', { text: message('document.invoice') }))],
  touched: [{}, english(message('timeline.viewed'))],
  'cancellation-seen': [{}, english(message('timeline.staffStopped'))],
  reminded: [{}, english(message('timeline.staffReminded'))],
  'reprint-asked': [{ document: 'receipt' }, english(message('timeline.staffReprinted'))],
  printed: [{ document: 'receipt', printer: 'Bar', isConfirmed: true }, null],
  till: [{ news: 'changed' }, english(message('timeline.tillChange'))],
  failed: [{ text: TEXT }, english(TEXT)],
  uncertain: [{ text: 'What somebody else says.' }, 'What somebody else says.'],
  'given-up': [{ text: TEXT }, english(TEXT)],
  'bad-answer': [{ text: TEXT }, english(TEXT)],
  'print-moved': [{ text: TEXT }, english(TEXT)],
  'letters-missing': [{ text: TEXT }, english(TEXT)],
  'till-failed': [{ text: TEXT }, english(message('timeline.till', { text: TEXT }))],
};
const ACCEPT = { venueId: 'v', command: { action: 'accept', extraMinutes: 5 }, selfDelivery: false, shiftedTime: null };
const EVENTS = Object.entries(EACH).map(([kind, [facts]]) => ({ kind, ...facts }) as OrderEvent);

test('each kind of event is the same after a restart, and History shows its text', () => {
  const folder = testFolder();
  const before = openEmpty(folder);
  before.write(() => {
    for (const event of EVENTS) before.journal.append('o', event, 'Kim');
  });
  before.close();
  const store = openEmpty(folder);
  expect(store.journal.of('o').map(({ at: _at, by: _by, ...event }) => event)).toEqual(EVENTS);
  expect(reported(store)).toEqual(Object.values(EACH).flatMap(([, text]) => text ?? []));
});

test('an event of an unknown kind stays in the journal, is shown by its name and has no effect', () => {
  const folder = testFolder();
  openStore(folder, { backups: null }).close();
  const file = join(folder, 'tillbridge.sqlite');
  const inJournal = () => inDatabase(file, (db) => db.prepare('SELECT kind, facts FROM journal').all());
  inDatabase(file, (db) => {
    const insert = db.prepare(`INSERT INTO journal (order_id, at, kind, facts, by_whom) VALUES ('o', 1, ?, ?, NULL)`);
    insert.run('weighed', '{"grams":300}');
    insert.run('notification', '{"type":"order.notification","sta');
    insert.run('document-uploaded', '{"type":7}');
    insert.run('command', '{"action":"repack","minutes":0,"gloves":true}');
    insert.run('failed', '{"text":{"code":"printer-is-on-fire"}}');
  });
  const rows = inJournal();
  const store = openEmpty(folder);
  store.write(() => store.journal.append('o', { kind: 'touched' }));
  expect(reported(store)).toEqual([
    'weighed',
    'notification',
    'document-uploaded',
    english(message('timeline.staffRequestedAction', { action: 'repack' })),
    'printer-is-on-fire',
    english(message('timeline.viewed')),
  ]);
  expect([wasCancelClaimed(store, 'o'), pastOf(store, 'o').uploaded]).toEqual([false, []]);
  store.close();
  expect(inJournal().slice(0, -1)).toEqual(rows);
});

test('an event whose text resembles that of another kind has no effect of that kind', () => {
  const store = openEmpty();
  const append = (event: OrderEvent, by?: string): void => store.write(() => store.journal.append('o', event, by));
  store.write(() => {
    store.queue.add({ kind: 'command', key: 'o/accept', lane: 'o', pool: 'v', orderId: 'o', payload: ACCEPT });
    const job = store.queue.claim({ command: 1_000 });
    if (job) store.queue.complete(job);
  });
  append({ kind: 'notification', type: 'order.notification CANCELED', status: null });
  append({ kind: 'command', action: 'accept', minutes: 5 }, 'Kim');
  append({ kind: 'command', action: 'accept +5 min', minutes: 0 }, 'Lee');
  append({ kind: 'failed', text: 'document RECEIPT' });
  append({ kind: 'document-uploaded', type: 'INVOICE' });
  expect([wasCancelClaimed(store, 'o'), acceptedBy(store, 'o'), pastOf(store, 'o').uploaded]).toEqual([false, 'Kim', ['INVOICE']]);
  append({ kind: 'notification', type: 'order.notification', status: 'CANCELED' });
  expect(wasCancelClaimed(store, 'o')).toBe(true);
});

test('an order\'s activity shows only statuses of the interface; any other is "another status"', () => {
  const store = openEmpty();
  const body = { id: 'o', venue: { id: 'v' }, items: [{ name: 'Soup', count: 1 }] };
  const read = (status: string) => readInto(store, () => 1, { ...body, order_status: status });
  read('Ann Miller, 4 Elm Street');
  read('production');
  expect(store.journal.of('o')).toMatchObject([
    { kind: 'stage', before: null, after: 'awaiting-acceptance', status: 'another status' },
    { kind: 'stage', before: 'awaiting-acceptance', after: 'preparing', status: 'production' },
  ]);
});

test('of an order with thousands of events the first and last are shown, and how many are left out between', () => {
  const store = openEmpty();
  const record = (event: OrderEvent) => store.write(() => store.journal.append('o', event, 'Kim'));
  record({ kind: 'touched' });
  store.write(() => {
    for (let count = 1; count <= 3_000; count += 1) store.journal.append('o', notification(count));
  });
  record({ kind: 'command', action: 'accept', minutes: 0 });
  const story = store.journal.of('o');
  expect(story).toHaveLength(501);
  expect(story[99]).toMatchObject(notification(99));
  expect(story[100]).toMatchObject({ kind: 'left-out', events: 2_502 });
  expect(story[101]).toMatchObject(notification(2_602));
  expect(story.at(-1)).toMatchObject({ kind: 'command', action: 'accept', by: 'Kim' });
  // Events queried by kind are found however many are in between.
  expect(store.journal.ofKind('o', 'touched', 'command').map(({ kind }) => kind)).toEqual(['touched', 'command']);
  expect(store.journal.of('another')).toEqual([]);
});

test('an order with just as many events as are shown has none left out', () => {
  const store = openEmpty();
  store.write(() => {
    for (let count = 1; count <= 10; count += 1) store.journal.append('o', notification(count));
  });
  expect(store.journal.of('o', { most: 10 })).toMatchObject(Array.from({ length: 10 }, (_, at) => notification(at + 1)));
  expect(store.journal.of('o', { most: 9 })).toContainEqual(expect.objectContaining({ kind: 'left-out', events: 1 }));
});
