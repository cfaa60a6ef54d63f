/** An attacker in the relay who has the webhook secret: what the app can be made to do, and what not. */
import { createHmac, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sourceOf } from '../../../contract/contract.ts';
import { deliveryReference } from '../../../contract/relay/reference.ts';
import { startTestRelay, type TestRelay } from '../../integration/intake/relay/test-relay.ts';
import { until, WEBHOOK_SECRET } from '../venue/venue.ts';
import { venue, withVenue } from '../venue/with-venue.ts';

let relay: TestRelay;
withVenue();
beforeEach(async () => {
  relay = await startTestRelay();
  const joining = { address: relay.url, code: relay.invite([venue.venueId]), secret: null };
  expect(await venue.call('settings.joinRelay', joining)).toMatchObject({ ok: true });
  await until('the relay', () => sourceOf(venue.state().app.app, 'relay')?.state === 'connected');
});
afterEach(() => relay[Symbol.asyncDispose]());

async function forge(orderId: string, status: string): Promise<void> {
  const order = { id: orderId, venue_id: venue.venueId, status, resource_url: 'https://orders.example.test/' };
  const body = JSON.stringify({ id: randomUUID(), type: 'order.notification', order, created_at: '2026-11-22T12:00:00.000000Z' });
  const signature = createHmac('sha256', WEBHOOK_SECRET).update(body).digest('hex');
  const seq = relay.take({ venueId: venue.venueId, body, signature });
  await until('it is taken in', () => relay.acked.get(venue.venueId) === seq);
}

const writes = async () =>
  (await venue.log()).filter(
    (entry) => entry.kind === 'request' && /^(POST|PUT|PATCH|DELETE) .*orders/.test(`${entry.method} ${entry.path}`),
  );

test('an invented order rings, but is never printed, accepted or sent to the till', async () => {
  for (const status of ['CREATED', 'PRODUCTION']) {
    const id = `made-up-${status.toLowerCase()}`;
    await forge(id, status);
    await until('it was looked for', async () => (await venue.asked(id, 'get order v2')) > 0);
    const card = await until('its card', () => venue.state().orders[id]);
    expect(card).toMatchObject({ unread: true, actions: [] });
  }
  await venue.laterAtRest(60_000);
  expect(venue.printer.papers()).toEqual([]);
  expect(await writes()).toEqual([]);
});

test('an order falsely notified as cancelled, delivered or accepted is checked and keeps its state', async () => {
  const { order_id: id } = await venue.place('takeaway', { order_number: 'not-by-chance-651' });
  await until('the card', () => venue.state().orders[id]?.column === 'new');
  await forge(id, 'PRODUCTION');
  await forge(id, 'DELIVERED');
  await forge(id, 'CANCELED');
  await until('the word of it', () => venue.card(id).trouble.length > 0);
  await venue.laterAtRest(120_000);
  expect(venue.card(id)).toMatchObject({ column: 'new', cancelled: 'claimed' });
  expect(venue.card(id).actions.map(({ name }) => name)).toEqual(['accept', 'reject']);
  expect((await venue.atService(id)).history.map(({ event }) => event)).not.toContain('accepted');
  expect(await writes()).toEqual([]);
  await venue.bringTo(id, 'preparing');
  // Only accepts are counted, as sent-to-pos may be reported too by now.
  expect(await venue.asked(id, 'accept')).toBe(1);
});

test('if the relay withholds notifications, known orders are still read, and a new order arrives with a later one', async () => {
  const { order_id: id } = await venue.arrived('takeaway', { order_number: 'not-by-chance-651' });
  await venue.control('POST', '/faults', { match: 'notification', times: 50, drop: true });
  const { order_id: withheld } = await venue.place('takeaway', { order_number: 'not-by-chance-651' });
  await venue.control('POST', `/orders/${id}/cancel`, { by: 'consumer' });
  await venue.untilLater('the cancel, by reading', () => venue.card(id).column === 'ended');
  expect(venue.state().orders[withheld]).toBeUndefined();
  expect(sourceOf(venue.state().app.app, 'relay')).toMatchObject({ state: 'connected', lastNewsAt: null });
  await forge(withheld, 'CREATED');
  await until('its card', () => venue.card(withheld).column === 'new');
});

test("an invented courier event matches no delivery, nor does one with another venue's reference", async () => {
  const token = (event: object) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const head = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(event)}`;
    return JSON.stringify({ token: `${head}.${createHmac('sha256', 'delivery-secret-of-many-bits').update(head).digest('base64url')}` });
  };
  const details = { id: 'e1', merchant_order_reference_id: deliveryReference('another-venue', randomUUID()), venue_id: venue.venueId };
  const event = { type: 'order.delivered', dispatched_at: '2026-11-22T12:00:00Z', details };
  const seq = relay.take({ venueId: venue.venueId, body: token(event), signature: null, kind: 'delivery' });
  await until('it is through', () => relay.acked.get(venue.venueId) === seq);
  expect(venue.state().deliveries).toEqual({});
});

test("the attacker sees the app's health, but no order, name, token or secret", async () => {
  const { order_id: id, order_number: number } = await venue.arrived('takeaway', { order_number: 'not-by-chance-651' });
  const before = relay.pings.length;
  await venue.untilLater('two more proofs', () => relay.pings.length > before + 1);
  const [hello] = relay.hellos;
  expect(Object.keys(hello ?? {}).toSorted()).toEqual(['appVersion', 'at', 'sealKey', 'settings', 'support', 'type', 'venues', 'versions']);
  expect(hello?.venues).toEqual([{ venueId: venue.venueId, after: expect.any(Number) }]);
  for (const { id: _, at: __, type, ...reported } of relay.pings) {
    expect([type, Object.keys(reported)]).toEqual(['ping', ['health']]);
    const output = Object.keys(reported.health ?? {}).toSorted();
    expect(output).toEqual([
      'appVersion',
      'isUnheard',
      'managedVersion',
      'openOrders',
      'printers',
      'refreshTokenDays',
      'settingsRefused',
      'till',
      'updateRing',
      'venues',
    ]);
    for (const { venueId, ...report } of reported.health?.venues ?? []) {
      expect([venueId, Object.keys(report).toSorted()]).toEqual([
        venue.venueId,
        ['lastOrderAt', 'openSince', 'refusedChanges', 'soldOut', 'usualGapMs'],
      ]);
    }
  }
  const sent = JSON.stringify([relay.hellos, relay.pings]);
  for (const own of [id, number, WEBHOOK_SECRET, venue.sandbox.client_secret, 'eyJ']) expect(sent).not.toContain(own);
});
