/** Every endpoint of section 4.4 as the courier desk calls it: complete bodies, both units of prices, and the number of calls. */
import { describe, expect, test } from 'vitest';
import type { CallInput } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import { closing } from '../../setup/parts.ts';
import { type Asked, recordingProxy } from '../venue/recording-proxy.ts';
import { until, type Venue } from '../venue/venue.ts';
import { testVenue } from '../venue/with-venue.ts';

let venue: Venue;
let merchant: { merchant_id: string; merchant_key: string };
let asked: Asked[];

async function open(service: Record<string, unknown> = {}): Promise<void> {
  const { origin: delivery_base_url } = closing(
    await recordingProxy(
      () => venue.sandbox.delivery_base_url,
      (one) => asked.push(one),
    ),
  );
  asked = [];
  venue = await testVenue({ printers: false, service: { delivery_base_url, ...service } });
  merchant = (await venue.control('POST', '/merchants', { handshake_enabled: true, cash_enabled: true })) as typeof merchant;
  const { merchant_id: merchantId, merchant_key: key } = merchant;
  expect((await venue.call('settings.saveMerchant', { merchantId, key, webhookSecret: null })).ok).toBe(true);
  asked = [];
}
const bodiesOf = (what: string) => asked.filter((one) => one.what === what).map(({ body }) => body);
const delivery = () => Object.values(venue.state().deliveries)[0];

const PLACE = { lat: 60.171, lon: 24.94 };
const ADDRESS = { street: 'Harbour street 5', city: 'Helsinki', postCode: '00100', place: PLACE };
const BAG = { count: 1, description: 'A bag', grams: null, widthCm: null, heightCm: null, depthCm: null, value: null, alcohol: false };
const CRATE = { count: 2, description: 'Wine', grams: 9_000, widthCm: 40, heightCm: 30, depthCm: 20, value: 1_234, alcohol: true };
const DIMENSIONS = { weight_gram: 9_000, width_cm: 40, height_cm: 30, depth_cm: 20 };
const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const offerOf = (more: Partial<CallInput<'courier.offer'>> = {}) =>
  venue.ask('courier.offer', {
    venueId: venue.venueId,
    address: ADDRESS,
    scheduledTime: null,
    minPreparationMinutes: null,
    parcels: [],
    ...more,
  });
const wish = (offerId: string, more: Partial<CallInput<'courier.order'>> = {}): CallInput<'courier.order'> => ({
  requestId: ID,
  venueId: venue.venueId,
  offerId,
  recipient: { name: 'Aino Testaaja', phone: '+358401234567', email: 'aino@example.test' },
  comment: 'Door 42',
  pickupComment: 'Back door',
  orderNumber: 'P12',
  isNoContact: true,
  parcels: [BAG, CRATE],
  tip: 250,
  cash: { collect: 1_234, paysWith: 2_000 },
  handshake: true,
  handshakeSms: true,
  trackingSms: true,
  ...more,
});
const SUPPORT = { url: 'https://help.example.test', email: 'help@example.test', phone: '+358401111111' };
const SMS = { received: 'It is ordered', picked_up: 'It is coming' };
const PICKUP = { name: 'Harbour Kitchen', address: 'Harbour street 1', phone: '+358402222222', lat: 60.17, lon: 24.94 };

describe.each([
  { unit: 'minor', sent: (cents: number) => cents },
  { unit: 'major', sent: (cents: number) => cents / 100 },
] as const)('prices in $unit units', ({ unit, sent }) => {
  const price = (cents: number) => ({ amount: sent(cents), currency: 'EUR' });
  const money = {
    tips: [{ type: 'pre_delivery_courier_tip', price: price(250) }],
    cash: { amount_to_collect: sent(1_234), amount_to_expect: sent(2_000) },
  };

  test("requests for a venue's offer and courier have everything that was typed", async () => {
    await open({ delivery_price_unit: unit, delivery_support: SUPPORT, delivery_sms: SMS });
    const at = inHours(3);
    const offer = await offerOf({ scheduledTime: at, minPreparationMinutes: 20, parcels: [BAG, CRATE] });
    expect(bodiesOf(`POST /v1/venues/${venue.venueId}/shipment-promises`)).toEqual([
      {
        street: 'Harbour street 5',
        city: 'Helsinki',
        post_code: '00100',
        ...PLACE,
        language: 'en',
        min_preparation_time_minutes: 20,
        scheduled_dropoff_time: at,
        // Dimensions not given are omitted; a parcel's value is sent only with the courier order.
        parcels: [
          { count: 2, description: 'Wine', dimensions: DIMENSIONS, tags: ['alcohol'], dropoff_restrictions: { id_check_required: true } },
        ],
      },
    ]);
    expect((await venue.call('courier.order', wish(offer.id))).ok).toBe(true);
    await until('the courier', () => delivery()?.state === 'ordered');
    expect(bodiesOf(`POST /v1/venues/${venue.venueId}/deliveries`)).toEqual([
      {
        shipment_promise_id: offer.id,
        pickup: { comment: 'Back door' },
        dropoff: { location: { coordinates: PLACE }, comment: 'Door 42', options: { is_no_contact: true, scheduled_time: at } },
        recipient: { name: 'Aino Testaaja', phone_number: '+358401234567', email: 'aino@example.test' },
        parcels: [
          { count: 1, description: 'A bag' },
          {
            count: 2,
            description: 'Wine',
            dimensions: DIMENSIONS,
            price: price(1_234),
            tags: ['alcohol'],
            dropoff_restrictions: { id_check_required: true },
          },
        ],
        customer_support: { url: SUPPORT.url, email: SUPPORT.email, phone_number: SUPPORT.phone },
        merchant_order_reference_id: `tb.${venue.venueId}.${ID}`,
        sms_notifications: SMS,
        order_number: 'P12',
        ...money,
        handshake_delivery: { is_required: true, should_send_sms_to_dropoff_contact: true },
      },
    ]);
    expect(new Set(asked.map(({ key }) => key))).toEqual(new Set([`Bearer ${merchant.merchant_key}`]));
  });

  test('requests for a price and a courier without a venue have everything that was typed', async () => {
    await open({ delivery_price_unit: unit, delivery_support: SUPPORT, delivery_pickup: PICKUP });
    const at = inHours(3);
    const offer = await offerOf({ scheduledTime: at, minPreparationMinutes: 25, parcels: [CRATE] });
    const ofMerchant = `POST /merchants/${merchant.merchant_id}`;
    const from = { lat: PICKUP.lat, lon: PICKUP.lon };
    const content = { count: 2, description: 'Wine', dimensions: DIMENSIONS, tags: ['alcohol'], id_check_required: true };
    expect(bodiesOf(`${ofMerchant}/delivery-fee`)).toEqual([
      {
        pickup: { location: { coordinates: from } },
        dropoff: { location: { coordinates: PLACE } },
        scheduled_dropoff_time: at,
        contents: [content],
      },
    ]);
    expect((await venue.call('courier.order', wish(offer.id))).ok).toBe(true);
    await until('the courier', () => delivery()?.state === 'ordered');
    expect(bodiesOf(`${ofMerchant}/delivery-order`)).toEqual([
      {
        pickup: {
          location: { coordinates: from, formatted_address: PICKUP.address },
          comment: 'Back door',
          contact_details: { name: PICKUP.name, phone_number: PICKUP.phone, send_tracking_link_sms: false },
          display_name: PICKUP.name,
        },
        dropoff: {
          location: { coordinates: PLACE, formatted_address: 'Harbour street 5, 00100 Helsinki' },
          contact_details: { name: 'Aino Testaaja', phone_number: '+358401234567', send_tracking_link_sms: true },
          comment: 'Door 42',
        },
        customer_support: { url: SUPPORT.url, email: SUPPORT.email, phone_number: SUPPORT.phone },
        merchant_order_reference_id: `tb.${venue.venueId}.${ID}`,
        is_no_contact: true,
        contents: [
          { count: 1, description: 'A bag' },
          { ...content, price: price(1_234) },
        ],
        ...money,
        min_preparation_time_minutes: 25,
        scheduled_dropoff_time: at,
        order_number: 'P12',
        handshake_delivery: { is_required: true, should_send_sms_to_dropoff_contact: true },
      },
    ]);
  });
});

test("fields left empty aren't sent, cash included", async () => {
  await open();
  const offer = await offerOf();
  const plain = { comment: null, pickupComment: null, orderNumber: null, isNoContact: false, parcels: [BAG], tip: null, cash: null };
  const recipient = { name: 'Aino Testaaja', phone: '+358401234567', email: null };
  await venue.call('courier.order', wish(offer.id, { ...plain, recipient, handshake: false, handshakeSms: true }));
  await until('the courier', () => delivery()?.state === 'ordered');
  const { street, city, postCode: post_code } = ADDRESS;
  expect(asked.filter(({ body }) => body !== null)).toMatchObject([
    { body: { street, city, post_code, ...PLACE, language: 'en' } },
    { what: `POST /v1/venues/${venue.venueId}/deliveries` },
  ]);
  expect(bodiesOf(`POST /v1/venues/${venue.venueId}/shipment-promises`)).toEqual([{ street, city, post_code, ...PLACE, language: 'en' }]);
  expect(bodiesOf(`POST /v1/venues/${venue.venueId}/deliveries`)).toEqual([
    {
      shipment_promise_id: offer.id,
      dropoff: { location: { coordinates: PLACE }, options: { is_no_contact: false } },
      recipient: { name: 'Aino Testaaja', phone_number: '+358401234567' },
      parcels: [{ count: 1, description: 'A bag' }],
      merchant_order_reference_id: `tb.${venue.venueId}.${ID}`,
    },
  ]);
});

test('requests for nearby venues, delivery areas, the PIN and a cancellation have the right bodies', async () => {
  await open();
  const at = inHours(3);
  await venue.ask('courier.venues', { place: PLACE, address: 'Harbour street 5', scheduledTime: at });
  await venue.ask('courier.venues', { place: PLACE, address: 'Harbour street 5', scheduledTime: null });
  const dropoff = { location: { formatted_address: 'Harbour street 5', coordinates: PLACE } };
  expect(bodiesOf(`POST /merchants/${merchant.merchant_id}/available-venues`)).toEqual([
    { dropoff, scheduled_dropoff_time: at },
    { dropoff },
  ]);
  expect((await venue.call('courier.areas', {})).ok).toBe(true);
  expect(bodiesOf(`GET /merchants/${merchant.merchant_id}/delivery-areas`)).toEqual([null]);
  await venue.call('courier.order', wish((await offerOf()).id));
  await until('the PIN', () => delivery()?.pinCode);
  const [known] = (await venue.control('GET', '/deliveries')).deliveries as { reference: string }[];
  const reference = known?.reference ?? '';
  expect(bodiesOf(`GET /order/${reference}/handshake-delivery`)).toEqual([null]);
  expect((await venue.call('courier.cancel', { id: ID, reason: 'The customer called' })).ok).toBe(true);
  expect(bodiesOf(`PATCH /order/${reference}/status/cancel`)).toEqual([{ reason: 'The customer called' }]);
});

test('requests that set up, change and remove the courier webhooks have the right bodies', async () => {
  await open();
  const url = 'http://127.0.0.1:9/deliveries';
  const webhooks = `/v1/merchants/${merchant.merchant_id}/webhooks`;
  expect((await venue.call('webhooks.create', { url })).ok).toBe(true);
  const config = (max_retry_count: number) => ({ exponential_retry_backoff: { exponent_base: 2, max_retry_count } });
  const secret = expect.stringMatching(/^[\w-]{43}$/);
  expect(bodiesOf(`POST ${webhooks}`)).toEqual(
    [10, 1].map((retries) => ({ callback_config: config(retries), callback_url: url, client_secret: secret, disabled: true })),
  );
  const [steps, places] = (await venue.ask('webhooks.list', {})).webhooks;
  const usual = (bodiesOf(`PATCH ${webhooks}/${steps?.id}`)[0] as { subscribed_events: string[] }).subscribed_events;
  expect(usual).toContain('order.customer_no_show');
  expect(usual).not.toContain('order.location_updated');
  expect(bodiesOf(`PATCH ${webhooks}/${steps?.id}`)).toEqual([{ subscribed_events: usual, disabled: false }]);
  expect(bodiesOf(`PATCH ${webhooks}/${places?.id}`)).toEqual([{ subscribed_events: ['order.location_updated'], disabled: false }]);
  asked = [];
  const id = steps?.id ?? '';
  await venue.call('webhooks.change', { id, disabled: true });
  await venue.call('webhooks.change', { id, events: ['order.received'] });
  await venue.call('webhooks.change', { id, newSecret: true });
  expect(bodiesOf(`PATCH ${webhooks}/${id}`)).toEqual([
    { disabled: true },
    { subscribed_events: ['order.received'] },
    { client_secret: secret },
  ]);
  await venue.call('webhooks.delete', { id });
  expect(bodiesOf(`DELETE ${webhooks}/${id}`)).toEqual([null]);
});

describe('one decision orders one courier', () => {
  const orders = () => bodiesOf(`POST /v1/venues/${venue.venueId}/deliveries`).length;
  const MINUTES = 10 * 60_000;

  test("an order request whose answer was lost isn't repeated", async () => {
    await open();
    const offer = await offerOf();
    await venue.control('POST', '/faults', { match: 'POST /v1/venues/*/deliveries', drop: 'after' });
    await venue.call('courier.order', wish(offer.id));
    await until('the doubt', () => delivery()?.state === 'uncertain');
    await venue.laterAtRest(MINUTES);
    expect(orders()).toBe(1);
  });

  test('if the service already has the order, the courier is shown as uncertain, not as refused', async () => {
    await open();
    const offer = await offerOf();
    const body = { error_code: 'DUPLICATE_ORDER', reason: 'There is one with this reference.', details: null };
    await venue.control('POST', '/faults', { match: 'POST /v1/venues/*/deliveries', status: 400, body });
    await venue.call('courier.order', wish(offer.id));
    await until('the doubt', () => delivery()?.state === 'uncertain');
    expect(orders()).toBe(1);
  });

  test('an order request refused temporarily is sent again once, and then no more', async () => {
    await open();
    const offer = await offerOf();
    await venue.control('POST', '/faults', { match: 'POST /v1/venues/*/deliveries', status: 503 });
    await venue.call('courier.order', wish(offer.id));
    await venue.untilLater('the courier', () => delivery()?.state === 'ordered');
    await venue.laterAtRest(MINUTES);
    expect(orders()).toBe(2);
    expect((await venue.control('GET', '/deliveries')).deliveries).toHaveLength(1);
  });

  test("an order request isn't retried after its offer expired, and is reported as refused", async () => {
    await open();
    const offer = await offerOf();
    await venue.control('POST', '/faults', { match: 'POST /v1/venues/*/deliveries', status: 503, times: 1_000 });
    await venue.call('courier.order', wish(offer.id));
    await until('a try', () => orders() > 0);
    await venue.later(20 * 60_000);
    await venue.untilLater('the end', () => delivery()?.state === 'refused');
    expect(delivery()?.trouble?.text).toEqual(message('courier.offerExpiredUnsent'));
  });

  test('a PIN that the service forbids is requested only once', async () => {
    await open();
    const offer = await offerOf();
    await venue.control('POST', '/faults', { match: 'GET /order/*/handshake-delivery', status: 403, times: 1_000 });
    await venue.call('courier.order', wish(offer.id));
    const pins = () => asked.filter(({ what }) => what.endsWith('/handshake-delivery')).length;
    await until('the question', () => pins() > 0);
    await venue.laterAtRest(MINUTES);
    expect(pins()).toBe(1);
  });
});
