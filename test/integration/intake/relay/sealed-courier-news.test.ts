/** Courier events reach a computer behind a router: sealed at the relay for it alone, and opened here. */
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { deliveryReference } from '../../../../contract/relay/reference.ts';
import { makeSealPair, seal } from '../../../../contract/relay/sealed.ts';
import { NO_PROGRESS } from '../../../../main/orders/couriers/delivery-progress.ts';
import { delivery } from '../../../fixtures/couriers.ts';
import { deliveryEvent, openRelay, postDelivery, type RunningRelay } from '../../relay/at-the-relay.ts';
import { type Invited, operator } from '../../relay/light-counter.ts';
import { type CounterAtRelay, counterAtRelay, DELIVERY_SECRET } from './counter-at-relay.ts';

let counter: CounterAtRelay;
beforeEach(async () => {
  counter = await counterAtRelay({ joined: false });
  ordered('d1');
});

const PLACE = { lat: 60.17, lon: 24.94 };
const SETTINGS = { webhook_secrets: { orders: ['an-order-secret-of-many-bits'], deliveries: [DELIVERY_SECRET] } };

/** A courier ordered here; the service's own reference is not known yet. */
function ordered(id: string): void {
  const progress = { ...NO_PROGRESS, state: 'ordered' } as const;
  counter.store.write(() => counter.store.deliveries.add(delivery(counter.time.wall(), { id, venueId: 'v1', progress })));
}

function moved(id: string, reference: string): Buffer {
  const details = { id, tracking_id: `t-${id}`, merchant_order_reference_id: reference, courier_location: PLACE };
  return deliveryEvent({ type: 'order.location_updated', dispatched_at: '2026-11-22T12:00:00Z', details }, DELIVERY_SECRET);
}

const place = (id: string) => counter.store.deliveries.get(id)?.progress.place;

async function joined(): Promise<RunningRelay> {
  const relay = await openRelay({ settings: SETTINGS });
  const { code } = (await operator(relay, 'POST', '/invitations', { venue_ids: ['v1'] })).body as Invited;
  expect(await counter.kept.join(relay.addresses.counter_url, code)).toBeNull();
  await counter.until(() => counter.state() === 'connected');
  onTestFinished(() => expect(relay.defects).toEqual([]));
  return relay;
}

it('an event without a venue reaches this computer by our reference for the courier, with or without its prefix', async () => {
  const relay = await joined();
  expect(await postDelivery(relay, moved('e1', deliveryReference('v1', 'd1')))).toBe(200);
  await counter.until(() => place('d1'));
  expect(place('d1')).toEqual(PLACE);
  // Without our prefix, the relay knows the reference only from an earlier event with a venue.
  ordered('d0');
  const details = {
    id: 'e2',
    venue_id: 'v1',
    service_order_reference_id: 's0',
    tracking_reference: 't-e3',
    merchant_order_reference_id: 'd0',
  };
  await postDelivery(
    relay,
    deliveryEvent({ type: 'order.pickup_started', dispatched_at: '2026-11-22T12:00:00Z', details }, DELIVERY_SECRET),
  );
  await postDelivery(relay, moved('e3', 'd0'));
  await counter.until(() => place('d0'));
  expect(counter.store.deliveries.get('d0')).toMatchObject({ reference: 's0', progress: { state: 'pickup-started', place: PLACE } });
});

it('events that arrived while the app was off are opened after a restart with the same key', async () => {
  const relay = await joined();
  counter.kept[Symbol.dispose]();
  await postDelivery(relay, moved('e1', deliveryReference('v1', 'd1')));
  counter.again();
  await counter.until(() => place('d1'));
  const before = await counter.access.sealPair();
  await counter.kept.leave();
  const { code } = (await operator(relay, 'POST', '/invitations', { venue_ids: ['v1'] })).body as Invited;
  await counter.kept.join(relay.addresses.counter_url, code);
  expect(await counter.access.sealPair()).toEqual(before);
});

it('an event sealed for another computer is skipped and reported, and blocks nothing', async () => {
  counter = await counterAtRelay();
  ordered('d1');
  await counter.until(() => counter.state() === 'connected');
  const own = await counter.access.sealPair();
  expect(counter.relay.hellos[0]).toMatchObject({ versions: [2], sealKey: own.publicKey });
  const body = moved('e1', deliveryReference('v1', 'd1'));
  const give = (sealed: Buffer) => counter.relay.take({ venueId: 'v1', body: sealed, signature: null, kind: 'delivery', sealed: true });
  const first = give(seal(body, [makeSealPair().publicKey]));
  await counter.acked(first);
  expect(counter.notices.get('relay-not-opened')).toBe(
    "The relay forwarded a courier update this computer can't read: it's encrypted for another computer of the venue.",
  );
  expect(counter.tally('relay.encryptedForOther')).toBe(1);
  // Changed in transit, or sealed by a sender other than the service: neither is trusted.
  const changed = seal(body, [own.publicKey]);
  changed[changed.length - 20] = (changed[changed.length - 20] ?? 0) ^ 1;
  give(changed);
  const forged = give(
    seal(deliveryEvent({ type: 'order.delivered', details: { id: 'e9' } }, 'another-secret-of-many-bits'), [own.publicKey]),
  );
  await counter.acked(forged);
  expect(place('d1')).toBeNull();
  const last = give(seal(body, [own.publicKey]));
  await counter.acked(last);
  expect(place('d1')).toEqual(PLACE);
});

it('events that a relay of the previous version delivers unsealed are accepted', async () => {
  counter = await counterAtRelay();
  ordered('d1');
  await counter.until(() => counter.state() === 'connected');
  counter.relay.take({ venueId: 'v1', body: moved('e1', deliveryReference('v1', 'd1')).toString(), signature: null, kind: 'delivery' });
  await counter.until(() => place('d1'));
});
