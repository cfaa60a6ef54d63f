/** A courier's progress doesn't depend on the order in which events arrive. */

import { expect, test } from 'vitest';
import { type DeliveryEvent, parseDeliveryEvent } from '../../../main/orders/couriers/delivery.ts';
import {
  after,
  cancelled,
  DELIVERY_STATES,
  mayCancel,
  NO_PROGRESS,
  needsAPerson,
  type Progress,
} from '../../../main/orders/couriers/delivery-progress.ts';
import fc from '../../setup/property.ts';

const STEPS = [
  ...['received', 'pickup_started', 'pickup_arrival', 'picked_up'],
  ...['dropoff_started', 'dropoff_arrival', 'dropoff_completed', 'delivered'],
];

function event(type: string, minute: number, details: Record<string, unknown> = {}): DeliveryEvent {
  const dispatched_at = `2026-11-21T18:${String(minute).padStart(2, '0')}:00Z`;
  const body = { type: `order.${type}`, dispatched_at, details: { id: `${type}-${minute}`, ...details } };
  const parsed = parseDeliveryEvent(body, () => 1);
  if (!parsed) throw new Error('no event');
  return parsed;
}
const road = STEPS.map((type, minute) =>
  event(type, minute, {
    pickup: { eta: `2026-11-21T19:${String(minute).padStart(2, '0')}:00Z` },
    dropoff: { completed_at: type === 'dropoff_completed' || type === 'delivered' ? '2026-11-21T18:08:00Z' : null },
    courier: { id: 'c', vehicle_type: 'bicycle' },
  }),
);
const reported = (events: readonly DeliveryEvent[], from: Progress = NO_PROGRESS) => events.reduce(after, from);

test('events in any order, and repeated, give the same result', () => {
  const orderly = reported(road);
  expect(orderly).toMatchObject({ state: 'delivered', completedAt: '2026-11-21T18:08:00Z', pickupEta: '2026-11-21T19:07:00Z' });
  fc.assert(
    fc.property(fc.shuffledSubarray([...road, ...road], { minLength: road.length * 2 }), (events) => {
      const { pickupEtaBefore: _before, ...other } = reported(events);
      const { pickupEtaBefore: _moved, ...same } = orderly;
      expect(other).toEqual(same);
    }),
  );
});

test("the courier's position is from the newest event, not from the last to arrive", () => {
  const places = [51, 52, 53].map((lat, minute) => event('location_updated', minute, { courier_location: { lat, lon: 7 } }));
  for (const [a, b, c] of [
    [0, 1, 2],
    [0, 2, 1],
    [2, 1, 0],
    [1, 2, 0],
  ] as const)
    expect(reported([a, b, c].flatMap((at) => places[at] ?? [])).place).toEqual({ lat: 53, lon: 7 });
});

test("staff may cancel until the courier arrives, and while it's unclear if one comes", () => {
  expect(DELIVERY_STATES.filter(mayCancel)).toEqual(['ordered', 'pickup-started', 'checking']);
});

test("a rejected delivery shows the service's reason, or counts as cancelled if staff asked to cancel", () => {
  const back = event('rejected', 9, { purchase_rejected_reason: 'No courier could be found' });
  const rejected = reported([...road.slice(0, 2), back]);
  expect(rejected).toMatchObject({ state: 'rejected', rejectedReason: 'No courier could be found', newsAt: '2026-11-21T18:09:00Z' });
  expect(needsAPerson(rejected.state)).toBe(true);
  const cancelled = reported([back], { ...NO_PROGRESS, state: 'ordered', cancelAsked: true });
  expect(cancelled.state).toBe('cancelled');
  expect(needsAPerson(cancelled.state)).toBe(false);
});

test("a courier's event after a cancel makes the delivery unclear until a later event settles it", () => {
  const asked: Progress = { ...NO_PROGRESS, state: 'ordered', cancelAsked: true };
  const taken = cancelled(reported(road.slice(0, 1), asked), '2026-11-21T18:10:00Z');
  expect(taken.state).toBe('cancelled');
  // Events sent before our cancellation was answered, arriving late, don't contradict it.
  expect(reported(road.slice(1, 3), taken).state).toBe('cancelled');
  const started = reported([event('pickup_started', 11)], taken);
  expect(started.state).toBe('checking');
  expect(needsAPerson(started.state)).toBe(true);
  expect(mayCancel(started.state)).toBe(true);
  expect(reported([event('received', 12), event('pickup_eta_updated', 13)], started).state).toBe('checking');
  expect(reported([event('picked_up', 14)], started).state).toBe('checking');
  expect(reported([event('picked_up', 14), event('delivered', 20)], started).state).toBe('delivered');
  expect(reported([event('customer_no_show', 20)], started).state).toBe('no-show');
  expect(reported([event('rejected', 12)], started).state).toBe('cancelled');
  expect(cancelled(started, '2026-11-21T18:12:00Z').state).toBe('cancelled');
});

test('contradicting events of the service give the same result in any order', () => {
  const events = [...road.slice(0, 3), event('rejected', 8), event('picked_up', 9)];
  expect(reported(events).state).toBe('checking');
  fc.assert(
    fc.property(fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 }), (shuffled) => {
      expect(reported(shuffled).state).toBe('checking');
      expect(reported([...shuffled, event('rejected', 10)]).state).toBe('rejected');
      expect(reported([...shuffled, event('delivered', 10)]).state).toBe('delivered');
    }),
  );
});

test('an unknown event type only shows that a courier was ordered', () => {
  expect(reported([event('teleported', 1)]).state).toBe('ordered');
  expect(reported([...road.slice(0, 4), event('teleported', 9)]).state).toBe('picked-up');
});

test("an event dated in the future doesn't block later events", () => {
  const [first, second] = road;
  if (!first || !second) throw new Error('no events');
  const odd = { ...first, dispatchedAt: '2150-01-01T00:00:00Z' };
  expect(reported([odd, second])).toMatchObject({ newsAt: second.dispatchedAt, pickupEta: second.pickupEta });
});
