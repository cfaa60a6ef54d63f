/** The delivery API (section 4.4): one function an endpoint, each with the merchant's key. Nothing here is sent twice by itself. */
import type { Address, DeliveryFee, OrderedDelivery, Place, PriceUnit, ShipmentPromise } from '../orders/delivery.ts';
import { parseAreas, parseDelivery, parseFee, parsePromise } from '../orders/delivery.ts';
import { asArray, asRecord, asText } from '../orders/reading.ts';
import type { Http, HttpRequest } from './http.ts';
import { failure, ok, type Result } from './problem.ts';

/** Money as the service wants it: `amount` in the unit that the operator named. */
interface AsSentPrice {
  amount: number;
  currency: string;
}

export interface PromiseWish extends Address {
  language: string | null;
  /** 4.4: at most 60; the service takes 30 when null. */
  minPreparationMinutes: number | null;
  /** ISO UTC, at least an hour ahead; null for as soon as possible. */
  scheduledTime: string | null;
  parcels: Parcel[];
}

/** 2.7. Grams and centimetres. */
export interface Parcel {
  count: number;
  description: string;
  identifier: string | null;
  dimensions: { weight_gram: number | null; width_cm: number | null; height_cm: number | null; depth_cm: number | null } | null;
  price: AsSentPrice | null;
  tags: string[];
  idCheckRequired: boolean;
}

export interface DeliveryWish {
  promiseId: string;
  dropoff: Place;
  dropoffComment: string | null;
  pickupComment: string | null;
  isNoContact: boolean;
  /** ISO UTC, as the promise was asked for; null for as soon as possible. */
  scheduledTime: string | null;
  recipient: { name: string; phone_number: string; email: string | null };
  parcels: Parcel[];
  /** Ours: by it an event proves that a delivery whose answer was lost was ordered. */
  merchantReference: string;
  orderNumber: string | null;
  tip: AsSentPrice | null;
  cash: { amount_to_collect: number; amount_to_expect: number } | null;
  handshake: boolean;
}

/** Where couriers come to, and who answers their questions there. */
interface Pickup extends Place {
  name: string;
  address: string;
  phone: string;
}

/** The venueless endpoints know neither venues nor promises (4.4). */
export interface VenuelessWish extends Omit<DeliveryWish, 'promiseId'> {
  pickup: Pickup;
  /** The address as a person reads it. */
  address: string;
  /** At most 60. */
  minPreparationMinutes: number;
}

export interface WebhookWish {
  url: string;
  secret: string;
  exponentBase: number;
  maxRetries: number;
}

export interface DeliveryWebhook {
  id: string;
  url: string | null;
  disabled: boolean;
  events: string[];
}

export interface DeliveryApi {
  /** POST shipment-promises (201). */
  promise(venueId: string, wish: PromiseWish): Promise<Result<ShipmentPromise>>;
  /** POST deliveries (201). There is no idempotency key: a lost answer is a problem with `mayHaveHappened`, and never sent again. */
  order(venueId: string, wish: DeliveryWish): Promise<Result<OrderedDelivery>>;
  /** POST available-venues (201): as sent. */
  availableVenues(dropoff: Place, address: string): Promise<Result<unknown[]>>;
  /** POST delivery-fee, venueless (200 or 201). */
  fee(pickup: Place, dropoff: Place, scheduledTime?: string | null): Promise<Result<DeliveryFee>>;
  /** POST delivery-order, venueless (201). Like `order`, never sent twice by itself. */
  orderWithoutVenue(wish: VenuelessWish): Promise<Result<OrderedDelivery>>;
  /** PATCH cancel (200). A courier who has started is the problem `conflict`. */
  cancel(reference: string, reason: string): Promise<Result<null>>;
  /** GET handshake-delivery (200): null where no PIN is asked for. */
  handshakePin(reference: string): Promise<Result<string | null>>;
  /** GET delivery-areas (200). */
  areas(): Promise<Result<{ name: string; ring: Place[] }[]>>;
  createWebhook(wish: WebhookWish): Promise<Result<DeliveryWebhook>>;
  webhooks(): Promise<Result<DeliveryWebhook[]>>;
  webhook(id: string): Promise<Result<DeliveryWebhook>>;
  updateWebhook(id: string, change: Partial<WebhookWish> & { disabled?: boolean; events?: string[] }): Promise<Result<null>>;
  deleteWebhook(id: string): Promise<Result<null>>;
}

export function createDeliveryApi(options: {
  http: Http;
  baseUrl: () => string | null;
  /** Null while none is set. */
  merchant: () => Promise<{ id: string; key: string } | null>;
  priceUnit: () => PriceUnit;
}): DeliveryApi {
  const { http, priceUnit } = options;

  async function send(method: HttpRequest['method'], path: (merchantId: string) => string, body?: object): Promise<Result<unknown>> {
    const base = options.baseUrl();
    const merchant = await options.merchant();
    if (base === null || merchant === null) {
      return failure({
        code: 'not-connected',
        says: 'The address of the delivery API or the merchant key is not set.',
        remedy: 'Enter both in Settings.',
        mayHaveHappened: false,
      });
    }
    const answer = await http.send({
      method,
      url: base + path(encodeURIComponent(merchant.id)),
      headers: { authorization: `Bearer ${merchant.key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return answer.ok ? ok(answer.value.body) : answer;
  }

  /** An answer that cannot be read may have taken effect all the same. */
  async function read<T>(asked: Promise<Result<unknown>>, parse: (body: unknown) => T | null): Promise<Result<T>> {
    const answer = await asked;
    if (!answer.ok) return answer;
    const value = parse(answer.value);
    return value === null
      ? failure({ code: 'bad-answer', says: 'The service sent an answer that cannot be read.', mayHaveHappened: true })
      : ok(value);
  }

  const id = encodeURIComponent;
  return {
    promise: (venueId, wish) =>
      read(
        send('POST', () => `/v1/venues/${id(venueId)}/shipment-promises`, promiseBody(wish)),
        (body) => parsePromise(body, priceUnit()),
      ),
    order: (venueId, wish) =>
      read(
        send('POST', () => `/v1/venues/${id(venueId)}/deliveries`, deliveryBody(wish)),
        (body) => parseDelivery(body, priceUnit()),
      ),
    availableVenues: (coordinates, formatted_address) =>
      read(
        send('POST', (merchant) => `/merchants/${merchant}/available-venues`, {
          dropoff: { location: { formatted_address, coordinates } },
        }),
        asArray,
      ),
    fee: (pickup, dropoff, scheduledTime = null) =>
      read(
        send('POST', (merchant) => `/merchants/${merchant}/delivery-fee`, {
          pickup: { location: { coordinates: pickup } },
          dropoff: { location: { coordinates: dropoff } },
          ...(scheduledTime === null ? {} : { scheduled_dropoff_time: scheduledTime }),
        }),
        (body) => parseFee(body, priceUnit()),
      ),
    orderWithoutVenue: (wish) =>
      read(
        send('POST', (merchant) => `/merchants/${merchant}/delivery-order`, venuelessBody(wish)),
        (answer) => parseDelivery(answer, priceUnit()),
      ),
    async cancel(reference, reason) {
      const answer = await send('PATCH', () => `/order/${id(reference)}/status/cancel`, { reason });
      if (answer.ok) return ok(null);
      // 7.4: the one refusal of a cancellation that has a name.
      return answer.problem.errorCode === 'INVALID_ORDER_STATE_TRANSITION'
        ? failure({
            ...answer.problem,
            code: 'conflict',
            says: 'The courier has started: the delivery cannot be cancelled here any more.',
            remedy: "Call the operator's support.",
          })
        : answer;
    },
    handshakePin: async (reference) => {
      const answer = await send('GET', () => `/order/${id(reference)}/handshake-delivery`);
      if (!answer.ok) return answer;
      const pin = asRecord(answer.value)?.pin_code;
      return ok(typeof pin === 'number' || typeof pin === 'string' ? String(pin) : null);
    },
    areas: () =>
      read(
        send('GET', (merchant) => `/merchants/${merchant}/delivery-areas`),
        parseAreas,
      ),
    createWebhook: (wish) =>
      read(
        send('POST', (merchant) => `/v1/merchants/${merchant}/webhooks`, webhookBody(wish)),
        webhookOf,
      ),
    webhooks: () =>
      read(
        send('GET', (merchant) => `/v1/merchants/${merchant}/webhooks`),
        (body) => asArray(body).flatMap((entry) => webhookOf(entry) ?? []),
      ),
    webhook: (webhookId) =>
      read(
        send('GET', (merchant) => `/v1/merchants/${merchant}/webhooks/${id(webhookId)}`),
        webhookOf,
      ),
    async updateWebhook(webhookId, { disabled, events, ...wish }) {
      const change = {
        ...webhookBody(wish),
        ...(disabled === undefined ? {} : { disabled }),
        ...(events === undefined ? {} : { subscribed_events: events }),
      };
      const answer = await send('PATCH', (merchant) => `/v1/merchants/${merchant}/webhooks/${id(webhookId)}`, change);
      return answer.ok ? ok(null) : answer;
    },
    async deleteWebhook(webhookId) {
      const answer = await send('DELETE', (merchant) => `/v1/merchants/${merchant}/webhooks/${id(webhookId)}`);
      return answer.ok ? ok(null) : answer;
    },
  };
}

function promiseBody(wish: PromiseWish): object {
  return given({
    street: wish.street,
    city: wish.city,
    post_code: wish.postCode,
    lat: wish.place?.lat ?? null,
    lon: wish.place?.lon ?? null,
    language: wish.language,
    min_preparation_time_minutes: wish.minPreparationMinutes,
    scheduled_dropoff_time: wish.scheduledTime,
    parcels: wish.parcels.length > 0 ? wish.parcels.map(parcelBody) : null,
  });
}

function deliveryBody(wish: DeliveryWish): object {
  return given({
    shipment_promise_id: wish.promiseId,
    pickup: wish.pickupComment === null ? null : { comment: wish.pickupComment },
    dropoff: given({
      location: { coordinates: wish.dropoff },
      comment: wish.dropoffComment,
      options: given({ is_no_contact: wish.isNoContact, scheduled_time: wish.scheduledTime }),
    }),
    recipient: given(wish.recipient),
    parcels: wish.parcels.map(parcelBody),
    merchant_order_reference_id: wish.merchantReference,
    order_number: wish.orderNumber,
    tips: tipsBody(wish.tip),
    cash: wish.cash,
    handshake_delivery: wish.handshake ? { is_required: true } : null,
  });
}

function venuelessBody(wish: VenuelessWish): object {
  const { pickup, recipient } = wish;
  return given({
    pickup: given({
      location: { coordinates: { lat: pickup.lat, lon: pickup.lon }, formatted_address: pickup.address },
      comment: wish.pickupComment,
      contact_details: { name: pickup.name, phone_number: pickup.phone, send_tracking_link_sms: false },
      display_name: pickup.name,
    }),
    dropoff: given({
      location: { coordinates: wish.dropoff, formatted_address: wish.address },
      contact_details: { name: recipient.name, phone_number: recipient.phone_number, send_tracking_link_sms: false },
      comment: wish.dropoffComment,
    }),
    customer_support: { phone_number: pickup.phone },
    merchant_order_reference_id: wish.merchantReference,
    is_no_contact: wish.isNoContact,
    contents: wish.parcels.map(contentBody),
    tips: tipsBody(wish.tip) ?? [],
    min_preparation_time_minutes: wish.minPreparationMinutes,
    scheduled_dropoff_time: wish.scheduledTime,
    order_number: wish.orderNumber,
    cash: wish.cash,
    handshake_delivery: wish.handshake ? { is_required: true } : null,
  });
}

/** A parcel of the venueless endpoints is written a little differently (2.7). */
function contentBody({ count, description, identifier, dimensions, price, tags, idCheckRequired }: Parcel): object {
  return given({
    count,
    description,
    identifier,
    dimensions: dimensions && given(dimensions),
    price,
    tags: tags.length > 0 ? tags : null,
    id_check_required: idCheckRequired ? true : null,
  });
}

function tipsBody(tip: AsSentPrice | null): object[] | null {
  return tip === null ? null : [{ type: 'pre_delivery_courier_tip', price: tip }];
}

function parcelBody({ count, description, identifier, dimensions, price, tags, idCheckRequired }: Parcel): object {
  return given({
    count,
    description,
    identifier,
    dimensions: dimensions && given(dimensions),
    price,
    tags: tags.length > 0 ? tags : null,
    dropoff_restrictions: idCheckRequired ? { id_check_required: true } : null,
  });
}

function webhookBody({ url, secret, exponentBase, maxRetries }: Partial<WebhookWish>): object {
  const backoff = { exponent_base: exponentBase, max_retry_count: maxRetries };
  return {
    ...(url === undefined ? {} : { callback_url: url }),
    ...(secret === undefined ? {} : { client_secret: secret }),
    ...(exponentBase === undefined ? {} : { callback_config: { exponential_retry_backoff: backoff } }),
  };
}

function webhookOf(body: unknown): DeliveryWebhook | null {
  const raw = asRecord(body);
  const webhookId = asText(raw?.id);
  if (!raw || webhookId === null) return null;
  const events = asArray(raw.subscribed_events).flatMap((type) => asText(type) ?? []);
  return { id: webhookId, url: asText(raw.callback_url), disabled: raw.disabled === true, events };
}

/** What is not said is left out, not sent as null. */
function given(fields: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
