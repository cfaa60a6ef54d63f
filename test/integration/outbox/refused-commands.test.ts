/** A command about an order that the service refuses or doesn't answer: checked until its effect is known. */

import { beforeEach, expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { allWorded } from '../../../contract/words.ts';
import type { StaffCommand } from '../../../main/orders/commands.ts';
import { enqueueCommand, isOurRejection } from '../../../main/outbox/commands.ts';
import { createCommandKind } from '../../../main/outbox/send-commands.ts';
import type { Kind } from '../../../main/store/worker.ts';
import { notifyOf } from '../../setup/intake.ts';
import { openRooms, type Rooms } from '../service/rooms.ts';

const CHECKING = "Checking: the service says the order has moved on, but the order doesn't show it yet.";
const LOST = "Checking: the service's reply was lost, and the order doesn't show the result yet.";

const rejected = (what: string) => expect.stringContaining(`${what} didn't work. The service, the customer or support rejected the order`);

let rooms: Rooms;
let commands: Kind;
let read: () => Promise<{ ok: boolean }>;
let orderId: string;

beforeEach(async () => {
  rooms = await openRooms();
  const { store, api, time } = rooms;
  const reader = rooms.reader();
  commands = createCommandKind({ store, api, time, read: reader.read, onTaken: () => {}, isGone: () => false });
  const placed = await rooms.control('POST', '/orders', { venue_id: rooms.venueId, kind: 'takeaway' });
  orderId = String(placed.order_id);
  read = () => reader.read({ venueId: rooms.venueId, orderId });
  expect((await read()).ok).toBe(true);
});

const attempt = async () => allWorded(english, await rooms.attempt(commands));
const fault = (order: Record<string, unknown>) => rooms.control('POST', '/faults', order);
const answerTo = (command: StaffCommand, id = orderId) => enqueueCommand(rooms.store, () => ({ flavour: 'device-free' }), id, command);
const give = (command: StaffCommand) => expect(answerTo(command)).toBeNull();
const cancel = () => rooms.control('POST', `/orders/${orderId}/cancel`, { by: 'consumer' });
const lag = () => fault({ match: `GET *orders/${orderId}`, lag_ms: 3_600_000, for_ms: 3_600_000 });
const ACCEPT: StaffCommand = { action: 'accept', extraMinutes: 0 };
const REJECT: StaffCommand = { action: 'reject', reason: 'Sold out', code: 'GENERIC' };
const job = (action: string) => rooms.store.queue.get('command', `${orderId}/${action}`);
const asked = async (operation: string): Promise<number> => {
  const { asked: all } = await rooms.control('GET', `/orders/${orderId}/story`);
  return (all as { operation: string }[]).filter((one) => one.operation === operation).length;
};
async function retried() {
  const outcome = await rooms.attempt(commands);
  return outcome.end === 'retry' ? outcome : expect.unreachable(`It ended: ${JSON.stringify(outcome)}`);
}
async function isCheckedAndThen(outcome: string): Promise<void> {
  expect(await attempt()).toMatchObject({ end: 'retry', error: CHECKING });
  rooms.pass(2_000);
  await rooms.control('DELETE', '/faults');
  expect(await attempt()).toMatchObject({ end: 'done', outcome });
}
/** Runs attempts for this long (ms); returns every error shown meanwhile. */
async function attemptsFor(ms: number): Promise<Set<string>> {
  const texts = new Set<string>();
  for (const end = rooms.now() + ms; rooms.now() < end; ) {
    const outcome = await retried();
    texts.add(english(outcome.error));
    rooms.pass(outcome.afterMs + 1);
  }
  return texts;
}

test('a second accept, refused after a lost answer, is checked until a reading shows the order accepted', async () => {
  await fault({ match: 'PUT /orders/*/accept', drop: 'after' });
  await lag();
  give(ACCEPT);
  await rooms.attempt(commands);
  rooms.pass(2_000);
  expect([...(await attemptsFor(120_000))]).toEqual([LOST]);
  await rooms.control('DELETE', '/faults');
  expect(await attempt()).toMatchObject({ end: 'done', outcome: 'confirmed-by-read' });
});

test('while a refused accept is checked, the order is read every few seconds, even if readings fail', async () => {
  await fault({ match: 'PUT /orders/*/accept', drop: 'after' });
  await fault({ match: `GET *orders/${orderId}`, lag_ms: 3_600_000, times: 2 });
  give(ACCEPT);
  await rooms.attempt(commands);
  rooms.pass(2_000);
  await rooms.attempt(commands);
  rooms.pass(2_000);
  await fault({ match: `GET *orders/${orderId}`, status: 503, times: 6 });
  for (let tries = 0; tries < 6; tries += 1) {
    const outcome = await retried();
    expect(english(outcome.error)).toBe(LOST);
    expect(outcome.afterMs).toBeLessThanOrEqual(4_000);
    rooms.pass(outcome.afterMs + 1);
  }
  expect(await attempt()).toMatchObject({ end: 'done', outcome: 'confirmed-by-read' });
});

test("an accept that is being sent, or was sent, can't be repeated with other minutes", async () => {
  give(ACCEPT);
  const other = (extraMinutes: number) => answerTo({ action: 'accept', extraMinutes });
  expect(other(15)?.code).toBe('under-way');
  // Repeating the accept with the same minutes is fine.
  expect(other(0)).toBeNull();
  expect(await attempt()).toMatchObject({ end: 'done' });
  expect(other(15)?.code).toBe('under-way');
  expect(await asked('accept')).toBe(1);
});

test('an accept that is refused although the order still waits is sent again', async () => {
  await fault({ match: 'PUT /orders/*/accept', status: 409 });
  give(ACCEPT);
  expect([...(await attemptsFor(44_000))]).toEqual([CHECKING]);
  expect(await asked('accept')).toBe(1);
  rooms.pass(5_000);
  expect(await attempt()).toMatchObject({ end: 'done' });
  expect(await asked('accept')).toBe(2);
});

test("a rejection that is refused as the customer cancelled isn't ours, even with a power cut during the check", async () => {
  await fault({ match: 'PUT /orders/*/reject', overtaken_by: 'consumer' });
  await lag();
  give(REJECT);
  expect(await attempt()).toMatchObject({ end: 'retry', error: CHECKING });
  rooms.pass(2_000);
  rooms.cutPowerIn(commands);
  expect(allWorded(english, job('reject'))).toMatchObject({ state: 'waiting', outcomeUnknown: true });
  await rooms.control('DELETE', '/faults');
  expect(await attempt()).toMatchObject({ end: 'done', outcome: 'already-so' });
  expect(isOurRejection(job('reject') as never)).toBe(false);
});

test("a rejection that is refused as the customer cancelled isn't ours, even if the order can't be read", async () => {
  await fault({ match: 'PUT /orders/*/reject', overtaken_by: 'consumer' });
  await fault({ match: `GET *orders/${orderId}`, status: 503 });
  give(REJECT);
  expect(await attempt()).toMatchObject({ end: 'retry', error: CHECKING });
  expect(job('reject')?.outcomeUnknown).toBe(false);
  rooms.pass(10_000);
  expect(await attempt()).toMatchObject({ end: 'done', outcome: 'already-so' });
});

test("an accept with a lost answer isn't reported as failed if the order is cancelled afterwards", async () => {
  await fault({ match: 'PUT /orders/*/accept', drop: 'after' });
  give(ACCEPT);
  await rooms.attempt(commands);
  await cancel();
  rooms.pass(2_000);
  expect(await attempt()).toMatchObject({ end: 'done', outcome: 'overtaken' });
  expect(allWorded(english, job('accept'))).toMatchObject({ state: 'done', error: null });
});

test('an accept refused because the order was cancelled is reported as failed', async () => {
  await cancel();
  give(ACCEPT);
  for (let tries = 0; tries < 20; tries += 1) {
    const outcome = await rooms.attempt(commands);
    if (outcome.end === 'retry') rooms.pass(outcome.afterMs + 1);
    else return expect(allWorded(english, outcome)).toMatchObject({ end: 'failed', error: rejected('Accept') });
  }
  throw new Error('It never ended.');
});

test.each([
  {
    what: 'whose time to confirm has passed',
    happens: () => rooms.control('POST', '/clock', { advance_seconds: 16 * 60 }),
    ends: { end: 'failed', error: rejected('Confirm') },
  },
  {
    what: 'that was confirmed elsewhere',
    happens: () => rooms.api.confirmPreorder({ venueId: rooms.venueId, orderId }),
    ends: { end: 'done', outcome: 'already-so' },
  },
])('a pre-order $what is confirmed once, and its refusal is trusted only when a reading agrees', async ({ happens, ends }) => {
  orderId = String((await rooms.control('POST', '/orders', { venue_id: rooms.venueId, kind: 'preorder' })).order_id);
  expect((await read()).ok).toBe(true);
  await lag();
  await happens();
  const before = await asked('confirm-preorder');
  give({ action: 'confirm' });
  // A lagging reading still shows a waiting order: the refusal isn't trusted until one confirms it.
  expect([...(await attemptsFor(2_000))]).toEqual([CHECKING]);
  await rooms.control('DELETE', '/faults');
  expect(await attempt()).toMatchObject(ends);
  expect((await asked('confirm-preorder')) - before).toBe(1);
});

/** The command worked, but readings don't show it for half a minute, so the buttons are back. */
async function takenAndNotSeen(command: StaffCommand): Promise<void> {
  await lag();
  give(command);
  expect(await attempt()).toMatchObject({ end: 'done' });
  rooms.pass(30_000);
  expect((await read()).ok).toBe(true);
}

test("a repeated accept isn't reported as failed if the first worked unseen and the order was then cancelled", async () => {
  await takenAndNotSeen(ACCEPT);
  await cancel();
  give(ACCEPT);
  // The first command may have moved the order: refusing the second says nothing about the first.
  await isCheckedAndThen('overtaken');
});

test('before an accept is repeated the order is read, in case the first one worked unseen', async () => {
  await takenAndNotSeen(ACCEPT);
  await cancel();
  give(ACCEPT);
  await rooms.control('DELETE', '/faults');
  expect(await attempt()).toMatchObject({ end: 'done', outcome: 'overtaken' });
  expect(await asked('accept')).toBe(1);
});

test("a repeated accept is sent at once if the order can't be read first", async () => {
  await takenAndNotSeen(ACCEPT);
  await rooms.control('DELETE', '/faults');
  await fault({ match: `GET *orders/${orderId}`, status: 503, times: 3 });
  give(ACCEPT);
  expect(await attempt()).toMatchObject({ end: 'retry', error: CHECKING });
  expect(job('accept')?.outcomeUnknown).toBe(false);
  expect(await asked('accept')).toBe(2);
});

test("an accept with a lost answer isn't reported as failed while the order is briefly not found", async () => {
  await fault({ match: 'PUT /orders/*/accept', drop: 'after' });
  give(ACCEPT);
  await rooms.attempt(commands);
  await fault({ match: `GET *orders/${orderId}`, status: 404, times: 2 });
  for (let tries = 0; tries < 2; tries += 1) {
    rooms.pass(20_000);
    expect(await attempt()).toMatchObject({ end: 'retry' });
    expect(job('accept')?.outcomeUnknown).toBe(true);
  }
  rooms.pass(20_000);
  expect(await attempt()).toMatchObject({ end: 'done', outcome: 'confirmed-by-read' });
});

test("an accept after our own rejection, which no reading shows yet, isn't reported as failed", async () => {
  await takenAndNotSeen(REJECT);
  give(ACCEPT);
  await isCheckedAndThen('overtaken');
});

test('a rejection of ours that no reading shows yet stays ours when staff tap Reject again', async () => {
  await takenAndNotSeen(REJECT);
  give(REJECT);
  await isCheckedAndThen('confirmed-by-read');
  expect(isOurRejection(job('reject') as never)).toBe(true);
});

test("an accept that the service answered but didn't carry out is sent again at the next tap", async () => {
  await fault({ match: 'PUT /orders/*/accept', no_effect: true });
  give(ACCEPT);
  expect(await attempt()).toMatchObject({ end: 'done' });
  rooms.pass(30_000);
  give(ACCEPT);
  expect(await attempt()).toMatchObject({ end: 'done' });
  expect(await asked('accept')).toBe(2);
});

const tellCancelled = () => notifyOf(rooms.store, 'n-canceled', { id: orderId, venue_id: rooms.venueId, status: 'CANCELED' });

test.each([
  { command: ACCEPT, ends: { end: 'failed', error: rejected('Accept') } },
  { command: REJECT, ends: { end: 'done', outcome: 'already-so' } },
])("$command.action isn't repeated after a 503 if a notification reports the cancel meanwhile", async ({ command, ends }) => {
  await fault({ match: `PUT /orders/*/${command.action}`, status: 503, times: 1 });
  give(command);
  expect(await attempt()).toMatchObject({ end: 'retry' });
  expect(job(command.action)?.outcomeUnknown).toBe(false);
  await cancel();
  tellCancelled();
  rooms.pass(2_000);
  expect(await attempt()).toMatchObject(ends);
  expect(await asked(command.action)).toBe(1);
  if (command.action === 'reject') expect(isOurRejection(job('reject') as never)).toBe(false);
});

test('an accept waits up to half a minute for a reading to confirm a reported cancel, then is sent', async () => {
  await lag();
  await cancel();
  tellCancelled();
  give(ACCEPT);
  expect([...(await attemptsFor(29_000))]).toEqual([english({ code: 'order.cancelledUnverified' })]);
  expect(await asked('accept')).toBe(0);
  rooms.pass(2_000);
  expect(await attempt()).toMatchObject({ end: 'retry', error: CHECKING });
  expect(await asked('accept')).toBe(1);
});

test("an accept isn't repeated after a 503 if a reading shows the cancel meanwhile", async () => {
  await fault({ match: 'PUT /orders/*/accept', status: 503, times: 1 });
  give(ACCEPT);
  await rooms.attempt(commands);
  await cancel();
  expect((await read()).ok).toBe(true);
  rooms.pass(2_000);
  expect(await attempt()).toMatchObject({ end: 'failed' });
  expect(await asked('accept')).toBe(1);
});

test("an order that couldn't be read yet can't be answered, and the text says why", () => {
  const order = { id: 'of-nobody-yet', venue_id: rooms.venueId, status: 'CREATED' };
  const answer = () => answerTo(REJECT, order.id);
  expect(allWorded(english, answer())).toMatchObject({ code: 'unknown-order' });
  notifyOf(rooms.store, 'n-new', order);
  expect(allWorded(english, answer())).toEqual({
    code: 'unread',
    text: "This order's details couldn't be read yet.",
    hint: 'They appear here automatically.',
  });
});
