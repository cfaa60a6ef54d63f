/** The delivery API (section 4.4), with the merchant's key. Writes are never resent automatically. */
import { message } from '../../../contract/message.ts';
import type { AvailableVenue, DeliveryFee, OrderedDelivery, Place, PriceUnit, ShipmentPromise } from '../../orders/couriers/delivery.ts';
import { parseAreas, parseAvailableVenues, parseDelivery, parseFee, parsePromise } from '../../orders/couriers/delivery.ts';
import { asArray, asRecord, asText } from '../../orders/text/reading.ts';
import type { Expected, HttpRequest } from '../http.ts';
import { failure, ok, type Result, type ServiceProblem } from '../problem.ts';
import { type Caller, createServiceClient, type ServiceClientOptions } from '../venue-client.ts';
import {
  availableVenuesBody,
  type DeliveryRequest,
  deliveryBody,
  type FeeRequest,
  feeBody,
  type PromiseRequest,
  promiseBody,
  type VenuelessRequest,
  venuelessBody,
  type WebhookRequest,
  webhookBody,
} from './delivery-bodies.ts';
import { deliveryProblem } from './delivery-problem.ts';

/** The interface has 200 in an example and 201 in its table; the body shows whether the service answered. */
const CREATED: readonly number[] = [200, 201];

export interface DeliveryWebhook {
  id: string;
  url: string | null;
  disabled: boolean;
  events: string[];
}

export interface DeliveryApi {
  /** POST shipment-promises (201). */
  promise(venueId: string, request: PromiseRequest): Promise<Result<ShipmentPromise>>;
  /** POST deliveries (201). No idempotency key: a lost answer has the outcome `unknown` and isn't resent. */
  order(venueId: string, request: DeliveryRequest): Promise<Result<OrderedDelivery>>;
  /** POST available-venues (201), in the service's order. `scheduledTime`: ISO UTC. */
  availableVenues(dropoff: Place, address: string, scheduledTime: string | null): Promise<Result<AvailableVenue[]>>;
  /** POST delivery-fee, venueless (200 or 201). */
  fee(request: FeeRequest): Promise<Result<DeliveryFee>>;
  /** POST delivery-order, venueless (201). Never resent automatically. */
  orderWithoutVenue(request: VenuelessRequest): Promise<Result<OrderedDelivery>>;
  /** PATCH cancel (200). `conflict` if the courier has started. */
  cancel(reference: string, reason: string): Promise<Result<null>>;
  /** GET handshake-delivery (200); null if no PIN is required. */
  handshakePin(reference: string): Promise<Result<string | null>>;
  /** GET delivery-areas (200). */
  areas(): Promise<Result<{ name: string; ring: Place[] }[]>>;
  createWebhook(request: WebhookRequest): Promise<Result<DeliveryWebhook>>;
  webhooks(): Promise<Result<DeliveryWebhook[]>>;
  webhook(id: string): Promise<Result<DeliveryWebhook>>;
  updateWebhook(id: string, change: Partial<WebhookRequest> & { events?: string[] }): Promise<Result<null>>;
  deleteWebhook(id: string): Promise<Result<null>>;
}

export function createDeliveryApi(
  options: Omit<ServiceClientOptions, 'notConnected'> & {
    merchantId: () => string | null;
    merchantKey: () => Promise<string | null>;
    priceUnit: () => PriceUnit;
  },
): DeliveryApi {
  const { priceUnit } = options;
  const client = createServiceClient({ ...options, notConnected: NOT_CONNECTED });

  /** Only GET counts as idempotent. */
  async function send(
    method: HttpRequest['method'],
    path: (merchantId: string) => string,
    expects: Expected,
    body?: object,
  ): Promise<Result<unknown>> {
    const id = options.merchantId();
    if (id === null) return failure(NOT_CONNECTED);
    const merchant: Caller = {
      id,
      async token() {
        const key = await options.merchantKey();
        return key === null ? failure(NOT_CONNECTED) : ok(key);
      },
    };
    const endpoint = { method, path: path(encodeURIComponent(id)), expects, idempotent: method === 'GET' };
    // Staff trigger each call, so only pauses requested by the service apply.
    const answer = await client.call(merchant, endpoint, { body, patienceMs: 0 });
    return answer.ok ? ok(answer.value.body) : failure(deliveryProblem(answer.problem));
  }

  /** An unreadable answer isn't the service's, but the request may have taken effect. */
  async function ask<T>(
    method: HttpRequest['method'],
    path: (merchantId: string) => string,
    statuses: readonly number[],
    parse: (body: unknown) => T | null,
    body?: object,
  ): Promise<Result<T>> {
    const answer = await send(method, path, { statuses, body: (given) => parse(given) !== null }, body);
    return answer.ok ? ok(parse(answer.value) as T) : answer;
  }

  const id = encodeURIComponent;
  return {
    promise: (venueId, request) =>
      ask(
        'POST',
        () => `/v1/venues/${id(venueId)}/shipment-promises`,
        CREATED,
        (body) => parsePromise(body, priceUnit()),
        promiseBody(request),
      ),
    order: (venueId, request) =>
      ask(
        'POST',
        () => `/v1/venues/${id(venueId)}/deliveries`,
        CREATED,
        (body) => parseDelivery(body, priceUnit()),
        deliveryBody(request),
      ),
    availableVenues: (dropoff, address, scheduledTime) =>
      ask(
        'POST',
        (merchant) => `/merchants/${merchant}/available-venues`,
        CREATED,
        (body) => (Array.isArray(body) ? parseAvailableVenues(body, priceUnit()) : null),
        availableVenuesBody(dropoff, address, scheduledTime),
      ),
    fee: (request) =>
      ask(
        'POST',
        (merchant) => `/merchants/${merchant}/delivery-fee`,
        CREATED,
        (body) => feeOf(body, priceUnit()),
        feeBody(request),
      ),
    orderWithoutVenue: (request) =>
      ask(
        'POST',
        (merchant) => `/merchants/${merchant}/delivery-order`,
        CREATED,
        (body) => parseDelivery(body, priceUnit()),
        venuelessBody(request),
      ),
    async cancel(reference, reason) {
      const expects = { statuses: [200], body: (body: unknown) => asText(asRecord(body)?.status) !== null };
      const answer = await send('PATCH', () => `/order/${id(reference)}/status/cancel`, expects, { reason });
      return answer.ok ? ok(null) : answer;
    },
    handshakePin: async (reference) => {
      const expects = { statuses: [200], body: (body: unknown) => isHandshake(asRecord(body) ?? {}) };
      const answer = await send('GET', () => `/order/${id(reference)}/handshake-delivery`, expects);
      if (!answer.ok) return answer;
      const pin = asRecord(answer.value)?.pin_code;
      return ok(typeof pin === 'number' || typeof pin === 'string' ? String(pin) : null);
    },
    areas: () =>
      ask(
        'GET',
        (merchant) => `/merchants/${merchant}/delivery-areas`,
        [200],
        (body) => (asRecord(asRecord(body)?.delivery_areas) ? parseAreas(body) : null),
      ),
    createWebhook: (request) => ask('POST', (merchant) => `/v1/merchants/${merchant}/webhooks`, CREATED, webhookOf, webhookBody(request)),
    webhooks: () =>
      ask(
        'GET',
        (merchant) => `/v1/merchants/${merchant}/webhooks`,
        [200],
        (body) => (Array.isArray(body) ? body.flatMap((entry) => webhookOf(entry) ?? []) : null),
      ),
    webhook: (webhookId) => ask('GET', (merchant) => `/v1/merchants/${merchant}/webhooks/${id(webhookId)}`, [200], webhookOf),
    async updateWebhook(webhookId, { events, ...request }) {
      const change = {
        ...webhookBody(request),
        ...(events === undefined ? {} : { subscribed_events: events }),
      };
      // The answer's status is undocumented.
      const expects = { statuses: [200, 201, 202, 204] };
      const answer = await send('PATCH', (merchant) => `/v1/merchants/${merchant}/webhooks/${id(webhookId)}`, expects, change);
      return answer.ok ? ok(null) : answer;
    },
    async deleteWebhook(webhookId) {
      const answer = await send('DELETE', (merchant) => `/v1/merchants/${merchant}/webhooks/${id(webhookId)}`, { statuses: [204] });
      return answer.ok ? ok(null) : answer;
    },
  };
}

const NOT_CONNECTED: ServiceProblem = {
  code: 'not-connected',
  text: message('courier.apiOrKeyMissing'),
  hint: message('courier.enterBoth'),
};

/** 4.4: an estimate has a price or a time. */
function feeOf(body: unknown, unit: PriceUnit): DeliveryFee | null {
  const fee = parseFee(body, unit);
  return fee && (fee.price !== null || fee.minutes !== null) ? fee : null;
}

/** Handshake details (4.4). */
const isHandshake = (body: object): boolean => Object.hasOwn(body, 'is_required') || Object.hasOwn(body, 'pin_code');

function webhookOf(body: unknown): DeliveryWebhook | null {
  const raw = asRecord(body);
  const webhookId = asText(raw?.id);
  if (!raw || webhookId === null) return null;
  const events = asArray(raw.subscribed_events).flatMap((type) => asText(type) ?? []);
  return { id: webhookId, url: asText(raw.callback_url), disabled: raw.disabled === true, events };
}
