/** Bodies of sections 2.7 and 4.4. Null fields are omitted. */
import type { Address, Place } from '../../orders/couriers/delivery.ts';

/** `amount`: in the unit set for prices. */
export interface AsSentPrice {
  amount: number;
  currency: string;
}

/** Cash (2.7), same unit: the amount to collect, and the cash the customer will hand over. */
export interface AsSentCash {
  collect: number;
  /** Null if not asked; never part of a promise. */
  expect: number | null;
}

/** 2.7. */
export interface Parcel {
  count: number;
  description: string;
  identifier: string | null;
  dimensions: { weight_gram: number | null; width_cm: number | null; height_cm: number | null; depth_cm: number | null } | null;
  price: AsSentPrice | null;
  tags: string[];
  idCheckRequired: boolean;
}

export interface PromiseRequest extends Address {
  language: string | null;
  /** 4.4: at most 60; null means 30. */
  minPreparationMinutes: number | null;
  /** ISO UTC, at least an hour ahead; null for as soon as possible. */
  scheduledTime: string | null;
  parcels: Parcel[];
  cash: AsSentCash | null;
}

export interface FeeRequest {
  pickup: Place;
  dropoff: Place;
  scheduledTime: string | null;
  contents: Parcel[];
  cash: AsSentCash | null;
}

/** Contact for the customer (2.7). */
export interface CustomerSupport {
  url: string | null;
  email: string | null;
  phone_number: string | null;
}

/** SMS texts that replace the service's own (2.7). */
export interface SmsTexts {
  received: string | null;
  picked_up: string | null;
}

export interface DeliveryRequest {
  promiseId: string;
  dropoff: Place;
  dropoffComment: string | null;
  pickupComment: string | null;
  isNoContact: boolean;
  /** ISO UTC, as in the promise; null for as soon as possible. */
  scheduledTime: string | null;
  recipient: { name: string; phone_number: string; email: string | null };
  parcels: Parcel[];
  /** Our reference; an event with it proves a delivery whose answer was lost. */
  merchantReference: string;
  orderNumber: string | null;
  tip: AsSentPrice | null;
  cash: AsSentCash | null;
  /** The customer must say a PIN; `sms`: the service sends it. */
  handshake: { sms: boolean } | null;
  support: CustomerSupport | null;
  smsTexts: SmsTexts | null;
}

/** Place, and contact for couriers. */
export interface Pickup extends Place {
  name: string;
  address: string;
  phone: string;
}

/** An order without venue and promise (4.4). */
export interface VenuelessRequest extends Omit<DeliveryRequest, 'promiseId' | 'smsTexts'> {
  pickup: Pickup;
  address: string;
  /** At most 60. */
  minPreparationMinutes: number;
  /** A tracking link for the customer. */
  trackingSms: boolean;
}

export interface WebhookRequest {
  url: string;
  secret: string;
  exponentBase: number;
  maxRetries: number;
  /** Creates the webhook without events at first. */
  disabled: boolean;
}

export function promiseBody(request: PromiseRequest): object {
  return given({
    street: request.street,
    city: request.city,
    post_code: request.postCode,
    lat: request.place?.lat ?? null,
    lon: request.place?.lon ?? null,
    language: request.language,
    min_preparation_time_minutes: request.minPreparationMinutes,
    scheduled_dropoff_time: request.scheduledTime,
    parcels: request.parcels.length > 0 ? request.parcels.map(parcelBody) : null,
    cash: request.cash && { amount_to_collect: request.cash.collect },
  });
}

export function deliveryBody(request: DeliveryRequest): object {
  return given({
    shipment_promise_id: request.promiseId,
    pickup: request.pickupComment === null ? null : { comment: request.pickupComment },
    dropoff: given({
      location: { coordinates: request.dropoff },
      comment: request.dropoffComment,
      options: given({ is_no_contact: request.isNoContact, scheduled_time: request.scheduledTime }),
    }),
    recipient: given(request.recipient),
    parcels: request.parcels.map(parcelBody),
    customer_support: request.support && given(request.support),
    merchant_order_reference_id: request.merchantReference,
    sms_notifications: request.smsTexts && given(request.smsTexts),
    order_number: request.orderNumber,
    tips: tipsBody(request.tip),
    cash: cashBody(request.cash),
    handshake_delivery: handshakeBody(request.handshake),
  });
}

export function availableVenuesBody(dropoff: Place, address: string, scheduledTime: string | null): object {
  return given({
    dropoff: { location: { formatted_address: address, coordinates: dropoff } },
    scheduled_dropoff_time: scheduledTime,
  });
}

export function feeBody({ pickup, dropoff, scheduledTime, contents, cash }: FeeRequest): object {
  return given({
    pickup: { location: { coordinates: pickup } },
    dropoff: { location: { coordinates: dropoff } },
    scheduled_dropoff_time: scheduledTime,
    contents: contents.length > 0 ? contents.map(contentBody) : null,
    cash: cashBody(cash),
  });
}

export function venuelessBody(request: VenuelessRequest): object {
  const { pickup, recipient } = request;
  return given({
    pickup: given({
      location: { coordinates: { lat: pickup.lat, lon: pickup.lon }, formatted_address: pickup.address },
      comment: request.pickupComment,
      contact_details: { name: pickup.name, phone_number: pickup.phone, send_tracking_link_sms: false },
      display_name: pickup.name,
    }),
    dropoff: given({
      location: { coordinates: request.dropoff, formatted_address: request.address },
      contact_details: { name: recipient.name, phone_number: recipient.phone_number, send_tracking_link_sms: request.trackingSms },
      comment: request.dropoffComment,
    }),
    // Required here (4.4); without support contact, the pickup's phone.
    customer_support: request.support ? given(request.support) : { phone_number: pickup.phone },
    merchant_order_reference_id: request.merchantReference,
    is_no_contact: request.isNoContact,
    contents: request.parcels.map(contentBody),
    tips: tipsBody(request.tip) ?? [],
    min_preparation_time_minutes: request.minPreparationMinutes,
    scheduled_dropoff_time: request.scheduledTime,
    order_number: request.orderNumber,
    cash: cashBody(request.cash),
    handshake_delivery: handshakeBody(request.handshake),
  });
}

export function webhookBody({ url, secret, exponentBase, maxRetries, disabled }: Partial<WebhookRequest>): object {
  const backoff = { exponent_base: exponentBase, max_retry_count: maxRetries };
  return {
    ...(url === undefined ? {} : { callback_url: url }),
    ...(secret === undefined ? {} : { client_secret: secret }),
    ...(exponentBase === undefined ? {} : { callback_config: { exponential_retry_backoff: backoff } }),
    ...(disabled === undefined ? {} : { disabled }),
  };
}

function parcelBody({ idCheckRequired, ...parcel }: Parcel): object {
  return given({ ...sameOfBoth(parcel), dropoff_restrictions: idCheckRequired ? { id_check_required: true } : null });
}

/** A parcel in the venueless form (2.7). */
function contentBody({ idCheckRequired, ...parcel }: Parcel): object {
  return given({ ...sameOfBoth(parcel), id_check_required: idCheckRequired ? true : null });
}

function sameOfBoth({ count, description, identifier, dimensions, price, tags }: Omit<Parcel, 'idCheckRequired'>) {
  return {
    count,
    description: description || null,
    identifier,
    dimensions: dimensions && given(dimensions),
    price,
    tags: tags.length > 0 ? tags : null,
  };
}

function tipsBody(tip: AsSentPrice | null): object[] | null {
  return tip === null ? null : [{ type: 'pre_delivery_courier_tip', price: tip }];
}

function cashBody(cash: AsSentCash | null): object | null {
  return cash && { amount_to_collect: cash.collect, amount_to_expect: cash.expect ?? cash.collect };
}

function handshakeBody(handshake: DeliveryRequest['handshake']): object | null {
  return handshake && { is_required: true, should_send_sms_to_dropoff_contact: handshake.sms };
}

function given(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
