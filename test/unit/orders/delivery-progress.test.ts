/** How far a courier has come, whatever the order in which his steps are told. */

import { expect, test } from 'vitest';
import { type DeliveryEvent, parseDeliveryEvent } from '../../../main/orders/couriers/delivery.ts';
import { after, NO_PROGRESS, needsAPerson, type Progress } from '../../../main/orders/couriers/delivery-progress.ts';
import fc from '../../setup/property.ts';

const STEPS = [
  'received',
  'pickup_started',
  'pickup_arrival',
  'picked_up',
  'dropoff_started',
  'dropoff_arrival',
  'dropoff_completed',
  'delivered',
];

function event(type: string, minute: number, details: Record<string, unknown> = {}): DeliveryEvent {
  const parsed = parseDeliveryEvent(
    {
      type: `order.${type}`,
      dispatched_at: `2026-11-21T18:${String(minute).padStart(2, '0')}:00Z`,
      details: { id: `${type}-${minute}`, ...details },
    },
    'minor',
  );
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
const told = (events: readonly DeliveryEvent[], from: Progress = NO_PROGRESS) => events.reduce(after, from);

test('events that come in any order, and twice, tell the same in the end', () => {
  const orderly = told(road);
  expect(orderly).toMatchObject({ state: 'delivered', completedAt: '2026-11-21T18:08:00Z', pickupEta: '2026-11-21T19:07:00Z' });
  fc.assert(
    fc.property(fc.shuffledSubarray([...road, ...road], { minLength: road.length * 2 }), (events) => {
      const { pickupEtaBefore: _before, ...other } = told(events);
      const { pickupEtaBefore: _moved, ...same } = orderly;
      expect(other).toEqual(same);
    }),
  );
});

test('what the service takes back is rejected with its reason; what staff took back is cancelled', () => {
  const back = event('rejected', 9, { purchase_rejected_reason: 'No courier could be found' });
  const rejected = told([...road.slice(0, 2), back]);
  expect(rejected).toMatchObject({ state: 'rejected', rejectedReason: 'No courier could be found', newsAt: '2026-11-21T18:09:00Z' });
  expect(needsAPerson(rejected.state)).toBe(true);
  const cancelled = told([back], { ...NO_PROGRESS, state: 'ordered', cancelAsked: true });
  expect(cancelled.state).toBe('cancelled');
  expect(needsAPerson(cancelled.state)).toBe(false);
});

test('a type that was added later is news that a courier was ordered, and takes nothing back', () => {
  expect(told([event('teleported', 1)]).state).toBe('ordered');
  expect(told([...road.slice(0, 4), event('teleported', 9)]).state).toBe('picked-up');
});

test('news of a day that has not come keeps nothing out that comes after it', () => {
  const [first, second] = road;
  if (!first || !second) throw new Error('no events');
  const odd = { ...first, dispatchedAt: '2150-01-01T00:00:00Z' };
  expect(told([odd, second])).toMatchObject({ newsAt: second.dispatchedAt, pickupEta: second.pickupEta });
});
