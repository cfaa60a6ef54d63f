/** Delivery API bodies field by field (sections 2.7 and 4.4), and the meaning of refusals. */

import { expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { allWorded } from '../../../contract/words.ts';
import {
  type DeliveryRequest,
  deliveryBody,
  feeBody,
  type Parcel,
  promiseBody,
  venuelessBody,
  webhookBody,
} from '../../../main/service/deliveries/delivery-bodies.ts';
import { deliveryProblem } from '../../../main/service/deliveries/delivery-problem.ts';
import { problemOfStatus } from '../../../main/service/problem.ts';

const HERE = { lat: 60.17, lon: 24.94 };
const THERE = { lat: 60.175, lon: 24.941 };
const PARCEL: Parcel = {
  count: 2,
  description: 'Pizza boxes',
  identifier: null,
  dimensions: { weight_gram: 900, width_cm: 33, height_cm: null, depth_cm: null },
  price: { amount: 1250, currency: 'EUR' },
  tags: ['alcohol'],
  idCheckRequired: true,
};
const WISH: DeliveryRequest = {
  promiseId: 'promise',
  dropoff: THERE,
  dropoffComment: 'Door 42',
  pickupComment: 'Back door',
  isNoContact: false,
  scheduledTime: '2026-11-21T20:00:00.000Z',
  recipient: { name: 'Aino', phone_number: '+358401234567', email: null },
  parcels: [PARCEL],
  merchantReference: 'ours',
  orderNumber: 'P12',
  tip: { amount: 200, currency: 'EUR' },
  cash: { collect: 2000, expect: 5000 },
  handshake: { sms: true },
  support: { url: null, email: 'help@example.test', phone_number: null },
  smsTexts: { received: null, picked_up: 'It is coming' },
};
const asParcel = {
  count: 2,
  description: 'Pizza boxes',
  dimensions: { weight_gram: 900, width_cm: 33 },
  price: PARCEL.price,
  tags: ['alcohol'],
};

test('a promise is requested with the data known so far; of the cash, only the sum to collect', () => {
  const address = { street: 'Harbour street 5', city: 'Helsinki', postCode: null, place: HERE };
  const wish = { ...address, language: 'fi', minPreparationMinutes: 20, scheduledTime: null, parcels: [], cash: WISH.cash };
  expect(promiseBody(wish)).toEqual({
    street: 'Harbour street 5',
    city: 'Helsinki',
    lat: 60.17,
    lon: 24.94,
    language: 'fi',
    min_preparation_time_minutes: 20,
    cash: { amount_to_collect: 2000 },
  });
});

test('a delivery has its promise and all data for courier and customer', () => {
  expect(deliveryBody(WISH)).toEqual({
    shipment_promise_id: 'promise',
    pickup: { comment: 'Back door' },
    dropoff: {
      location: { coordinates: THERE },
      comment: 'Door 42',
      options: { is_no_contact: false, scheduled_time: '2026-11-21T20:00:00.000Z' },
    },
    recipient: { name: 'Aino', phone_number: '+358401234567' },
    parcels: [{ ...asParcel, dropoff_restrictions: { id_check_required: true } }],
    customer_support: { email: 'help@example.test' },
    merchant_order_reference_id: 'ours',
    sms_notifications: { picked_up: 'It is coming' },
    order_number: 'P12',
    tips: [{ type: 'pre_delivery_courier_tip', price: { amount: 200, currency: 'EUR' } }],
    cash: { amount_to_collect: 2000, amount_to_expect: 5000 },
    handshake_delivery: { is_required: true, should_send_sms_to_dropoff_contact: true },
  });
});

test('without a venue a delivery has contents instead of parcels, both contacts, and always a support contact', () => {
  const pickup = { ...HERE, name: 'Harbour Kitchen', address: 'Harbour street 1', phone: '+358401111111' };
  const { promiseId: _promise, smsTexts: _sms, ...wish } = { ...WISH, support: null, tip: null, cash: null, handshake: null };
  const body = venuelessBody({ ...wish, pickup, address: 'Harbour street 5', minPreparationMinutes: 20, trackingSms: true });
  expect(body).toEqual({
    pickup: {
      location: { coordinates: HERE, formatted_address: 'Harbour street 1' },
      comment: 'Back door',
      contact_details: { name: 'Harbour Kitchen', phone_number: '+358401111111', send_tracking_link_sms: false },
      display_name: 'Harbour Kitchen',
    },
    dropoff: {
      location: { coordinates: THERE, formatted_address: 'Harbour street 5' },
      contact_details: { name: 'Aino', phone_number: '+358401234567', send_tracking_link_sms: true },
      comment: 'Door 42',
    },
    customer_support: { phone_number: '+358401111111' },
    merchant_order_reference_id: 'ours',
    is_no_contact: false,
    contents: [{ ...asParcel, id_check_required: true }],
    tips: [],
    min_preparation_time_minutes: 20,
    scheduled_dropoff_time: '2026-11-21T20:00:00.000Z',
    order_number: 'P12',
  });
  expect(feeBody({ pickup: HERE, dropoff: THERE, scheduledTime: null, contents: [], cash: null })).toEqual({
    pickup: { location: { coordinates: HERE } },
    dropoff: { location: { coordinates: THERE } },
  });
});

test('an update of a webhook has only the fields that change', () => {
  expect(webhookBody({ disabled: true })).toEqual({ disabled: true });
  expect(webhookBody({ url: 'https://till.example.test', secret: 's', exponentBase: 2, maxRetries: 3, disabled: false })).toEqual({
    callback_url: 'https://till.example.test',
    client_secret: 's',
    callback_config: { exponential_retry_backoff: { exponent_base: 2, max_retry_count: 3 } },
    disabled: false,
  });
});

test('a refusal is explained by its error code; DUPLICATE_ORDER counts as unknown, as the courier may exist', () => {
  const refused = (errorCode: string) => deliveryProblem({ ...problemOfStatus(400), errorCode });
  expect(allWorded(english, refused('DROPOFF_OUTSIDE_OF_DELIVERY_AREA'))).toMatchObject({
    code: 'refused',
    text: "The service's couriers don't reach this address.",
  });
  expect(refused('DUPLICATE_ORDER')).toMatchObject({ outcome: 'unknown' });
  expect(refused('INVALID_ORDER_STATE_TRANSITION')).toMatchObject({ code: 'conflict' });
  expect(refused('ADDED_LATER')).toEqual({ ...problemOfStatus(400), errorCode: 'ADDED_LATER' });
  expect(english(deliveryProblem(problemOfStatus(401)).text)).toBe("The service didn't accept the merchant key.");
});
