/** The delivery API client against the sandbox: every endpoint, every cancel result, and lost answers. */

import { buffer } from 'node:stream/consumers';
import jwt from 'jsonwebtoken';
import { beforeEach, expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { allWorded } from '../../../contract/words.ts';
import { verifyDeliveryEvent } from '../../../main/intake/delivery-event.ts';
import { isInside, type ShipmentPromise } from '../../../main/orders/couriers/delivery.ts';
import { createDeliveryApi, type DeliveryApi } from '../../../main/service/deliveries/delivery-api.ts';
import type { DeliveryRequest } from '../../../main/service/deliveries/delivery-bodies.ts';
import { createPaces } from '../../../main/service/pace.ts';
import type { Result } from '../../../main/service/problem.ts';
import { startTime } from '../../../main/time/start-time.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import { until } from '../../e2e/venue/venue.ts';
import { controlOf } from '../../fixtures/sandbox-control.ts';
import { testSandbox, testServer } from '../../setup/parts.ts';
import { testHttp } from './rooms.ts';

const SECRET = 'a-delivery-secret-of-many-bits';
let sandbox: Sandbox;
let api: DeliveryApi;
let venueId: string;
let merchant: { id: string; key: string } | null;

const control = (path: string, body: unknown = {}, method = 'POST') =>
  controlOf(sandbox)(method, path, method === 'GET' ? undefined : body);
const open = async (wishes: Record<string, unknown> = {}) => {
  const { merchant_id: id, merchant_key: key } = await control('/merchants', wishes);
  merchant = { id: String(id), key: String(key) };
};
function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.problem.code}: ${result.problem.text}`);
  return result.value;
}
const code = (result: Result<unknown>) => (result.ok ? 'ok' : result.problem.code);

beforeEach(async () => {
  sandbox = await testSandbox();
  const time = startTime();
  api = createDeliveryApi({
    http: testHttp({ time, times: { connectMs: 500, totalMs: 1_500 } }),
    pace: createPaces(time.monotonic, () => 1).couriers,
    monotonic: time.monotonic,
    baseUrl: () => sandbox.delivery_base_url,
    merchantId: () => merchant?.id ?? null,
    merchantKey: async () => merchant?.key ?? null,
    priceUnit: () => () => 1,
  });
  venueId = String((await control('/venues')).venue_id);
  await open({ handshake_enabled: true, cash_enabled: true });
});

const HEAVY = {
  count: 2,
  description: 'A crate',
  identifier: null,
  dimensions: { weight_gram: 9_000, width_cm: 40, height_cm: null, depth_cm: null },
  price: null,
  tags: [],
  idCheckRequired: false,
};
const CITY_ALONE = {
  ...{ street: null, city: 'Helsinki', postCode: null, place: null },
  ...{ language: null, minPreparationMinutes: null, scheduledTime: null, parcels: [], cash: null },
};
const promise = () =>
  api.promise(venueId, {
    ...CITY_ALONE,
    street: 'Harbour street 5',
    postCode: '00100',
    place: { lat: 60.171, lon: 24.94 },
    language: 'en',
    minPreparationMinutes: 20,
  });
const wish = ({ id, dropoff }: ShipmentPromise, more: Partial<DeliveryRequest> = {}): DeliveryRequest => ({
  promiseId: id,
  dropoff: dropoff ?? { lat: 0, lon: 0 },
  dropoffComment: 'Second floor',
  pickupComment: null,
  isNoContact: false,
  scheduledTime: null,
  recipient: { name: 'Somebody', phone_number: '+358401234567', email: null },
  parcels: [
    { count: 1, description: 'A bag', identifier: 'bag-1', dimensions: null, price: null, tags: ['alcohol'], idCheckRequired: true },
  ],
  merchantReference: 'ours-1',
  orderNumber: '801',
  tip: { amount: 200, currency: 'EUR' },
  cash: null,
  handshake: null,
  support: null,
  smsTexts: null,
  ...more,
});
const order = async (more: Partial<DeliveryRequest> = {}) => value(await api.order(venueId, wish(value(await promise()), more)));

test('a courier is ordered from a promise, with price and times before, tracking after', async () => {
  const promised = value(await promise());
  expect(promised).toMatchObject({ isBinding: true, price: { currency: 'EUR' }, dropoff: { lat: 60.171 } });
  expect(promised.dropoffMinutes).toBeGreaterThan(promised.pickupMinutes ?? Number.NaN);
  const ordered = value(await api.order(venueId, wish(promised)));
  expect(ordered).toMatchObject({ status: 'INFO_RECEIVED', price: promised.price });
  expect(ordered.trackingUrl).toContain(ordered.trackingId);
  const sent = ((await control(`/deliveries/${ordered.reference}`, {}, 'GET')).request ?? {}) as Record<string, unknown>;
  expect(sent).toMatchObject({
    merchant_order_reference_id: 'ours-1',
    tips: [{ type: 'pre_delivery_courier_tip', price: { amount: 200, currency: 'EUR' } }],
    parcels: [{ tags: ['alcohol'], dropoff_restrictions: { id_check_required: true } }],
  });
  expect(sent).not.toHaveProperty('cash');
});

test("no courier can be ordered from a non-binding promise, and the service's reason is returned", async () => {
  const loose = value(await api.promise(venueId, CITY_ALONE));
  expect(loose.isBinding).toBe(false);
  const refused = await api.order(venueId, wish(loose));
  expect(refused).toMatchObject({ ok: false, problem: { code: 'refused', errorCode: 'PROMISE_NOT_BINDING' } });
  expect(refused).not.toHaveProperty('problem.outcome', 'unknown');
});

test('a courier can be cancelled in time; later only if the venue has agreed that with the service', async () => {
  expect(code(await api.cancel((await order()).reference, 'The customer called'))).toBe('ok');
  const late = (await order()).reference;
  await control(`/deliveries/${late}/step`, { step: 'pickup-started' });
  const refused = await api.cancel(late, 'The customer called');
  expect(allWorded(english, refused)).toMatchObject({ ok: false, problem: { code: 'conflict', hint: "Call the operator's support." } });
  await open({ late_cancellation: true });
  const agreed = (await order()).reference;
  await control(`/deliveries/${agreed}/step`, { step: 'pickup-started' });
  expect(code(await api.cancel(agreed, 'The customer called'))).toBe('ok');
});

test("a courier order whose answer was lost counts as possibly done, and isn't repeated", async () => {
  const promised = value(await promise());
  await control('/faults', { match: 'POST /v1/venues/*/deliveries', times: 5, drop: 'after' });
  expect(await api.order(venueId, wish(promised))).toMatchObject({ ok: false, problem: { outcome: 'unknown' } });
  expect(((await control('/deliveries', {}, 'GET')).deliveries as unknown[]).length).toBe(1);
});

test('the handshake PIN, venues near an address, the fee and order without a venue, and the areas are read', async () => {
  expect(value(await api.handshakePin((await order({ handshake: { sms: true } })).reference))).toMatch(/^\d{4}$/);
  expect(value(await api.handshakePin((await order()).reference))).toBeNull();
  const here = { lat: 60.17, lon: 24.94 };
  const [near] = value(await api.availableVenues(here, 'Harbour street 5', null));
  expect(near).toMatchObject({ venueId, names: [{ language: 'en' }], fee: { currency: 'EUR' } });
  expect(near?.totalMinutes.mean).toBeGreaterThan(near?.pickupMinutes ?? Number.NaN);
  const way = { pickup: here, dropoff: { lat: 60.175, lon: 24.94 }, scheduledTime: null, cash: null };
  const light = value(await api.fee({ ...way, contents: [] }));
  expect(light).toMatchObject({ price: { currency: 'EUR' } });
  const heavy = value(await api.fee({ ...way, contents: [HEAVY] }));
  expect(heavy.price?.amount).toBeGreaterThan(light.price?.amount ?? Number.NaN);
  const made = await api.orderWithoutVenue({
    ...wish({ dropoff: { lat: 60.175, lon: 24.94 } } as ShipmentPromise),
    pickup: { ...here, name: 'Harbour Kitchen', address: 'Harbour street 1', phone: '+358401234567' },
    address: 'Harbour street 5',
    minPreparationMinutes: 20,
    trackingSms: true,
  });
  expect(value(made).reference).toBeTruthy();
  const all = (await control('/deliveries', {}, 'GET')).deliveries as { request: Record<string, unknown> }[];
  const sent = all.at(-1);
  expect(sent?.request).toMatchObject({ pickup: { display_name: 'Harbour Kitchen' }, contents: [{ count: 1 }] });
  expect(sent?.request).not.toHaveProperty('shipment_promise_id');
  const [area] = value(await api.areas());
  expect(isInside(here, area?.ring ?? [])).toBe(true);
  expect(isInside({ lat: 48.85, lon: 2.35 }, area?.ring ?? [])).toBe(false);
});

test('webhooks are created, read, changed and deleted; events need a valid signature', async () => {
  const bodies: Buffer[] = [];
  const { origin } = await testServer(async (request, response) => {
    bodies.push(await buffer(request));
    response.writeHead(200).end();
  });
  const url = `${origin}/events`;
  const made = value(await api.createWebhook({ url, secret: SECRET, exponentBase: 2, maxRetries: 3, disabled: false }));
  expect(value(await api.webhooks()).map(({ id }) => id)).toEqual([made.id]);
  expect(code(await api.updateWebhook(made.id, { events: ['order.received', 'order.location_updated', 'order.picked_up'] }))).toBe('ok');
  expect(value(await api.webhook(made.id)).events).toContain('order.location_updated');
  const { reference } = await order();
  await control(`/deliveries/${reference}/step`, { step: 'picked-up' });
  await until('three events', () => bodies.length >= 3);
  const events = bodies.map((body) => verifyDeliveryEvent(body, ['another-secret', SECRET], () => 1));
  const received = events.flatMap((one) => (one.ok ? [one.event] : []));
  expect(received.map(({ type }) => type).sort()).toEqual(['order.location_updated', 'order.picked_up', 'order.received']);
  expect(received.map((event) => [event.reference, event.merchantReference])).toEqual(received.map(() => [reference, 'ours-1']));
  expect(received).toHaveLength(3);
  const place = received.find(({ type }) => type === 'order.location_updated')?.place;
  expect(place?.lat).toBeCloseTo(60.17, 0);
  const [body] = bodies;
  expect(verifyDeliveryEvent(body ?? Buffer.alloc(0), ['another-secret'], () => 1)).toEqual({ ok: false, why: 'wrong-signature' });
  const unsigned = jwt.sign({ type: 'order.received', details: { id: 'x' } }, '', { algorithm: 'none' });
  expect(verifyDeliveryEvent(Buffer.from(JSON.stringify({ token: unsigned })), [SECRET], () => 1)).toEqual({
    ok: false,
    why: 'wrong-signature',
  });
  expect(verifyDeliveryEvent(Buffer.from('no json'), [SECRET], () => 1)).toEqual({ ok: false, why: 'not-a-token' });
  expect(code(await api.updateWebhook(made.id, { disabled: true }))).toBe('ok');
  expect(code(await api.deleteWebhook(made.id))).toBe('ok');
  expect(value(await api.webhooks())).toEqual([]);
});

test('without the merchant key nothing is requested, and a wrong key is reported', async () => {
  merchant = null;
  expect(code(await promise())).toBe('not-connected');
  merchant = { id: 'x', key: 'wrong' };
  expect(code(await promise())).toBe('unauthorized');
});

test("a pause that a 429 requests applies to all of the merchant's calls; other errors cause no repeat or pause", async () => {
  const calls = async () =>
    ((await control('/log', {}, 'GET')).entries as { path?: string }[]).filter(({ path }) => path?.includes('shipment-promises')).length;
  await control('/faults', { match: 'POST /v1/venues/*/shipment-promises', status: 503, times: 1 });
  expect(code(await promise())).toBe('service-error');
  expect(code(await promise())).toBe('ok');
  expect(await calls()).toBe(2);
  await control('/faults', { match: 'POST /v1/venues/*/shipment-promises', status: 401, times: 1 });
  expect(code(await promise())).toBe('unauthorized');
  expect(await calls()).toBe(3);
  await control('/faults', { match: 'POST /v1/venues/*/shipment-promises', status: 429, retry_after_seconds: 30 });
  expect(code(await promise())).toBe('rate-limited');
  expect(await promise()).toMatchObject({ ok: false, problem: { code: 'rate-limited', notSent: true } });
  expect(await api.webhooks()).toMatchObject({ ok: false, problem: { code: 'rate-limited', notSent: true } });
  expect(await calls()).toBe(4);
});
