/** Couriers on demand: sections 3.2, 4.4, 5 (points 5 and 7), 6.2 and 7.4. */
import { json } from 'node:stream/consumers';
import jwt from 'jsonwebtoken';
import { expect } from 'vitest';
import { type Partner, until } from '../../integration/sandbox/partner.ts';
import { testServer } from '../../setup/parts.ts';
import { type Rule, rule } from '../rule.ts';

const DESK = 'main/features/couriers/calls.ts';
const OFFERS = 'main/features/couriers/offers.ts';
const OFFER = { counter: `${OFFERS}: courier.offer` } as const;
const ORDER = { counter: `${DESK}: courier.order` } as const;
const CANCEL = {
  counter: `${DESK}: courier.cancel`,
} as const;
const EVENT = { counter: 'main/orders/couriers/delivery-progress.ts: BY_EVENT' } as const;
const VENUELESS = { counter: `${OFFERS}: estimate` } as const;
const WEBHOOK = { counter: 'main/features/couriers/webhook-calls.ts: webhooks.create' } as const;

const SECRET = 'a-delivery-secret-of-many-bits';
const WHOLE = { street: 'Harbour street 5', city: 'Helsinki', post_code: '00100', lat: 60.171, lon: 24.94 };
type Body = Record<string, unknown>;
interface Merchant {
  id: string;
  ask(method: string, path: string, body?: unknown, key?: string): Promise<{ status: number; body: Body }>;
}

async function open(partner: Partner, wishes: Body = {}): Promise<Merchant> {
  const { merchant_id: id, merchant_key: key } = (await partner.control('POST', '/merchants', wishes)).body;
  return {
    id: String(id),
    async ask(method, path, body, given = String(key)) {
      const response = await fetch(partner.sandbox.delivery_base_url + path, {
        method,
        headers: { authorization: `Bearer ${given}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
    },
  };
}
const promise = (partner: Partner, merchant: Merchant, body: Body = WHOLE) =>
  merchant.ask('POST', `/v1/venues/${partner.venueId}/shipment-promises`, body);
const wishOn = (promised: Body, more: Body = {}) => ({
  shipment_promise_id: promised.id,
  dropoff: { location: { coordinates: { lat: WHOLE.lat, lon: WHOLE.lon } } },
  recipient: { name: 'Somebody', phone_number: '+358401234567', email: 'somebody@example.test' },
  parcels: [{ count: 1, description: 'A bag', identifier: 'bag-1' }],
  ...more,
});
const deliver = async (partner: Partner, merchant: Merchant, more: Body = {}) =>
  merchant.ask('POST', `/v1/venues/${partner.venueId}/deliveries`, wishOn((await promise(partner, merchant)).body, more));
const ordered = async (partner: Partner, merchant: Merchant, more: Body = {}) =>
  String((await deliver(partner, merchant, more)).body.service_order_reference_id);
const step = (partner: Partner, reference: string, body: Body) => partner.control('POST', `/deliveries/${reference}/step`, body);
const hook = (url: string) => ({
  callback_url: url,
  client_secret: SECRET,
  callback_config: { exponential_retry_backoff: { exponent_base: 2, max_retry_count: 3 } },
});

/** The partner's webhook server; only signed events count. */
async function listening() {
  const events: { type: string; details: Body }[] = [];
  const answers: number[] = [];
  const { origin } = await testServer(async (request, response) => {
    const { token } = (await json(request)) as { token: string };
    const status = answers.shift() ?? 200;
    if (status === 200) events.push(jwt.verify(token, SECRET, { algorithms: ['HS256'] }) as (typeof events)[number]);
    response.writeHead(status).end();
  });
  return { url: `${origin}/events`, events, answers };
}

export const deliveryRules: Rule[] = [
  rule('5.5', "the delivery API accepts only the merchant's own key", OFFER, async (partner) => {
    const merchant = await open(partner);
    expect((await promise(partner, merchant)).status).toBe(201);
    expect((await merchant.ask('POST', `/v1/venues/${partner.venueId}/shipment-promises`, WHOLE, 'another')).status).toBe(401);
  }),
  rule(
    '4.4',
    'street with a city or a post code gives a binding promise; post code, city or coordinates alone a non-binding one',
    { counter: 'renderer/courier/ordering/address-kind.ts: binding-with-risk' },
    async (partner) => {
      const merchant = await open(partner);
      const { street, city, post_code, lat, lon } = WHOLE;
      for (const body of [WHOLE, { street, post_code, city }, { street, city }, { street, post_code }])
        expect((await promise(partner, merchant, body)).body.is_binding).toBe(true);
      for (const body of [{ post_code }, { city }, { lat, lon }])
        expect((await promise(partner, merchant, body)).body.is_binding).toBe(false);
    },
  ),
  rule('4.4', 'a promise has id, created_at, valid_until, pickup, dropoff, price, is_binding and parcels', OFFER, async (partner) => {
    const { body } = await promise(partner, await open(partner));
    for (const key of ['id', 'created_at', 'valid_until', 'pickup', 'dropoff', 'price', 'is_binding', 'parcels'])
      expect(body).toHaveProperty(key);
  }),
  rule('8', 'min_preparation_time_minutes is 30 when left out and at most 60', OFFER, async (partner) => {
    const merchant = await open(partner);
    expect((await promise(partner, merchant)).body.pickup).toMatchObject({ options: { min_preparation_time_minutes: 30 } });
    expect((await promise(partner, merchant, { ...WHOLE, min_preparation_time_minutes: 61 })).status).toBe(400);
  }),
  rule('4.4', 'scheduled_dropoff_time must be left out if it is within the next hour', OFFER, async (partner) => {
    const merchant = await open(partner);
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    expect((await promise(partner, merchant, { ...WHOLE, scheduled_dropoff_time: at(30) })).status).toBe(400);
    expect((await promise(partner, merchant, { ...WHOLE, scheduled_dropoff_time: at(120) })).status).toBe(201);
  }),
  rule('3.2', 'a delivery needs a binding, valid, matching promise and starts as INFO_RECEIVED', ORDER, async (partner) => {
    const merchant = await open(partner);
    expect(await deliver(partner, merchant)).toMatchObject({ status: 201, body: { status: 'INFO_RECEIVED' } });
    const path = `/v1/venues/${partner.venueId}/deliveries`;
    const loose = (await promise(partner, merchant, { city: 'Helsinki' })).body;
    expect((await merchant.ask('POST', path, wishOn(loose))).status).toBeGreaterThanOrEqual(400);
    const firm = (await promise(partner, merchant)).body;
    const elsewhere = { location: { coordinates: { lat: 60.19, lon: 24.94 } } };
    expect((await merchant.ask('POST', path, wishOn(firm, { dropoff: elsewhere }))).status).toBeGreaterThanOrEqual(400);
    await partner.control('POST', '/clock', { advance_seconds: 86_400 });
    expect((await merchant.ask('POST', path, wishOn(firm))).status).toBeGreaterThanOrEqual(400);
  }),
  rule('4.4', 'a delivery’s answer has tracking, price, pickup, dropoff and the service’s reference', ORDER, async (partner) => {
    const { body } = await deliver(partner, await open(partner), { merchant_order_reference_id: 'ours', order_number: '12' });
    for (const key of ['id', 'tracking', 'pickup', 'dropoff', 'price', 'recipient', 'parcels', 'service_order_reference_id'])
      expect(body).toHaveProperty(key);
    expect(body).toMatchObject({ merchant_order_reference_id: 'ours', order_number: '12' });
  }),
  rule('2.7', "a delivery accepts parcels, cash, tips, support, SMS texts and handshake in the document's form", ORDER, async (partner) => {
    const merchant = await open(partner, { cash_enabled: true, handshake_enabled: true });
    const price = { amount: 500, currency: 'EUR' };
    const wish = {
      parcels: [
        {
          count: 1,
          dimensions: { weight_gram: 900, width_cm: 30, height_cm: 20, depth_cm: 10 },
          price,
          description: 'Wine',
          identifier: 'bag-1',
          dropoff_restrictions: { id_check_required: true },
          tags: ['alcohol'],
        },
      ],
      cash: { amount_to_collect: 1_000, amount_to_expect: 2_000 },
      tips: [{ type: 'pre_delivery_courier_tip', price }],
      customer_support: { url: 'https://help.example.test', email: 'help@example.test', phone_number: '+358401111111' },
      sms_notifications: { received: 'It is ordered', picked_up: 'It is coming' },
      handshake_delivery: { is_required: true, should_send_sms_to_dropoff_contact: true },
    };
    const { status, body } = await deliver(partner, merchant, wish);
    expect(status).toBe(201);
    expect(body).toMatchObject({ parcels: wish.parcels, tips: wish.tips, customer_support: wish.customer_support });
    expect((await partner.control('GET', `/deliveries/${body.service_order_reference_id}`)).body.request).toMatchObject(wish);
  }),
  rule('9.3', 'time_estimate_minutes of a promise is deprecated: dropoff has eta_minutes instead', OFFER, async (partner) => {
    expect((await promise(partner, await open(partner))).body.dropoff).toMatchObject({ eta_minutes: expect.any(Number) });
  }),
  rule('7.4', "cash is refused with an error if it isn't enabled for the account", ORDER, async (partner) => {
    const cash = { cash: { amount_to_collect: 1_000, amount_to_expect: 2_000 } };
    expect((await deliver(partner, await open(partner), cash)).status).toBeGreaterThanOrEqual(400);
    expect((await deliver(partner, await open(partner, { cash_enabled: true }), cash)).status).toBe(201);
  }),
  rule('3.2', 'a cancel before the courier starts is answered with 200 and REJECTED, and requires a reason', CANCEL, async (partner) => {
    const merchant = await open(partner);
    const reference = await ordered(partner, merchant);
    expect((await merchant.ask('PATCH', `/order/${reference}/status/cancel`, {})).status).toBe(400);
    expect(await merchant.ask('PATCH', `/order/${reference}/status/cancel`, { reason: 'x' })).toEqual({
      status: 200,
      body: { status: 'REJECTED' },
    });
  }),
  rule(
    '3.2',
    'a cancel after the courier started gets 400 INVALID_ORDER_STATE_TRANSITION, or REJECTED if that was agreed',
    CANCEL,
    async (partner) => {
      for (const [agreed, status] of [
        [false, 400],
        [true, 200],
      ] as const) {
        const merchant = await open(partner, { late_cancellation: agreed });
        const reference = await ordered(partner, merchant);
        await step(partner, reference, { step: 'pickup-started' });
        const answer = await merchant.ask('PATCH', `/order/${reference}/status/cancel`, { reason: 'x' });
        expect(answer.status).toBe(status);
        if (!agreed) {
          expect(answer.body).toMatchObject({ error_code: 'INVALID_ORDER_STATE_TRANSITION' });
          for (const key of ['reason', 'details']) expect(answer.body).toHaveProperty(key);
        }
      }
    },
  ),
  rule(
    '4.4',
    'handshake details have is_required, and a pin_code if a handshake was requested',
    { counter: 'renderer/courier/delivery.tsx: pinCode' },
    async (partner) => {
      const merchant = await open(partner, { handshake_enabled: true });
      const reference = await ordered(partner, merchant, { handshake_delivery: { is_required: true } });
      const { body } = await merchant.ask('GET', `/order/${reference}/handshake-delivery`);
      expect(body).toEqual({ is_required: true, pin_code: expect.any(Number) });
    },
  ),
  rule(
    '4.4',
    'available venues are sorted, each with its fee and its estimate',
    { counter: `${OFFERS}: courier.venues` },
    async (partner) => {
      const merchant = await open(partner);
      const dropoff = { location: { formatted_address: 'x', coordinates: { lat: WHOLE.lat, lon: WHOLE.lon } } };
      const { status, body } = await merchant.ask('POST', `/merchants/${merchant.id}/available-venues`, { dropoff });
      expect(status).toBe(201);
      expect((body as unknown as Body[])[0]).toMatchObject({
        pickup: { venue_id: expect.any(String) },
        fee: { currency: expect.any(String) },
        pre_estimate: { total_minutes: { min: expect.any(Number), mean: expect.any(Number), max: expect.any(Number) } },
      });
    },
  ),
  rule('4.4', 'without a venue, a fee can be requested, and an order needs all its required fields', VENUELESS, async (partner) => {
    const merchant = await open(partner);
    const end = (lat: number) => ({
      location: { coordinates: { lat, lon: 24.94 } },
      contact_details: { name: 'S', phone_number: '+358401234567', send_tracking_link_sms: false },
    });
    const at = (what: string) => `/merchants/${merchant.id}/${what}`;
    const fee = await merchant.ask('POST', at('delivery-fee'), { pickup: end(60.17), dropoff: end(60.175) });
    expect([200, 201]).toContain(fee.status);
    expect(fee.body).toMatchObject({ fee: { amount: expect.any(Number) } });
    const order: Body = {
      pickup: end(60.17),
      dropoff: end(60.175),
      customer_support: {},
      is_no_contact: false,
      contents: [],
      tips: [],
      min_preparation_time_minutes: 20,
    };
    expect((await merchant.ask('POST', at('delivery-order'), order)).status).toBe(201);
    for (const key of Object.keys(order))
      expect((await merchant.ask('POST', at('delivery-order'), { ...order, [key]: undefined })).status, key).toBe(400);
  }),
  rule(
    '4.4',
    'delivery areas are polygons of [lon, lat]; they need a token of November 2025 or later',
    { counter: 'renderer/courier/map/drawing.tsx: polygon' },
    async (partner) => {
      const merchant = await open(partner);
      const { body } = await merchant.ask('GET', `/merchants/${merchant.id}/delivery-areas`);
      const [area] = Object.values(body.delivery_areas as Record<string, { type: string; coordinates: number[][][] }>);
      expect(area).toMatchObject({ type: 'Polygon' });
      expect(area?.coordinates[0]?.[0]).toHaveLength(2);
      const old = await open(partner, { may_read_areas: false });
      expect((await old.ask('GET', `/merchants/${old.id}/delivery-areas`)).status).toBeGreaterThanOrEqual(400);
    },
  ),
  rule('4.4', 'webhooks are created (201), listed, read, changed and deleted (204), each with all its fields', WEBHOOK, async (partner) => {
    const merchant = await open(partner);
    const at = `/v1/merchants/${merchant.id}/webhooks`;
    const made = await merchant.ask('POST', at, hook('https://partner.example.test/events'));
    expect(made.status).toBe(201);
    for (const key of ['callback_config', 'callback_url', 'created_at', 'disabled', 'id', 'modified_at', 'subscribed_events'])
      expect(made.body).toHaveProperty(key);
    expect((await merchant.ask('GET', at)).body).toHaveLength(1);
    expect((await merchant.ask('PATCH', `${at}/${made.body.id}`, { disabled: true })).status).toBeLessThan(300);
    expect((await merchant.ask('GET', `${at}/${made.body.id}`)).body.disabled).toBe(true);
    expect((await merchant.ask('PATCH', `${at}/${made.body.id}`, { callback_config: 'fast' })).status).toBe(400);
    expect((await merchant.ask('DELETE', `${at}/${made.body.id}`)).status).toBe(204);
    expect((await merchant.ask('POST', at, { callback_url: 'https://partner.example.test' })).status).toBe(400);
  }),
  rule('4.4', "a webhook's field disabled is a boolean", WEBHOOK, async (partner) => {
    const merchant = await open(partner);
    const at = `/v1/merchants/${merchant.id}/webhooks`;
    const asked = hook('https://partner.example.test/events');
    for (const disabled of ['yes', 'true', 1, null, {}]) expect((await merchant.ask('POST', at, { ...asked, disabled })).status).toBe(400);
    const { body } = await merchant.ask('POST', at, { ...asked, disabled: true });
    expect(body.disabled).toBe(true);
    for (const disabled of ['no', 0, null]) {
      const changed = await merchant.ask('PATCH', `${at}/${body.id}`, { disabled, callback_url: 'https://other.example.test' });
      expect(changed.status).toBe(400);
    }
    expect((await merchant.ask('GET', `${at}/${body.id}`)).body).toMatchObject({ disabled: true, callback_url: asked.callback_url });
  }),
  rule('6.2', 'an event is a JWT signed with HS256 in the field token, with dispatched_at, type and details', EVENT, async (partner) => {
    const { url, events } = await listening();
    const merchant = await open(partner);
    await merchant.ask('POST', `/v1/merchants/${merchant.id}/webhooks`, hook(url));
    const reference = await ordered(partner, merchant, { merchant_order_reference_id: 'ours' });
    await until(() => events.length > 0, 'the first event');
    expect(events[0]).toMatchObject({
      type: 'order.received',
      dispatched_at: expect.any(String),
      details: { id: expect.any(String), service_order_reference_id: reference, merchant_order_reference_id: 'ours' },
    });
  }),
  rule(
    '6.2',
    "each step of the courier is an event; the courier's place, in EPSG:3857, is sent only to subscribers",
    EVENT,
    async (partner) => {
      const { url, events } = await listening();
      const merchant = await open(partner);
      const at = `/v1/merchants/${merchant.id}/webhooks`;
      const { body } = await merchant.ask('POST', at, hook(url));
      const reference = await ordered(partner, merchant);
      const has = (type: string) => events.some((event) => event.type === type);
      for (const name of ['pickup-started', 'pickup-arrival', 'picked-up', 'dropoff-started'])
        await step(partner, reference, { step: name });
      for (const type of ['pickup_started', 'pickup_arrival', 'picked_up', 'dropoff_started'])
        await until(() => has(`order.${type}`), type);
      expect(has('order.location_updated')).toBe(false);
      const all = [...(body.subscribed_events as string[]), 'order.location_updated', 'order.customer_no_show'];
      await merchant.ask('PATCH', `${at}/${body.id}`, { subscribed_events: all });
      for (const name of ['on-the-way', 'dropoff-arrival', 'delivered']) await step(partner, reference, { step: name });
      for (const type of ['location_updated', 'dropoff_arrival', 'dropoff_completed', 'delivered'])
        await until(() => has(`order.${type}`), type);
      const place = events.find(({ type }) => type === 'order.location_updated')?.details.courier_location as { lat: number };
      expect(place.lat).toBeGreaterThan(90);
      const last = events.find(({ type }) => type === 'order.delivered');
      expect(last?.details.dropoff).toMatchObject({ completed_at: expect.any(String) });
    },
  ),
  rule('6.2', "changed times, the PIN, a customer who doesn't show up and a rejected delivery are events", EVENT, async (partner) => {
    const { url, events } = await listening();
    const merchant = await open(partner, { handshake_enabled: true });
    const at = `/v1/merchants/${merchant.id}/webhooks`;
    const { body } = await merchant.ask('POST', at, hook(url));
    await merchant.ask('PATCH', `${at}/${body.id}`, {
      subscribed_events: [...(body.subscribed_events as string[]), 'order.customer_no_show'],
    });
    const reference = await ordered(partner, merchant, { handshake_delivery: { is_required: true } });
    await step(partner, reference, { delay_minutes: 5 });
    await step(partner, reference, { no_show: true });
    await step(partner, await ordered(partner, merchant), { reject: 'Too far' });
    const of = (type: string) => events.find((event) => event.type === `order.${type}`)?.details;
    for (const type of ['pickup_eta_updated', 'dropoff_eta_updated', 'handshake_delivery', 'customer_no_show', 'rejected'])
      await until(() => of(type) !== undefined, type);
    expect(of('pickup_eta_updated')?.pickup).toEqual({ eta: expect.any(String) });
    expect(of('dropoff_eta_updated')?.dropoff).toMatchObject({ eta: { min: expect.any(String), max: expect.any(String) } });
    expect(of('handshake_delivery')?.pin_code).toEqual(expect.any(String));
    expect(of('rejected')?.purchase_rejected_reason).toBe('Too far');
  }),
  rule('6.2', "an event that isn't acknowledged is sent again after base to the power of n seconds", EVENT, async (partner) => {
    const { url, events, answers } = await listening();
    const merchant = await open(partner);
    await merchant.ask('POST', `/v1/merchants/${merchant.id}/webhooks`, hook(url));
    answers.push(500);
    await ordered(partner, merchant);
    await until(() => answers.length === 0, 'the refusal');
    expect(events).toEqual([]);
    await partner.control('POST', '/clock', { advance_seconds: 2 });
    await until(() => events.length === 1, 'the second attempt');
  }),
];
