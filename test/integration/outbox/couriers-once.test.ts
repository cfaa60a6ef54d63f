/** A courier request in flight at a power cut may have worked: no second courier is ordered. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDeliveryKind, giveDelivery } from '../../../main/outbox/deliveries.ts';
import type { DeliveryApi } from '../../../main/service/deliveries/delivery-api.ts';
import { openRooms, type Rooms } from '../service/rooms.ts';

let rooms: Rooms;
beforeEach(async () => {
  rooms = await openRooms();
});
afterEach(() => rooms.close());

test("after a power cut the request isn't repeated, and the courier is unclear", async () => {
  let asked = 0;
  const api = { order: async () => (asked += 1) } as unknown as DeliveryApi;
  const kind = createDeliveryKind({ store: rooms.store, api, now: rooms.now, onOrdered: () => undefined });
  const promise = { id: 'p', validUntil: new Date(rooms.now() + 600_000).toISOString() } as never;
  giveDelivery(rooms.store, { id: 'one', venueId: rooms.venueId, request: {} as never, promise, now: rooms.now() });
  rooms.cutPowerIn(kind);
  await rooms.attempt(kind);
  expect([asked, rooms.store.deliveries.get('one')?.progress.state]).toEqual([0, 'uncertain']);
});
