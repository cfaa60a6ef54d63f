/** An order of megabytes is parsed once per body, and read less and less often. */
import { expect, test, vi } from 'vitest';
import { createLongBodies } from '../../../main/intake/long-bodies.ts';
import { createHttp } from '../../../main/service/http.ts';
import { startTime } from '../../../main/time/start-time.ts';
import { notifyOf } from '../../setup/intake.ts';
import { testServer } from '../../setup/parts.ts';
import { openRooms } from '../service/rooms.ts';

test('the pause between readings grows with each reading of a long body and with the number of such orders', () => {
  let time = 0;
  const bodies = createLongBodies(() => time);
  const rests = [1, 2, 3, 4, 5, 6, 7].map(() => {
    bodies.wasRead('o', 3_000_000);
    return bodies.restMs('o');
  });
  expect(rests).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  time += 10_000;
  expect(bodies.restMs('o')).toBe(20_000);
  for (let at = 0; at < 20; at += 1) bodies.wasRead(`other${at}`, 3_000_000);
  expect(bodies.restMs('other19')).toBe(20_000);
  bodies.wasRead('o', 3_000);
  expect([bodies.restMs('o'), bodies.restMs('never read')]).toEqual([0, 0]);
});

test("a long body that hasn't changed isn't parsed again", async () => {
  const rooms = await openRooms();
  const { order_id } = await rooms.control('POST', '/orders', {
    venue_id: rooms.venueId,
    kind: 'takeaway',
    order: { consumer_comment: 'x'.repeat(600_000) },
  });
  const address = { orderId: String(order_id), venueId: rooms.venueId };
  const bodies: unknown[] = [];
  const reader = rooms.reader({ onRead: (_order, applied, body) => void bodies.push([applied, body === null]) });
  // Reads until the pickup estimate is there: the service sets it just after the order, which changes the body.
  let first = await reader.read(address);
  await vi.waitUntil(async () => {
    first = await reader.read(address);
    return first.ok && first.order.pickupEta !== null;
  }, 10_000);
  const before = bodies.length;
  const restedMs = reader.restMs(address.orderId);
  notifyOf(rooms.store, 'n', { id: address.orderId, venue_id: rooms.venueId, status: 'CANCELED' });
  const second = await reader.read(address);
  expect(bodies[0]).toEqual(['new', false]);
  expect(bodies.slice(before)).toEqual([['stale', true]]);
  if (!first.ok || !second.ok) throw new Error('not read');
  expect(second.order).toEqual(first.order);
  // The unchanged body doesn't settle the reported cancel: a later reading must.
  expect(rooms.store.claims.get(address.orderId)).not.toBeNull();
  expect(reader.restMs(address.orderId)).toBe(Math.min(30_000, 2 * restedMs));
  await rooms.control('POST', `/orders/${address.orderId}/cancel`);
  await reader.read(address);
  expect([rooms.store.orders.get(address.orderId)?.stage, rooms.store.claims.get(address.orderId)]).toEqual(['rejected', null]);
});

test('an order or venue ID of dots only, which would change the path, is never requested', async () => {
  const asked: (string | undefined)[] = [];
  const { origin } = await testServer((request, response) => {
    asked.push(request.url);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await using http = createHttp({ time: startTime() });
  const base = `${origin}/api`;
  const send = (path: string) => http.send({ method: 'PUT', url: base + path, expects: { statuses: [200] } });
  for (const id of ['.', '..', '%2e', '.%2E', '%252e%252E'])
    for (const path of [`/orders/${id}/accept`, `/v2/orders/${id}`, `/orders/${id}?x=1`, `/v1/venues/${id}/deliveries`])
      expect(await send(path)).toEqual({ ok: false, problem: { code: 'refused', text: expect.anything() } });
  expect(asked).toEqual([]);
  for (const id of ['a.b', '...', 'x..', encodeURIComponent('a/b')]) await send(`/orders/${id}`);
  expect(asked).toEqual(['/api/orders/a.b', '/api/orders/...', '/api/orders/x..', '/api/orders/a%2Fb']);
});
