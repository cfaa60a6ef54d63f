/** An order that was told of is read until it can be. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { createOrderReader, type OrderReader } from '../../../main/intake/read-order.ts';
import { takesInto } from '../../../main/intake/take-in.ts';
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
    orderEffects: NO_FOLLOWERS,
    now: rooms.now,
    monotonic: rooms.now,
    onRead: () => {},
    onlyVenueId: () => onlyVenueId,
  });
});
afterEach(() => rooms.close());

/** The service tells of a new order, and this counter takes it in. */
async function told(venueId: string | null = rooms.venueId): Promise<string> {
  const { order_id: id } = await rooms.control('POST', '/orders', { venue_id: rooms.venueId, kind: 'takeaway' });
  const order = { id, status: 'CREATED', ...(venueId === null ? {} : { venue_id: venueId }) };
  takesInto(rooms.store).notification(Buffer.from(JSON.stringify({ id: `n-${id}`, type: 'order.notification', order })));
  return String(id);
}
/** How long until the next attempt, ms, or how the reading ended. */
async function attempt(): Promise<number | string> {
  const outcome = await rooms.attempt(reader.kind);
  return outcome.end === 'retry' ? outcome.afterMs : outcome.end;
}

test('through 503 after 503 it is asked for every few seconds', async () => {
  const id = await told();
  await rooms.control('POST', '/faults', { match: `GET /v2/orders/${id}`, status: 503, times: 12 });
  for (let tries = 0; tries < 12; tries += 1) {
    const pause = await attempt();
    expect(pause).toBeLessThanOrEqual(4_000);
    rooms.pass(Number(pause) + 1);
  }
  expect(await attempt()).toBe('done');
  expect(rooms.store.orders.get(id)?.stage).toBe('awaiting-acceptance');
});

test.each([400, 404, 422])('an order that the service refuses to tell (%i) is read on as long as its card stands there', async (status) => {
  const id = await told();
  await rooms.control('POST', '/faults', { match: `GET /v2/orders/${id}`, status, for_ms: 24 * 3_600_000 });
  rooms.pass(6 * 60_000);
  for (let tries = 0; tries < 3; tries += 1) {
    const pause = await attempt();
    expect(pause).toBe(60_000);
    rooms.pass(Number(pause));
  }
  await rooms.control('DELETE', '/faults');
  expect(await attempt()).toBe('done');
  expect(rooms.store.orders.get(id)?.stage).toBe('awaiting-acceptance');
});

test('where nobody can be asked for it, the reading has ended and the card can say so', async () => {
  onlyVenueId = null;
  const id = await told(null);
  expect(await attempt()).toBe('failed');
  expect(rooms.store.queue.get('read', id)?.state).toBe('failed');
  expect(english(rooms.store.told.get(id)?.says ?? '')).toBe('The notification names no venue, and several are connected.');
});
