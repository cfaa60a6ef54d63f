/** Which venue the relay finds in a request. */
import { expect, test } from 'vitest';
import { deliveryReference, idOfReference, venueOfReference } from '../../../contract/relay/reference.ts';
import { routeOfDelivery, routeOfOrder } from '../../../relay/take/route.ts';

const order = (value: unknown) => routeOfOrder(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)));

test("an order notification's venue is read from its order, a venue event's from the top level", () => {
  expect(order({ id: 'n1', type: 'order.notification', order: { venue_id: 'v1' }, venue_id: 'v2' })).toEqual({
    venueId: 'v1',
    notificationId: 'n1',
    references: [],
  });
  const event = { event_type: 'venue.offline', venue_id: 'v2', detected_at: '2026-11-22T12:00:00Z' };
  expect(order(event).venueId).toBe('v2');
  // A venue event is identified by kind and time, not by its other fields.
  expect(order({ ...event, details: { why: 'x' } }).notificationId).toBe(order(event).notificationId);
  expect(order({ ...event, detected_at: '2026-11-22T12:00:01Z' }).notificationId).not.toBe(order(event).notificationId);
});

for (const [what, body] of [
  ['no JSON', 'not json'],
  ['nested 5,000 deep', '['.repeat(5_000)],
  ['a list', '[]'],
  ["an order that isn't an object", { order: 'x', id: {} }],
  ['a venue ID with a path', { order: { venue_id: '../other' } }],
  ['a venue ID of a thousand letters', { order: { venue_id: 'v'.repeat(1_000) } }],
  ['IDs that no database can store', { id: 'n\0', order: { venue_id: 'v\0' } }],
] as const) {
  test(`${what}: has no venue, and is identified by its bytes`, () => {
    const route = order(body);
    expect(route.venueId).toBeNull();
    expect(route.notificationId).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(order(body)).toEqual(route);
  });
}

test("a delivery event without a venue is routed by our prefix, else by the service's references", () => {
  const details = { id: 'e1', service_order_reference_id: 's1', tracking_id: 't1', merchant_order_reference_id: '1001' };
  const at = Buffer.from('{}');
  const located = routeOfDelivery({ type: 'order.location_updated', dispatched_at: 'now', details }, at);
  expect(located).toMatchObject({ venueId: null, references: ['s1', 't1'] });
  const ours = { ...details, merchant_order_reference_id: deliveryReference('v1', 'b7') };
  expect(routeOfDelivery({ details: ours }, at).venueId).toBe('v1');
  expect(routeOfDelivery({ details: { ...ours, venue_id: 'v2' } }, at).venueId).toBe('v2');
  // A delivery event of another kind or time is another event.
  for (const other of [{ type: 'order.delivered' }, { dispatched_at: 'later' }]) {
    const event = { type: 'order.location_updated', dispatched_at: 'now', details, ...other };
    expect(routeOfDelivery(event, at).notificationId).not.toBe(located.notificationId);
  }
  expect(routeOfDelivery('nothing', at)).toMatchObject({ venueId: null, references: [] });
});

test("a delivery's reference contains its venue; if it can't, it's the plain ID", () => {
  expect(venueOfReference(deliveryReference('6b1f0c2d9e4a57318c2ad011', '7c9e6679-7425-40de-944b-e07fc1f90ae7'))).toBe(
    '6b1f0c2d9e4a57318c2ad011',
  );
  expect(idOfReference(deliveryReference('v1', 'b7'))).toBe('b7');
  expect(deliveryReference('v.1', 'b7')).toBe('b7');
  // A relay ignores references longer than 200 characters.
  expect(deliveryReference('v'.repeat(194), 'b7')).toHaveLength(200);
  expect(deliveryReference('v'.repeat(195), 'b7')).toBe('b7');
  for (const own of ['b7', '1001', 'tb.v1', '7c9e6679-7425-40de-944b-e07fc1f90ae7']) expect(idOfReference(own)).toBe(own);
  for (const foreign of ['1001', 'tb.', 'tb.v1', 'tb.v1.', 'TB.v1.b7', 'xtb.v1.b7', 'tb.v1.b7.c'])
    expect(venueOfReference(foreign)).toBeNull();
});
