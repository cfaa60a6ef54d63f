/** An order that was told of is read until it can be. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { createIngestion } from '../../../main/intake/ingest.ts';
import { createOrderReader, isUnknownAtService, type OrderReader } from '../../../main/intake/reading/read-order.ts';
import { NO_FOLLOWERS, openRooms, type Rooms } from '../service/rooms.ts';

let rooms: Rooms;
let reader: OrderReader;
let onlyVenueId: string | null;

beforeEach(async () => {
  rooms = await openRooms();
  onlyVenueId = rooms.venueId;
  reader = createOrderReader({
    store: rooms.store,
    api: rooms.api,
    ...NO_FOLLOWERS,
    now: rooms.time.wall,
    monotonic: rooms.now,
    onRead: () => {},
    onlyVenueId: () => onlyVenueId,
  });
});
afterEach(() => rooms.close());

const HOUR = 3_600_000;

/** The service tells of a new order, and this counter takes it in. */
async function notified(venueId: string | null = rooms.venueId): Promise<string> {
  const { order_id: id } = await rooms.control('POST', '/orders', { venue_id: rooms.venueId, kind: 'takeaway' });
  const order = { id, status: 'CREATED', ...(venueId === null ? {} : { venue_id: venueId }) };
  createIngestion(rooms.store).notification(Buffer.from(JSON.stringify({ id: `n-${id}`, type: 'order.notification', order })));
  return String(id);
}
/** More news of it. */
function reportedAgain(id: string, status: string): void {
  const order = { id, venue_id: rooms.venueId, status };
  createIngestion(rooms.store).notification(
    Buffer.from(JSON.stringify({ id: `n-${status}-${rooms.now()}`, type: 'order.notification', order })),
  );
}
/** Somebody sets this computer's clock. */
function setClockBy(ms: number): void {
  rooms.time.setWall(rooms.now() + ms);
}
/** How long until the next attempt, ms, or how the reading ended. */
async function attempt(): Promise<number | string> {
  const outcome = await rooms.attempt(reader.kind);
  return outcome.end === 'retry' ? outcome.afterMs : outcome.end;
}

test('through 503 after 503 it is asked for every few seconds', async () => {
  const id = await notified();
  await rooms.control('POST', '/faults', { match: `GET /v2/orders/${id}`, status: 503, times: 12 });
  for (let tries = 0; tries < 12; tries += 1) {
    const pause = await attempt();
    expect(pause).toBeLessThanOrEqual(4_000);
    rooms.pass(Number(pause) + 1);
  }
  expect(await attempt()).toBe('done');
  expect(rooms.store.orders.get(id)?.stage).toBe('awaiting-acceptance');
});

test('an order whose readings always fail is read more and more seldom, and closely again after more news of it', async () => {
  const id = await notified();
  await rooms.control('POST', '/faults', { match: `GET /v2/orders/${id}`, status: 500, for_ms: 240 * HOUR });
  expect(await attempt()).toBeLessThanOrEqual(4_000);
  expect(reader.isReadSeldom(id)).toBe(false);
  setClockBy(-5 * HOUR);
  rooms.pass(11 * 60_000);
  expect(await attempt()).toBe(5 * 60_000);
  expect(reader.isReadSeldom(id)).toBe(true);
  setClockBy(24 * HOUR);
  rooms.pass(11 * HOUR);
  expect(await attempt()).toBe(5 * 60_000);
  rooms.pass(HOUR);
  expect(await attempt()).toBe(HOUR);
  rooms.pass(48 * HOUR);
  expect(await attempt()).toBe(HOUR);
  // The same news once more is news, also where it seems to be of before.
  setClockBy(-100 * HOUR);
  reportedAgain(id, 'CREATED');
  expect(await attempt()).toBeLessThanOrEqual(4_000);
  expect(reader.isReadSeldom(id)).toBe(false);
  await rooms.control('DELETE', '/faults');
  rooms.pass(4_001);
  expect(await attempt()).toBe('done');
});

test('readings that always fail end by hand, or once nothing is kept of the order any more', async () => {
  const id = await notified();
  await rooms.control('POST', '/faults', { match: `GET /v2/orders/${id}`, status: 500, for_ms: 240 * HOUR });
  await attempt();
  rooms.pass(13 * HOUR);
  expect(await attempt()).toBe(HOUR);
  rooms.store.write(() => rooms.store.claims.forgetBefore(rooms.now()));
  rooms.pass(HOUR);
  expect(await attempt()).toBe('failed');
  reportedAgain(id, 'CREATED');
  expect(await attempt()).toBeLessThanOrEqual(4_000);
  const job = rooms.store.queue.get('read', id);
  rooms.store.write(() => rooms.store.queue.giveUp(job?.id ?? 0, 'Looked after in the merchant app'));
  rooms.pass(HOUR);
  await expect(attempt()).rejects.toThrow('No read is due.');
});

test.each([400, 404, 422])('an order that the service refuses to tell (%i) is read on as long as its card stands there', async (status) => {
  const id = await notified();
  await rooms.control('POST', '/faults', { match: `GET /v2/orders/${id}`, status, for_ms: 24 * 3_600_000 });
  rooms.pass(6 * 60_000);
  for (let tries = 0; tries < 3; tries += 1) {
    const pause = await attempt();
    expect(pause).toBe(60_000);
    rooms.pass(Number(pause));
  }
  rooms.pass(2 * 60_000);
  expect(await attempt()).toBe(5 * 60_000);
  rooms.pass(5 * 60_000);
  await rooms.control('DELETE', '/faults');
  expect(await attempt()).toBe('done');
  expect(rooms.store.orders.get(id)?.stage).toBe('awaiting-acceptance');
});

test('where nobody can be asked for it, the reading has ended and the card can say so', async () => {
  onlyVenueId = null;
  const id = await notified(null);
  expect(await attempt()).toBe('failed');
  expect(rooms.store.queue.get('read', id)?.state).toBe('failed');
  expect(english(rooms.store.claims.get(id)?.text ?? '')).toBe('The webhook names no venue, and several are connected.');
});

test.each([-3_600_000, 20 * 60_000])(
  'a cancel that no reading bears out is pursued for its ten minutes, though the clock is set by %i ms',
  async (by) => {
    const id = await notified();
    expect(await attempt()).toBe('done');
    reportedAgain(id, 'CANCELED');
    expect(await attempt()).toBe(1_000);
    setClockBy(by);
    rooms.pass(60_000);
    expect(await attempt()).toBe(4_000);
    rooms.pass(8 * 60_000);
    expect(await attempt()).toBe(4_000);
    rooms.pass(2 * 60_000);
    expect(await attempt()).toBe('done');
  },
);

test('an order that the service does not know is looked for as long as ever, though the clock is set by a day', async () => {
  const id = await notified();
  await rooms.control('POST', '/faults', { match: `GET /v2/orders/${id}`, status: 404, for_ms: 24 * 3_600_000 });
  await attempt();
  setClockBy(24 * HOUR);
  rooms.pass(1_000);
  expect(await attempt()).toBeLessThanOrEqual(4_000);
  rooms.pass(6 * 60_000);
  expect(await attempt()).toBe(60_000);
});

/** The order is read while every reading meets this fault; then whether it counts as one that the service does not know. */
async function unknownAfter(id: string, fault: Record<string, unknown>): Promise<boolean> {
  await rooms.control('DELETE', '/faults');
  await rooms.control('POST', '/faults', { match: `GET /v2/orders/${id}`, for_ms: 24 * HOUR, ...fault });
  await attempt();
  rooms.pass(4_001);
  const claim = rooms.store.claims.get(id);
  return claim !== null && isUnknownAtService(rooms.store, claim);
}

test('an order that the service has not known for a minute stays unknown until the service says something else of it', async () => {
  const id = await notified();
  rooms.pass(61_000);
  expect(await unknownAfter(id, { status: 404 })).toBe(true);
  expect(await unknownAfter(id, { drop: true })).toBe(true);
  expect(await unknownAfter(id, { status: 429, retry_after_seconds: 1 })).toBe(true);
  expect(await unknownAfter(id, { status: 503 })).toBe(false);
});

test('an order that the service did not know at first is not called unknown because nothing was heard since', async () => {
  const id = await notified();
  expect(await unknownAfter(id, { status: 404 })).toBe(false);
  expect(await unknownAfter(id, { drop: true })).toBe(false);
  rooms.pass(61_000);
  expect(await unknownAfter(id, { drop: true })).toBe(false);
});
