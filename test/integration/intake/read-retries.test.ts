/** A notified order is read until it succeeds. */

import { beforeEach, expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { isUnknownAtService, type OrderReader } from '../../../main/intake/reading/read-order.ts';
import { notifyOf } from '../../setup/intake.ts';
import { openRooms, type Rooms } from '../service/rooms.ts';

let rooms: Rooms;
let reader: OrderReader;
let onlyVenueId: string | null;

beforeEach(async () => {
  rooms = await openRooms();
  onlyVenueId = rooms.venueId;
  reader = rooms.reader({ now: rooms.time.wall, onlyVenueId: () => onlyVenueId });
});

const HOUR = 3_600_000;

async function notified(venueId: string | null = rooms.venueId): Promise<string> {
  const { order_id: id } = await rooms.control('POST', '/orders', { venue_id: rooms.venueId, kind: 'takeaway' });
  const order = { id, status: 'CREATED', ...(venueId === null ? {} : { venue_id: venueId }) };
  notifyOf(rooms.store, `n-${id}`, order);
  return String(id);
}
/** Stores another notification of the order. */
const reportedAgain = (id: string, status: string): void =>
  notifyOf(rooms.store, `n-${status}-${rooms.now()}`, { id, venue_id: rooms.venueId, status });
/** Sets this computer's clock forward or back. */
const setClockBy = (ms: number): void => rooms.time.setWall(rooms.now() + ms);
/** ms until the next attempt, or how the reading ended. */
async function attempt(): Promise<number | string> {
  const outcome = await rooms.attempt(reader.kind);
  return outcome.end === 'retry' ? outcome.afterMs : outcome.end;
}
function attemptAfter(ms: number): Promise<number | string> {
  rooms.pass(ms);
  return attempt();
}

test('an order whose readings fail with 503 is requested every few seconds', async () => {
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

test('an order whose readings always fail is read less and less often, until the next notification', async () => {
  const id = await notified();
  await rooms.control('POST', '/faults', { match: `GET /v2/orders/${id}`, status: 500, for_ms: 240 * HOUR });
  expect(await attempt()).toBeLessThanOrEqual(4_000);
  expect(reader.isReadSeldom(id)).toBe(false);
  setClockBy(-5 * HOUR);
  expect(await attemptAfter(11 * 60_000)).toBe(5 * 60_000);
  expect(reader.isReadSeldom(id)).toBe(true);
  setClockBy(24 * HOUR);
  expect(await attemptAfter(11 * HOUR)).toBe(5 * 60_000);
  expect(await attemptAfter(HOUR)).toBe(HOUR);
  expect(await attemptAfter(48 * HOUR)).toBe(HOUR);
  // The same notification again counts, even with an older time.
  setClockBy(-100 * HOUR);
  reportedAgain(id, 'CREATED');
  expect(await attempt()).toBeLessThanOrEqual(4_000);
  expect(reader.isReadSeldom(id)).toBe(false);
  await rooms.control('DELETE', '/faults');
  expect(await attemptAfter(4_001)).toBe('done');
});

test("failing readings end when staff end them, or when the order's notifications are no longer kept", async () => {
  const id = await notified();
  await rooms.control('POST', '/faults', { match: `GET /v2/orders/${id}`, status: 500, for_ms: 240 * HOUR });
  await attempt();
  expect(await attemptAfter(13 * HOUR)).toBe(HOUR);
  rooms.store.write(() => rooms.store.claims.forgetBefore(rooms.now()));
  expect(await attemptAfter(HOUR)).toBe('failed');
  reportedAgain(id, 'CREATED');
  expect(await attempt()).toBeLessThanOrEqual(4_000);
  const job = rooms.store.queue.get('read', id);
  rooms.store.write(() => rooms.store.queue.giveUp(job?.id ?? 0, 'Looked after in the merchant app'));
  rooms.pass(HOUR);
  await expect(attempt()).rejects.toThrow('No read is due.');
});

test.each([400, 404, 422])(
  'an order whose readings the service refuses (%i) is read on, every minute and later every five',
  async (status) => {
    const id = await notified();
    await rooms.control('POST', '/faults', { match: `GET /v2/orders/${id}`, status, for_ms: 24 * HOUR });
    rooms.pass(6 * 60_000);
    for (let tries = 0; tries < 3; tries += 1) {
      const pause = await attempt();
      expect(pause).toBe(60_000);
      rooms.pass(Number(pause));
    }
    expect(await attemptAfter(2 * 60_000)).toBe(5 * 60_000);
    rooms.pass(5 * 60_000);
    await rooms.control('DELETE', '/faults');
    expect(await attempt()).toBe('done');
    expect(rooms.store.orders.get(id)?.stage).toBe('awaiting-acceptance');
  },
);

test('if a notification names no venue and several are connected, the reading ends and the card shows why', async () => {
  onlyVenueId = null;
  const id = await notified(null);
  expect(await attempt()).toBe('failed');
  expect(rooms.store.queue.get('read', id)?.state).toBe('failed');
  expect(english(rooms.store.claims.get(id)?.text ?? '')).toBe('The webhook names no venue, and several are connected.');
});

test.each([-HOUR, 20 * 60_000])(
  "a cancel that readings don't confirm is rechecked for ten minutes, even if the clock is set by %i ms",
  async (by) => {
    const id = await notified();
    expect(await attempt()).toBe('done');
    reportedAgain(id, 'CANCELED');
    expect(await attempt()).toBe(1_000);
    setClockBy(by);
    expect(await attemptAfter(60_000)).toBe(4_000);
    expect(await attemptAfter(8 * 60_000)).toBe(4_000);
    expect(await attemptAfter(2 * 60_000)).toBe('done');
  },
);

test("a changed clock doesn't shorten how long an order unknown to the service is looked up", async () => {
  const id = await notified();
  await rooms.control('POST', '/faults', { match: `GET /v2/orders/${id}`, status: 404, for_ms: 24 * HOUR });
  await attempt();
  setClockBy(24 * HOUR);
  expect(await attemptAfter(1_000)).toBeLessThanOrEqual(4_000);
  expect(await attemptAfter(6 * 60_000)).toBe(60_000);
});

/** Reads the order with this fault; returns whether it counts as unknown to the service. */
async function unknownAfter(id: string, fault: Record<string, unknown>): Promise<boolean> {
  await rooms.control('DELETE', '/faults');
  await rooms.control('POST', '/faults', { match: `GET /v2/orders/${id}`, for_ms: 24 * HOUR, ...fault });
  await attempt();
  rooms.pass(4_001);
  const claim = rooms.store.claims.get(id);
  return claim !== null && isUnknownAtService(rooms.store, claim);
}

test("after a minute of 404s an order stays unknown until another answer comes; lost answers and 429s don't count", async () => {
  const id = await notified();
  rooms.pass(61_000);
  expect(await unknownAfter(id, { status: 404 })).toBe(true);
  expect(await unknownAfter(id, { drop: true })).toBe(true);
  expect(await unknownAfter(id, { status: 429, retry_after_seconds: 1 })).toBe(true);
  expect(await unknownAfter(id, { status: 503 })).toBe(false);
});

test("an order with a 404 only right after its notification isn't called unknown if later readings get no answer", async () => {
  const id = await notified();
  expect(await unknownAfter(id, { status: 404 })).toBe(false);
  expect(await unknownAfter(id, { drop: true })).toBe(false);
  rooms.pass(61_000);
  expect(await unknownAfter(id, { drop: true })).toBe(false);
});
