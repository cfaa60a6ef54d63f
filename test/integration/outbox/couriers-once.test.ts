/** A courier request in flight at a power cut may have worked: no second courier is ordered. */
import { beforeEach, expect, test } from 'vitest';
import { parseDeliveryEvent } from '../../../main/orders/couriers/delivery.ts';
import { createDeliveryKind, giveDelivery } from '../../../main/outbox/deliveries.ts';
import type { DeliveryApi } from '../../../main/service/deliveries/delivery-api.ts';
import { openRooms, type Rooms } from '../service/rooms.ts';

let rooms: Rooms;
beforeEach(async () => {
  rooms = await openRooms();
});

function give(): void {
  const promise = { id: 'p', validUntil: new Date(rooms.now() + 600_000).toISOString() } as never;
  giveDelivery(rooms.store, { id: 'one', venueId: rooms.venueId, request: {} as never, promise, now: rooms.now() });
}
const stateOf = () => rooms.store.deliveries.get('one')?.progress.state;

test("a courier request in flight at a power cut isn't repeated, and the courier is shown as unclear", async () => {
  let asked = 0;
  const api = { order: async () => (asked += 1) } as unknown as DeliveryApi;
  const kind = createDeliveryKind({ store: rooms.store, api, now: rooms.now, onOrdered: () => undefined });
  give();
  rooms.cutPowerIn(kind);
  await rooms.attempt(kind);
  expect([asked, stateOf()]).toEqual([0, 'uncertain']);
});

test.each([
  ['to the request was lost', 'unknown'],
  ['refused the request', undefined],
] as const)('a courier that an event reports as ordered stays ordered when the answer %s', async (_, outcome) => {
  const { store, now } = rooms;
  const details = { id: 'e1', merchant_order_reference_id: 'one' };
  const event = { type: 'order.received', dispatched_at: new Date(now()).toISOString(), details };
  const api = {
    async order() {
      store.write(() => store.deliveries.apply(parseDeliveryEvent(event, () => 1) ?? expect.fail('no event')));
      return { ok: false, problem: { code: 'refused', text: 'no', outcome } };
    },
  } as unknown as DeliveryApi;
  give();
  await rooms.attempt(createDeliveryKind({ store, api, now, onOrdered: () => undefined }));
  expect(stateOf()).toBe('ordered');
});
