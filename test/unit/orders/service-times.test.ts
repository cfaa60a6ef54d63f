/** Times without a zone are UTC, whatever zone this computer is in. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { courierOf, readNotification } from '../../../main/intake/notification.ts';
import { backAt } from '../../../main/menu/assumed.ts';
import { shiftedTime } from '../../../main/orders/commands.ts';
import { parseDelivery, parseDeliveryEvent, parseFee, parsePromise } from '../../../main/orders/couriers/delivery.ts';
import { after, NO_PROGRESS } from '../../../main/orders/couriers/delivery-progress.ts';
import { deadlineOf, deadlineRules } from '../../../main/orders/deadline.ts';
import { statedPlacement } from '../../../main/orders/placed-at.ts';
import { stageOf } from '../../../main/orders/stage.ts';
import { asTime } from '../../../main/orders/text/reading.ts';
import { dateOf } from '../../../main/time/service-clock.ts';
import { type Body, orderBody, orderOf } from '../../fixtures/orders.ts';

const zone = process.env.TZ;
beforeEach(() => {
  process.env.TZ = 'Europe/Helsinki';
});
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test.each([
  ['2026-03-14T18:00:00', '2026-03-14T18:00:00Z'],
  ['2026-03-14 18:00', '2026-03-14T18:00Z'],
  ['2026-03-14T18:00:00.123456', '2026-03-14T18:00:00.123456Z'],
  ['2026-03-14T18:00:00.5Z', '2026-03-14T18:00:00.5Z'],
  ['2026-03-14t18:00:00z', '2026-03-14T18:00:00Z'],
  ['2026-03-14 18:00:00 UTC', '2026-03-14T18:00:00Z'],
  ['2026-03-14T20:00:00+02:00', '2026-03-14T18:00:00.000Z'],
  ['2026-03-14T20:00:00 +0200', '2026-03-14T18:00:00.000Z'],
  ['2026-03-14T13:00:00-05', '2026-03-14T18:00:00.000Z'],
  ['2026-03-14', '2026-03-14T00:00:00Z'],
  ['2026-03-14T18:00:00 EST', null],
  ['2026-03-14T18:00:00 at the door', null],
  ['2026-13-14T18:00:00', null],
  ['14 March 2026 18:00', null],
  [1_773_511_200, null],
])('the time %s is read as %s', (sent, read) => {
  expect(asTime(sent)).toBe(read);
});

const RULES = deadlineRules({ accept_within_seconds: 180, confirm_within_seconds: 900 }, null);
const order = (changes: Body) => orderOf(orderBody('takeaway-cash', changes));

test.each(['Europe/Helsinki', 'America/New_York', 'Asia/Kolkata'])(
  'with this computer in %s, times of an order without a zone are UTC',
  (place) => {
    process.env.TZ = place;
    const read = order({ created_at: '2026-03-14T17:30:00', modified_at: '2026-03-14T17:31:00', pickup_eta: '2026-03-14T18:00:00' });
    expect(deadlineOf(stageOf(read), RULES, statedPlacement(read, Date.parse('2026-03-14T17:30:05Z')) ?? 0)).toMatchObject({
      at: '2026-03-14T17:33:00.000Z',
    });
    expect(shiftedTime(read, 5, null)).toBe('2026-03-14T18:05:00.000Z');
    expect(read.modifiedAt).toBe('2026-03-14T17:31:00Z');
    const preorder = order({
      order_type: 'preorder',
      pre_order: { preorder_time: '2026-03-15T12:00:00' },
      delivery: { type: 'homedelivery', time: '2026-03-15T12:30:00' },
    });
    expect(preorder.preOrder?.time).toBe('2026-03-15T12:00:00Z');
    expect(preorder.delivery.time).toBe('2026-03-15T12:30:00Z');
  },
);

test('times of notifications without a zone are UTC', () => {
  const read = (body: object) => readNotification(Buffer.from(JSON.stringify(body))).notification;
  expect(read({ type: 'order.notification', created_at: '2026-03-14T17:30:00.123456' }).createdAt).toBe('2026-03-14T17:30:00.123456Z');
  expect(read({ event_type: 'VENUE_OFFLINE_ALERT_TRIGGERED', detected_at: '2026-03-14T17:30:00' }).createdAt).toBe('2026-03-14T17:30:00Z');
  const courier = read({ type: 'courier.notification', courier_details: { courier_pickup_eta: '2026-03-14T17:45:00.000' } });
  expect(courierOf(courier)).toEqual({ state: 'approaching', at: '2026-03-14T17:45:00.000Z' });
});

test('times of courier prices, deliveries, their events and menus without a zone are UTC', () => {
  const promise = { id: 'p', valid_until: '2026-03-14T17:40:00', dropoff: { options: { scheduled_time: '2026-03-14T19:00:00' } } };
  expect(parsePromise(promise, () => 1)).toMatchObject({ validUntil: '2026-03-14T17:40:00Z', scheduledTime: '2026-03-14T19:00:00Z' });
  expect(parseFee({ scheduled_dropoff_time: '2026-03-14T19:00:00' }, () => 1)?.scheduledTime).toBe('2026-03-14T19:00:00Z');
  const delivery = { service_order_reference_id: 'r', pickup: { eta: '2026-03-14T17:50:00' }, dropoff: { eta: '2026-03-14T18:10:00' } };
  expect(parseDelivery(delivery, () => 1)).toMatchObject({ pickupEta: '2026-03-14T17:50:00Z', dropoffEta: '2026-03-14T18:10:00Z' });
  const details = {
    id: 'e',
    pickup: { eta: '2026-03-14T17:50:00' },
    dropoff: { eta: { min: '2026-03-14T18:00:00', max: '2026-03-14T18:10:00' }, completed_at: '2026-03-14T18:05:00' },
  };
  expect(parseDeliveryEvent({ type: 'order.delivered', dispatched_at: '2026-03-14T18:06:00', details }, () => 1)).toMatchObject({
    dispatchedAt: '2026-03-14T18:06:00Z',
    pickupEta: '2026-03-14T17:50:00Z',
    dropoffEta: { min: '2026-03-14T18:00:00Z', max: '2026-03-14T18:10:00Z' },
    completedAt: '2026-03-14T18:05:00Z',
  });
  expect(backAt({ disabled_until: '2026-03-14T20:00:00' })).toBe('2026-03-14T20:00:00Z');
});

test('of two delivery events the later one counts, with or without fractions of a second', () => {
  const arrival = (dispatched_at: string, eta: string) => {
    const event = parseDeliveryEvent({ type: 'order.pickup_started', dispatched_at, details: { id: eta, pickup: { eta } } }, () => 1);
    if (!event) throw new Error('no event');
    return event;
  };
  const reported = [
    arrival('2026-03-14T18:00:00.500Z', '2026-03-14T18:20:00Z'),
    arrival('2026-03-14T18:00:00Z', '2026-03-14T18:10:00Z'),
  ].reduce(after, NO_PROGRESS);
  expect(reported.pickupEta).toBe('2026-03-14T18:20:00Z');
});

test('a Date header without a zone is GMT', () => {
  process.env.TZ = 'America/New_York';
  expect(dateOf('Sat Mar 14 18:00:00 2026')).toBe(Date.parse('2026-03-14T18:00:00Z'));
  expect(dateOf('Sat, 14 Mar 2026 18:00:00 GMT')).toBe(Date.parse('2026-03-14T18:00:00Z'));
});
