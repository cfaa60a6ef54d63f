/** The delivery API of the service in a box, as the document writes it: asked over HTTP by nobody's client, its tokens judged by a library of others. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import jwt from 'jsonwebtoken';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../sandbox/sandbox.ts';
import { until } from './partner.ts';

const SECRET = 'a-delivery-secret-of-many-bits';
let sandbox: Sandbox;
let venueId: string;
let merchant: { merchant_id: string; merchant_key: string };
let events: { type: string; details: Record<string, unknown> }[];
let answers: number[];
let server: Server;

const ask = async (url: string, method: string, body?: unknown, key = merchant.merchant_key) => {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
};
const api = (method: string, path: string, body?: unknown, key?: string) => ask(sandbox.delivery_base_url + path, method, body, key);
const control = async (method: string, path: string, body: unknown = {}) => (await ask(sandbox.control_url + path, method, body)).body;
const open = async (wishes: Record<string, unknown> = {}) => {
  merchant = await control('POST', '/merchants', wishes);
};

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0 });
  merchant = { merchant_id: '', merchant_key: '' };
  venueId = (await control('POST', '/venues', {})).venue_id;
  await open({ cash_enabled: true, handshake_enabled: true });
  events = [];
  answers = [];
  server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const status = answers.shift() ?? 200;
    if (status === 200) events.push(jwt.verify(JSON.parse(text).token, SECRET, { algorithms: ['HS256'] }) as (typeof events)[number]);
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await sandbox.close();
  server.close();
});

const WHOLE = { street: 'Harbour street 5', city: 'Helsinki', post_code: '00100', lat: 60.171, lon: 24.94 };
const promise = (body: Record<string, unknown> = WHOLE) => api('POST', `/v1/venues/${venueId}/shipment-promises`, body);
const wish = (promised: { id: string; dropoff: { location: { coordinates: unknown } } }, more: Record<string, unknown> = {}) => ({
  shipment_promise_id: promised.id,
  dropoff: { location: { coordinates: promised.dropoff.location.coordinates } },
  recipient: { name: 'Somebody', phone_number: '+358401234567', email: 'somebody@example.test' },
  parcels: [{ count: 1, description: 'A bag', identifier: 'bag-1' }],
  order_number: '801',
  ...more,
});
const deliver = async (more: Record<string, unknown> = {}) =>
  api('POST', `/v1/venues/${venueId}/deliveries`, wish((await promise()).body, more));
const hook = (more: Record<string, unknown> = {}) => ({
  callback_config: { exponential_retry_backoff: { exponent_base: 2, max_retry_count: 3 } },
  callback_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
  client_secret: SECRET,
  ...more,
});
const webhooks = () => `/v1/merchants/${merchant.merchant_id}/webhooks`;

describe('a shipment promise', () => {
  const { street, city, post_code, lat, lon } = WHOLE;
  test.each([
    [{ lat, lon, street, post_code, city }, true],
    [{ street, post_code, city }, true],
    [{ street, city }, true],
    [{ street, post_code }, true],
    [{ post_code }, false],
    [{ city }, false],
    [{ lat, lon }, false],
  ])('for %o binds: %s', async (body, isBinding) => {
    const { status, body: made } = await promise(body);
    expect(status).toBe(201);
    expect(made.is_binding).toBe(isBinding);
    for (const key of ['id', 'created_at', 'valid_until', 'pickup', 'dropoff', 'price', 'time_estimate_minutes', 'parcels'])
      expect(made).toHaveProperty(key);
  });

  test('needs an address, an hour of notice for a scheduled drop-off, at most an hour of preparation, and a place that couriers reach', async () => {
    expect((await promise({})).status).toBe(400);
    expect((await promise({ ...WHOLE, scheduled_dropoff_time: new Date(Date.now() + 600_000).toISOString() })).status).toBe(400);
    expect((await promise({ ...WHOLE, min_preparation_time_minutes: 61 })).status).toBe(400);
    expect((await promise({ ...WHOLE, lat: 48.85, lon: 2.35 })).status).toBe(422);
    const later = new Date(Date.now() + 7_200_000).toISOString();
    expect((await promise({ ...WHOLE, scheduled_dropoff_time: later })).body.dropoff.options.scheduled_time).toBe(later);
  });

  test('is nothing for a stranger', async () => {
    expect((await api('POST', `/v1/venues/${venueId}/shipment-promises`, WHOLE, 'another-key')).status).toBe(401);
    expect((await api('POST', '/v1/venues/unknown/shipment-promises', WHOLE)).status).toBe(404);
  });
});

describe('a delivery', () => {
  test('is ordered on a binding, valid, matching promise', async () => {
    const { status, body } = await deliver({ tips: [{ type: 'pre_delivery_courier_tip', price: { amount: 200, currency: 'EUR' } }] });
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'INFO_RECEIVED', order_number: '801' });
    expect(body.tracking.url).toContain(body.tracking.id);
    expect(body.service_order_reference_id).toBeTruthy();
  });

  test('is refused on a promise that does not bind, has expired, is of elsewhere, or of another place', async () => {
    const loose = (await promise({ city: 'Helsinki' })).body;
    expect((await api('POST', `/v1/venues/${venueId}/deliveries`, wish(loose))).body.error_code).toBe('PROMISE_NOT_BINDING');
    const firm = (await promise()).body;
    const moved = { location: { coordinates: { lat: 60.18, lon: 24.94 } } };
    expect((await api('POST', `/v1/venues/${venueId}/deliveries`, wish(firm, { dropoff: moved }))).body.error_code).toBe('DROPOFF_DIFFERS');
    await control('POST', '/clock', { advance_seconds: 3_600 });
    expect((await api('POST', `/v1/venues/${venueId}/deliveries`, wish(firm))).body.error_code).toBe('PROMISE_EXPIRED');
    expect((await api('POST', `/v1/venues/${venueId}/deliveries`, wish({ ...firm, id: 'x' }))).body.error_code).toBe(
      'SHIPMENT_PROMISE_NOT_FOUND',
    );
  });

  test('with cash or handshake is refused where that was not agreed', async () => {
    await open();
    expect((await deliver({ cash: { amount_to_collect: 1_000, amount_to_expect: 2_000 } })).status).toBe(422);
    expect((await deliver({ handshake_delivery: { is_required: true } })).status).toBe(422);
  });

  test('is cancelled before the courier started; later only where that was agreed', async () => {
    const cancel = (reference: string) => api('PATCH', `/order/${reference}/status/cancel`, { reason: 'The customer called' });
    const early = (await deliver()).body.service_order_reference_id;
    expect(await cancel(early)).toEqual({ status: 200, body: { status: 'REJECTED' } });
    const late = (await deliver()).body.service_order_reference_id;
    await control('POST', `/deliveries/${late}/step`, { step: 'pickup-started' });
    expect(await cancel(late)).toMatchObject({ status: 400, body: { error_code: 'INVALID_ORDER_STATE_TRANSITION' } });
    await open({ late_cancellation: true });
    const agreed = (await deliver()).body.service_order_reference_id;
    await control('POST', `/deliveries/${agreed}/step`, { step: 'pickup-started' });
    expect((await cancel(agreed)).status).toBe(200);
    expect((await api('PATCH', `/order/${agreed}/status/cancel`, {})).status).toBe(400);
  });

  test('has a pin where handshake was asked for', async () => {
    const { service_order_reference_id: reference } = (await deliver({ handshake_delivery: { is_required: true } })).body;
    const { body } = await api('GET', `/order/${reference}/handshake-delivery`);
    expect(body.is_required).toBe(true);
    expect(body.pin_code).toBeGreaterThan(999);
  });
});

describe('without a venue of its own', () => {
  const end = (lat: number) => ({
    location: { coordinates: { lat, lon: 24.94 } },
    contact_details: { name: 'Somebody', phone_number: '+358401234567', send_tracking_link_sms: false },
  });
  const order = {
    pickup: { ...end(60.17), display_name: 'Harbour Kitchen' },
    dropoff: end(60.175),
    customer_support: { url: 'https://example.test', email: 'help@example.test', phone_number: '+358401234567' },
    is_no_contact: false,
    contents: [{ count: 1, description: 'A bag', identifier: 'b', tags: [], id_check_required: false }],
    tips: [],
    min_preparation_time_minutes: 20,
  };
  const path = (what: string) => `/merchants/${merchant.merchant_id}/${what}`;

  test('venues near an address, a fee and an order', async () => {
    const near = await api('POST', path('available-venues'), {
      dropoff: { location: { formatted_address: 'x', coordinates: { lat: 60.17, lon: 24.94 } } },
    });
    expect(near.status).toBe(201);
    expect(near.body[0]).toMatchObject({ pickup: { venue_id: venueId }, fee: { currency: 'EUR' } });
    const fee = await api('POST', path('delivery-fee'), { pickup: end(60.17), dropoff: end(60.175) });
    expect(fee.body.fee.amount).toBeGreaterThan(0);
    const made = await api('POST', path('delivery-order'), order);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ is_no_contact: false, price: { currency: 'EUR' } });
    expect(made.body.tracking.id).toBeTruthy();
    for (const key of ['customer_support', 'is_no_contact', 'contents', 'tips', 'min_preparation_time_minutes'])
      expect((await api('POST', path('delivery-order'), { ...order, [key]: undefined })).status, key).toBe(400);
  });

  test('the areas that couriers reach are closed polygons of [lon, lat]', async () => {
    const { body } = await api('GET', path('delivery-areas'));
    const [area] = Object.values(body.delivery_areas) as { type: string; coordinates: number[][][] }[];
    expect(area?.type).toBe('Polygon');
    expect(area?.coordinates[0]?.[0]).toEqual(area?.coordinates[0]?.at(-1)?.map((value) => expect.closeTo(value, 6)));
    await open({ may_read_areas: false });
    expect((await api('GET', path('delivery-areas'))).status).toBe(401);
  });
});

describe('webhooks', () => {
  test('are created, listed, read, changed and deleted', async () => {
    const made = await api('POST', webhooks(), hook());
    expect(made.status).toBe(201);
    expect(made.body.subscribed_events).not.toContain('order.location_updated');
    expect(JSON.stringify(made.body)).not.toContain(SECRET);
    const { id } = made.body;
    expect((await api('GET', webhooks())).body).toHaveLength(1);
    expect((await api('PATCH', `${webhooks()}/${id}`, { subscribed_events: ['order.location_updated'], disabled: true })).status).toBe(200);
    expect((await api('GET', `${webhooks()}/${id}`)).body).toMatchObject({ disabled: true, subscribed_events: ['order.location_updated'] });
    expect((await api('DELETE', `${webhooks()}/${id}`)).status).toBe(204);
    expect((await api('GET', `${webhooks()}/${id}`)).status).toBe(422);
    expect((await api('POST', webhooks(), { callback_url: 'x' })).status).toBe(400);
  });

  test('a courier tells every step; places only to those who asked for them', async () => {
    const { id } = (await api('POST', webhooks(), hook())).body;
    const { service_order_reference_id: reference } = (await deliver({ handshake_delivery: { is_required: true } })).body;
    for (const step of ['pickup-started', 'pickup-arrival', 'picked-up', 'dropoff-started'])
      await control('POST', `/deliveries/${reference}/step`, { step });
    await control('POST', `/deliveries/${reference}/step`, { delay_minutes: 5 });
    await until(() => events.length >= 8, 'the steps');
    await api('PATCH', `${webhooks()}/${id}`, {
      subscribed_events: ['order.location_updated', 'order.delivered', 'order.dropoff_completed', 'order.dropoff_arrival'],
    });
    for (const step of ['on-the-way', 'dropoff-arrival', 'delivered']) await control('POST', `/deliveries/${reference}/step`, { step });
    const has = (wanted: string) => events.some(({ type }) => type === wanted);
    await until(() => has('order.delivered') && has('order.dropoff_completed'), 'the end');
    const types = events.map(({ type }) => type);
    for (const type of [
      'order.received',
      'order.handshake_delivery',
      'order.pickup_started',
      'order.pickup_arrival',
      'order.picked_up',
      'order.dropoff_started',
      'order.pickup_eta_updated',
      'order.dropoff_eta_updated',
    ])
      expect(types).toContain(type);
    const place = events.find(({ type }) => type === 'order.location_updated')?.details.courier_location as { lat: number; lon: number };
    // EPSG:3857: metres, not degrees.
    expect(place.lat).toBeGreaterThan(8_000_000);
    expect(events.find(({ type }) => type === 'order.delivered')?.details.dropoff).toMatchObject({ completed_at: expect.any(String) });
  });

  test('an event that was not taken comes again after the base to the power of its attempt, and no more often than agreed', async () => {
    await api('POST', webhooks(), hook());
    answers = [500, 500];
    await deliver();
    await until(() => answers.length === 1, 'two refusals');
    await control('POST', '/clock', { advance_seconds: 2 });
    await until(() => answers.length === 0, 'the second');
    await control('POST', '/clock', { advance_seconds: 4 });
    await until(() => events.length === 1, 'taken');
  });
});
