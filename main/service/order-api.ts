/** Endpoints of section 4.2. Each call has the venue's token and rate limit. */

import { message } from '../../contract/message.ts';
import type { Batch, DocumentType, Operation } from '../orders/operations.ts';
import { asRecord, asText } from '../orders/text/reading.ts';
import type { Expected, Http } from './http.ts';
import { mayGoTo } from './other-address.ts';
import { failure, ok, type Result } from './problem.ts';
import {
  depositsRequest,
  type RefundUnit,
  readyRequest,
  refundBasketRequest,
  refundItemsRequest,
  replaceItemsRequest,
} from './request-bodies.ts';
import type { Endpoint, VenueClient } from './venue-client.ts';

/** Time for 10 MB over a slow line. */
const UPLOAD_MS = 120_000;

/** 4.2: sent-to-pos and confirm-preorder answered 202 in an earlier version, 204 now. */
const TAKEN: Expected = { statuses: [202, 204], isAboutOrder: true };
/** Fields (2.3, 2.4) that identify an order even without its ID. */
const FIELDS_OF_ORDER = [
  'order_number',
  'order_status',
  'venue',
  'items',
  'basket_price',
  'price',
  'delivery',
  'consumer_name',
  'created_at',
];
const anOrder = (orderId: string): Expected => ({
  statuses: [200],
  isAboutOrder: true,
  body(body) {
    const fields = asRecord(body) ?? {};
    return asText(fields.id) === orderId || FIELDS_OF_ORDER.filter((name) => Object.hasOwn(fields, name)).length >= 2;
  },
});
/** Rule 9 (upload links): 202 if an existing link is returned. */
const LINK: Expected = { statuses: [200, 202], isAboutOrder: true, body: (body) => asText(asRecord(body)?.upload_url) !== null };

export interface OrderAddress {
  venueId: string;
  orderId: string;
}

/** `onSent`: called once the request is sent, before any answer. */
export interface SentOrder extends OrderAddress {
  onSent?: () => void;
}

/** The order's body, parsed and as received. */
export interface ReadBody {
  body: unknown;
  text: string;
  /** Already known to the caller, so not parsed again. */
  isKnown?: boolean;
}

export interface OrderApi {
  /**
   * 4.2, GET /v2/orders/{orderId} (body: 2.3). Always at the configured address, never at a resource_url. `patienceMs`: longest pause after
   * a failure, unless the service requests one. `isKnown`: whether a long body needn't be parsed.
   */
  readOrder(order: OrderAddress, patienceMs?: number, isKnown?: (text: string) => boolean): Promise<Result<ReadBody>>;
  /** Tests contact with a short timeout, regardless of pauses except the service's own. */
  probe(order: OrderAddress): Promise<void>;
  /** 4.2, PUT accept. `adjustedPickupTime`: ISO UTC, at most 25 minutes after the initial estimate. */
  accept(order: SentOrder, adjustedPickupTime: string | null): Promise<Result<null>>;
  /** 4.2, PUT self-delivery/accept. `totalDeliveryTime`: ISO UTC; null for the venue's default. */
  acceptSelfDelivery(order: SentOrder, totalDeliveryTime: string | null): Promise<Result<null>>;
  /** 4.2, PUT reject. `reason` is shown to the customer. */
  reject(order: SentOrder, reason: string, code: string): Promise<Result<null>>;
  /** 4.2, PUT ready. `batches`: batch or lot IDs covering each over-the-counter row of a Polish pharmacy. */
  ready(order: OrderAddress, batches?: { row: number; batches: Batch[] }[]): Promise<Result<null>>;
  /** 4.2, PUT pickup-completed; self-delivery only, after ready. */
  pickupCompleted(order: OrderAddress): Promise<Result<null>>;
  /** 4.2, PUT courier-at-customer; self-delivery only, after ready. */
  courierAtCustomer(order: OrderAddress): Promise<Result<null>>;
  /** 4.2, PUT replace-items (rules 1 to 3); once per order, applied asynchronously. */
  replaceItems(order: OrderAddress, given: Extract<Operation, { operation: 'replace-items' }>): Promise<Result<null>>;
  /** 4.2, PUT deposits-returned (rule 4). `asSent` converts minor units to the service's unit. */
  depositsReturned(
    order: OrderAddress,
    given: Extract<Operation, { operation: 'deposits-returned' }>,
    asSent: RefundUnit,
  ): Promise<Result<null>>;
  /** 4.2, POST refund-items (rule 5). */
  refundItems(order: OrderAddress, given: Extract<Operation, { operation: 'refund-items' }>, asSent: RefundUnit): Promise<Result<null>>;
  /** 4.2, POST refund-basket (rule 6): one refund per request. */
  refundBasket(order: OrderAddress, given: Extract<Operation, { operation: 'refund-basket' }>, asSent: RefundUnit): Promise<Result<null>>;
  /** 4.2, PUT delivery/tracking/location; self-delivery only, after ready (rule 8). */
  sendLocation(order: OrderAddress, given: Extract<Operation, { operation: 'location' }>): Promise<Result<null>>;
  /** 4.2, PUT delivery/eta; self-delivery only. */
  sendEta(order: OrderAddress, minutes: number): Promise<Result<null>>;
  /** 4.2, POST documents/{documentType}/upload-links (rule 9): the pre-signed URL; a valid one is returned again. */
  uploadLink(order: OrderAddress, type: DocumentType): Promise<Result<string>>;
  /** 4.2, PUT of a PDF to the pre-signed URL, without Authorization (rule 9). */
  uploadDocument(uploadUrl: string, pdf: Buffer): Promise<Result<null>>;
  /** 4.2, PUT delivered. */
  delivered(order: OrderAddress): Promise<Result<null>>;
  /** 4.2, PUT confirm-preorder (204). */
  confirmPreorder(order: SentOrder): Promise<Result<null>>;
  /** 4.2, PUT sent-to-pos (204). `timeSentToPos`: ISO UTC. */
  sentToPos(order: OrderAddress, success: boolean, timeSentToPos: string): Promise<Result<null>>;
}

export function createOrderApi({ http, client, baseUrl }: { http: Http; client: VenueClient; baseUrl: () => string | null }): OrderApi {
  async function change(order: SentOrder, how: Omit<Endpoint, 'expects'>, body?: unknown): Promise<Result<null>> {
    const path = `/orders/${encodeURIComponent(order.orderId)}/${how.path}`;
    const answer = await client.call(order.venueId, { ...how, path, expects: TAKEN }, { body, onSent: order.onSent });
    return answer.ok ? ok(null) : answer;
  }
  const put = (order: SentOrder, path: string, body?: unknown) => change(order, { method: 'PUT', path, idempotent: true }, body);
  const giveBack = (order: OrderAddress, method: 'PUT' | 'POST', path: string, body: unknown) =>
    change(order, { method, path, idempotent: false }, body);
  const read = (orderId: string): Endpoint => ({
    method: 'GET',
    path: `/v2/orders/${encodeURIComponent(orderId)}`,
    expects: anOrder(orderId),
    idempotent: true,
  });

  return {
    async readOrder(order, patienceMs, isKnown) {
      const answer = await client.call(order.venueId, read(order.orderId), { patienceMs, isKnown });
      if (!answer.ok) return answer;
      const { body, text, isKnown: known = false } = answer.value;
      return ok({ body, text, isKnown: known });
    },
    probe: ({ venueId, orderId }) => client.probe(venueId, read(orderId)),
    accept: (order, time) => put(order, 'accept', time === null ? undefined : { adjusted_pickup_time: time }),
    acceptSelfDelivery: (order, time) => put(order, 'self-delivery/accept', time === null ? undefined : { total_delivery_time: time }),
    reject: (order, reason, code) => put(order, 'reject', { reason, code }),
    ready: (order, batches = []) => put(order, 'ready', batches.length === 0 ? undefined : readyRequest(batches)),
    pickupCompleted: (order) => put(order, 'pickup-completed'),
    courierAtCustomer: (order) => put(order, 'courier-at-customer'),
    replaceItems: (order, given) => put(order, 'replace-items', replaceItemsRequest(given)),
    depositsReturned: (order, given, asSent) => giveBack(order, 'PUT', 'deposits-returned', depositsRequest(given, asSent)),
    refundItems: (order, given, asSent) => giveBack(order, 'POST', 'refund-items', refundItemsRequest(given, asSent)),
    refundBasket: (order, given, asSent) => giveBack(order, 'POST', 'refund-basket', refundBasketRequest(given, asSent)),
    sendLocation: (order, { lat, lon, heading }) =>
      put(order, 'delivery/tracking/location', { location: { lon, lat }, ...(heading === null ? {} : { heading }) }),
    sendEta: (order, minutes) => put(order, 'delivery/eta', { eta_minutes: minutes }),
    async uploadLink(order, type) {
      const path = `/orders/${encodeURIComponent(order.orderId)}/documents/${type}/upload-links`;
      const answer = await client.call(order.venueId, { method: 'POST', path, expects: LINK, idempotent: true });
      if (!answer.ok) return answer;
      const url = asText(asRecord(answer.value.body)?.upload_url);
      if (url !== null && mayGoTo(url, baseUrl())) return ok(url);
      return failure({ code: 'bad-answer', text: message('document.noUploadAddress') });
    },
    async uploadDocument(url, pdf) {
      const answer = await http.send({
        method: 'PUT',
        url,
        headers: { 'content-type': 'application/pdf' },
        body: pdf,
        expects: null,
        totalMs: UPLOAD_MS,
      });
      return answer.ok ? ok(null) : answer;
    },
    delivered: (order) => put(order, 'delivered'),
    confirmPreorder: (order) => put(order, 'confirm-preorder'),
    sentToPos: (order, success, time) => put(order, 'sent-to-pos', { success, time_sent_to_pos: time }),
  };
}
