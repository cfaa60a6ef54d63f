/** The delivery API (section 4.4): one function an endpoint, each with the merchant's key. Nothing here is sent twice by itself. */
import type { AvailableVenue, DeliveryFee, OrderedDelivery, Place, PriceUnit, ShipmentPromise } from '../orders/delivery.ts';
import { parseAreas, parseAvailableVenues, parseDelivery, parseFee, parsePromise } from '../orders/delivery.ts';
import { asArray, asRecord, asText } from '../orders/reading.ts';
import {
  availableVenuesBody,
  type DeliveryWish,
  deliveryBody,
  type FeeWish,
  feeBody,
  type PromiseWish,
  promiseBody,
  type VenuelessWish,
  venuelessBody,
  type WebhookWish,
  webhookBody,
} from './delivery-bodies.ts';
import { deliveryProblem } from './delivery-problem.ts';
import type { Http, HttpRequest } from './http.ts';
import { addressChanged, failure, ok, type Result } from './problem.ts';

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
  /** POST available-venues (201): the service's order is kept. `scheduledTime`: ISO UTC. */
  availableVenues(dropoff: Place, address: string, scheduledTime: string | null): Promise<Result<AvailableVenue[]>>;
  /** POST delivery-fee, venueless (200 or 201). */
  fee(wish: FeeWish): Promise<Result<DeliveryFee>>;
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
  updateWebhook(id: string, change: Partial<WebhookWish> & { events?: string[] }): Promise<Result<null>>;
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
        says: 'The address of the delivery API or the merchant key for it is not set.',
        remedy: 'Enter both in Settings.',
        mayHaveHappened: false,
      });
    }
    // The key is for the address in use now, which may have changed while it was read.
    if (options.baseUrl() !== base) return failure(addressChanged());
    const answer = await http.send({
      method,
      url: base + path(encodeURIComponent(merchant.id)),
      headers: { authorization: `Bearer ${merchant.key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return answer.ok ? ok(answer.value.body) : failure(deliveryProblem(answer.problem));
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
    availableVenues: (dropoff, address, scheduledTime) =>
      read(
        send('POST', (merchant) => `/merchants/${merchant}/available-venues`, availableVenuesBody(dropoff, address, scheduledTime)),
        (body) => parseAvailableVenues(body, priceUnit()),
      ),
    fee: (wish) =>
      read(
        send('POST', (merchant) => `/merchants/${merchant}/delivery-fee`, feeBody(wish)),
        (body) => parseFee(body, priceUnit()),
      ),
    orderWithoutVenue: (wish) =>
      read(
        send('POST', (merchant) => `/merchants/${merchant}/delivery-order`, venuelessBody(wish)),
        (answer) => parseDelivery(answer, priceUnit()),
      ),
    async cancel(reference, reason) {
      const answer = await send('PATCH', () => `/order/${id(reference)}/status/cancel`, { reason });
      return answer.ok ? ok(null) : answer;
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
    async updateWebhook(webhookId, { events, ...wish }) {
      const change = {
        ...webhookBody(wish),
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

function webhookOf(body: unknown): DeliveryWebhook | null {
  const raw = asRecord(body);
  const webhookId = asText(raw?.id);
  if (!raw || webhookId === null) return null;
  const events = asArray(raw.subscribed_events).flatMap((type) => asText(type) ?? []);
  return { id: webhookId, url: asText(raw.callback_url), disabled: raw.disabled === true, events };
}
