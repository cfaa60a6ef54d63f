/** Notifications that the relay gives before they have a number: stored at once, and recognized when they come again with one. */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { RelayFrame } from '../../../../contract/relay/wire.ts';
import { NO_PROGRESS } from '../../../../main/orders/couriers/delivery-progress.ts';
import { delivery } from '../../../fixtures/couriers.ts';
import { signed } from '../../../setup/intake.ts';
import { deliveryEvent } from '../../relay/at-the-relay.ts';
import { type CounterAtRelay, counterAtRelay, DELIVERY_SECRET, SECRET } from './counter-at-relay.ts';

let counter: CounterAtRelay;
beforeEach(async () => {
  counter = await counterAtRelay();
  await counter.until(() => counter.state() === 'connected');
});

function give(kind: 'order' | 'delivery', body: string | Buffer, signature: string | null, number: { seq: number; after?: number }): void {
  const news = { kind, signature, body: Buffer.from(body).toString('base64'), ...number };
  counter.relay.say({ type: 'news', venueId: 'v1', takenAt: '2026-11-22T12:00:00Z', ...news } satisfies RelayFrame);
}

function giveOrder(
  orderId: string,
  id: string,
  { secret = SECRET, number = { seq: 0 } }: { secret?: string; number?: Parameters<typeof give>[3] } = {},
): void {
  const body = JSON.stringify({ id, type: 'order.notification', order: { id: orderId, venue_id: 'v1', status: 'CREATED' } });
  give('order', body, signed(body, secret)['SERVICE-SIGNATURE'] ?? null, number);
}

const position = () => counter.store.relay.after(counter.relay.url, 'v1');

it('an order is stored at once, and once, and moves no position', async () => {
  const first = counter.notify('o1');
  await counter.acked(first);
  const id = randomUUID();
  giveOrder('o2', id);
  await counter.until(() => counter.orders().includes('o2'));
  expect([position(), counter.relay.acked.get('v1')]).toEqual([first, first]);
  const again = counter.notify('o2', { id });
  await counter.acked(again);
  expect(counter.orders().toSorted()).toEqual(['o1', 'o2']);
  expect(counter.tally('notification-again')).toBe(1);
  counter.again();
  await counter.until(() => counter.state() === 'connected');
  expect(counter.relay.hellos.at(-1)?.venues).toEqual([{ venueId: 'v1', after: again }]);
});

it('one that arrives while another is missing fills no gap', async () => {
  const first = counter.notify('o1');
  await counter.acked(first);
  giveOrder('o3', randomUUID(), { number: { seq: first + 20, after: first + 10 } });
  giveOrder('o4', randomUUID());
  await counter.until(() => counter.orders().includes('o4'));
  expect(counter.orders().toSorted()).toEqual(['o1', 'o3', 'o4']);
  expect([position(), counter.relay.acked.get('v1')]).toEqual([first, first]);
});

it("one that can't be verified holds no position; with its number it waits at the relay for the right secret", async () => {
  const other = 'another-secret-of-many-bits';
  const id = randomUUID();
  giveOrder('o1', id, { secret: other });
  await counter.until(() => counter.tally('signature-wrong-for-venue') === 1);
  const second = counter.notify('o2');
  await counter.acked(second);
  expect([...counter.notices.keys()]).toEqual([]);
  const held = counter.notify('o1', { id, secret: other });
  await counter.until(() => counter.tally('signature-wrong-for-venue') === 2);
  // Also with a position held, one without a number doesn't pass it.
  giveOrder('o3', randomUUID());
  await counter.until(() => counter.orders().includes('o3'));
  await counter.acked(held - 1);
  expect(position()).toBe(held - 1);
  counter.secrets.unshift(other);
  counter.kept.again();
  await counter.until(() => counter.orders().includes('o1'));
});

it('a courier event is applied at once, and not again', async () => {
  const progress = { ...NO_PROGRESS, state: 'ordered' } as const;
  counter.store.write(() => counter.store.deliveries.add(delivery(counter.time.wall(), { id: 'd1', venueId: 'v1', progress })));
  const event = (type: string, id: string) =>
    deliveryEvent({ type, dispatched_at: '2026-11-22T12:00:00Z', details: { id, merchant_order_reference_id: 'd1' } }, DELIVERY_SECRET);
  const body = event('order.pickup_started', 'e1');
  give('delivery', body, null, { seq: 0 });
  await counter.until(() => counter.store.deliveries.get('d1')?.progress.state === 'pickup-started');
  expect(counter.relay.acked.get('v1')).toBeUndefined();
  await counter.acked(counter.relay.take({ venueId: 'v1', body, signature: null, kind: 'delivery' }));
  expect(counter.tally('notification-again')).toBe(1);
  expect(counter.store.deliveries.get('d1')?.progress.state).toBe('pickup-started');
});
