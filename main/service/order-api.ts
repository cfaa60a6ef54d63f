/** The order API (section 4.2): one function an endpoint. Every call carries the venue's token and keeps its pace. */
import { isLoopback, readAddress } from '../../preload/address.ts';
import type { Batch, DocumentType, Operation } from '../orders/operations.ts';
import { asRecord, asText } from '../orders/reading.ts';
import type { Http, HttpAnswer, HttpRequest } from './http.ts';
import type { Pace } from './pace.ts';
import { addressChanged, failure, ok, type ProblemCode, type Result } from './problem.ts';
import {
  type AsSent,
  depositsRequest,
  readyRequest,
  refundBasketRequest,
  refundItemsRequest,
  replaceItemsRequest,
} from './request-bodies.ts';
import type { TokenKeeper } from './tokens.ts';

/** Calls that got no answer that says anything: the endpoint has its pause before it is called again. */
const LOST = new Set<ProblemCode>(['unreachable', 'timeout', 'service-error', 'bad-answer']);

/** 10 MB over a slow line. */
const UPLOAD_MS = 120_000;

/** An order of a venue: what every call addresses. */
export interface OrderAddress {
  venueId: string;
  orderId: string;
}

export interface OrderApi {
  /** 4.2, GET /v2/orders/{orderId}: the Order V2 body as received (2.3). Always at the configured address, never at a resource_url. */
  readOrder(order: OrderAddress): Promise<Result<unknown>>;
  /** 4.2, PUT accept. `adjustedPickupTime`: ISO UTC, at most 25 minutes after the initial estimate. */
  accept(order: OrderAddress, adjustedPickupTime: string | null): Promise<Result<null>>;
  /** 4.2, PUT self-delivery/accept. `totalDeliveryTime`: ISO UTC; the venue's default when null. */
  acceptSelfDelivery(order: OrderAddress, totalDeliveryTime: string | null): Promise<Result<null>>;
  /** 4.2, PUT reject. `reason` is shown to the consumer. */
  reject(order: OrderAddress, reason: string, code: string): Promise<Result<null>>;
  /** 4.2, PUT ready. `batches`: for over-the-counter rows of a Polish pharmacy, the batch or lot ids that cover each row's quantity. */
  ready(order: OrderAddress, batches?: { row: number; batches: Batch[] }[]): Promise<Result<null>>;
  /** 4.2, PUT pickup-completed; self-delivery only, after ready. */
  pickupCompleted(order: OrderAddress): Promise<Result<null>>;
  /** 4.2, PUT courier-at-customer; self-delivery only, after ready. */
  courierAtCustomer(order: OrderAddress): Promise<Result<null>>;
  /** 4.2, PUT replace-items (rules 1 to 3); once per order, applied asynchronously. */
  replaceItems(order: OrderAddress, given: Extract<Operation, { operation: 'replace-items' }>): Promise<Result<null>>;
  /** 4.2, PUT deposits-returned (rule 4). `asSent` turns minor units into what the service expects. */
  depositsReturned(
    order: OrderAddress,
    given: Extract<Operation, { operation: 'deposits-returned' }>,
    asSent: AsSent,
  ): Promise<Result<null>>;
  /** 4.2, POST refund-items (rule 5). */
  refundItems(order: OrderAddress, given: Extract<Operation, { operation: 'refund-items' }>, asSent: AsSent): Promise<Result<null>>;
  /** 4.2, POST refund-basket (rule 6): one refund a request. */
  refundBasket(order: OrderAddress, given: Extract<Operation, { operation: 'refund-basket' }>, asSent: AsSent): Promise<Result<null>>;
  /** 4.2, PUT delivery/tracking/location; self-delivery only, after ready (rule 8). */
  sendLocation(order: OrderAddress, given: Extract<Operation, { operation: 'location' }>): Promise<Result<null>>;
  /** 4.2, PUT delivery/eta; self-delivery only. */
  sendEta(order: OrderAddress, minutes: number): Promise<Result<null>>;
  /** 4.2, POST documents/{documentType}/upload-links (rule 9): the pre-signed address; a valid one is given again. */
  uploadLink(order: OrderAddress, type: DocumentType): Promise<Result<string>>;
  /** 4.2, PUT of a PDF to a pre-signed address, without Authorization (rule 9). */
  uploadDocument(uploadUrl: string, pdf: Buffer): Promise<Result<null>>;
  /** 4.2, GET /orders/{orderId}: the Order V1 body (2.4), the only one that says `refunded`. */
  readOrderV1(order: OrderAddress): Promise<Result<unknown>>;
  /** 2.6, GET of the venue resource at the path that an installer set. */
  readVenue(venueId: string): Promise<Result<unknown>>;
  /** 4.2, PUT delivered. */
  delivered(order: OrderAddress): Promise<Result<null>>;
  /** 4.2, PUT confirm-preorder (204). */
  confirmPreorder(order: OrderAddress): Promise<Result<null>>;
  /** 4.2, PUT sent-to-pos (204). `timeSentToPos`: ISO UTC. */
  sentToPos(order: OrderAddress, success: boolean, timeSentToPos: string): Promise<Result<null>>;
}

export function createOrderApi(options: {
  http: Http;
  tokens: TokenKeeper;
  pace: Pace;
  baseUrl: () => string | null;
  venuePath?: () => string | null;
}): OrderApi {
  const { http, tokens, pace } = options;

  async function send(venueId: string, method: HttpRequest['method'], path: string, body?: unknown): Promise<Result<HttpAnswer>> {
    const base = options.baseUrl();
    if (base === null) {
      return failure({
        code: 'not-connected',
        says: 'The address of the order API is not set.',
        remedy: 'Connect the venue in Settings.',
        mayHaveHappened: false,
      });
    }
    const endpoint = `${method} ${path}`;
    const waiting = pace.mustWait(venueId, endpoint);
    if (waiting) return failure(waiting);
    const first = await sendOnce(venueId, method, base, path, body);
    // An access token can end early (another pair was issued): one fresh token, one more try.
    const answer = !first.ok && first.problem.status === 401 ? await sendOnce(venueId, method, base, path, body) : first;
    if (!answer.ok && answer.problem.code === 'rate-limited') {
      return failure({ ...answer.problem, retryAfterMs: pace.slowDown(venueId, answer.problem.retryAfterMs ?? null) });
    }
    if (!answer.ok && LOST.has(answer.problem.code)) {
      return failure({ ...answer.problem, retryAfterMs: pace.failed(endpoint, answer.problem) });
    }
    if (answer.ok) pace.resume(venueId, endpoint);
    return answer;
  }

  async function sendOnce(
    venueId: string,
    method: HttpRequest['method'],
    base: string,
    path: string,
    body: unknown,
  ): Promise<Result<HttpAnswer>> {
    const token = await tokens.accessToken(venueId);
    if (!token.ok) return token;
    // The token is for the addresses in use now, which may have changed while it was got.
    if (options.baseUrl() !== base) return failure(addressChanged());
    const answer = await http.send({
      method,
      url: base + path,
      venueId,
      headers: { authorization: `Bearer ${token.value}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok && answer.problem.status === 401) tokens.refused(venueId, token.value);
    return answer;
  }

  async function change(method: 'PUT' | 'POST', order: OrderAddress, operation: string, body?: unknown): Promise<Result<null>> {
    const answer = await send(order.venueId, method, `/orders/${encodeURIComponent(order.orderId)}/${operation}`, body);
    return answer.ok ? ok(null) : answer;
  }
  const put = (order: OrderAddress, operation: string, body?: unknown) => change('PUT', order, operation, body);
  const post = (order: OrderAddress, operation: string, body?: unknown) => change('POST', order, operation, body);

  return {
    async readOrder(order) {
      const answer = await send(order.venueId, 'GET', `/v2/orders/${encodeURIComponent(order.orderId)}`);
      return answer.ok ? ok(answer.value.body) : answer;
    },
    accept: (order, time) => put(order, 'accept', time === null ? undefined : { adjusted_pickup_time: time }),
    acceptSelfDelivery: (order, time) => put(order, 'self-delivery/accept', time === null ? undefined : { total_delivery_time: time }),
    reject: (order, reason, code) => put(order, 'reject', { reason, code }),
    ready: (order, batches = []) => put(order, 'ready', batches.length === 0 ? undefined : readyRequest(batches)),
    pickupCompleted: (order) => put(order, 'pickup-completed'),
    courierAtCustomer: (order) => put(order, 'courier-at-customer'),
    replaceItems: (order, given) => put(order, 'replace-items', replaceItemsRequest(given)),
    depositsReturned: (order, given, asSent) => put(order, 'deposits-returned', depositsRequest(given, asSent)),
    refundItems: (order, given, asSent) => post(order, 'refund-items', refundItemsRequest(given, asSent)),
    refundBasket: (order, given, asSent) => post(order, 'refund-basket', refundBasketRequest(given, asSent)),
    sendLocation: (order, { lat, lon, heading }) =>
      put(order, 'delivery/tracking/location', { location: { lon, lat }, ...(heading === null ? {} : { heading }) }),
    sendEta: (order, minutes) => put(order, 'delivery/eta', { eta_minutes: minutes }),
    async uploadLink(order, type) {
      const answer = await send(order.venueId, 'POST', `/orders/${encodeURIComponent(order.orderId)}/documents/${type}/upload-links`);
      if (!answer.ok) return answer;
      const url = asText(asRecord(answer.value.body)?.upload_url);
      if (url !== null && mayUploadTo(url, options.baseUrl())) return ok(url);
      return failure({ code: 'bad-answer', says: 'The service gave no address to upload to.', mayHaveHappened: false });
    },
    async uploadDocument(url, pdf) {
      const answer = await http.send({
        method: 'PUT',
        url,
        headers: { 'content-type': 'application/pdf' },
        body: pdf,
        ignoreAnswerBody: true,
        totalMs: UPLOAD_MS,
      });
      return answer.ok ? ok(null) : answer;
    },
    async readOrderV1(order) {
      const answer = await send(order.venueId, 'GET', `/orders/${encodeURIComponent(order.orderId)}`);
      return answer.ok ? ok(answer.value.body) : answer;
    },
    async readVenue(venueId) {
      const path = options.venuePath?.() ?? null;
      if (path === null)
        return failure({ code: 'not-connected', says: 'The path of the venue resource is not set.', mayHaveHappened: false });
      const answer = await send(venueId, 'GET', path.replace('{venue_id}', encodeURIComponent(venueId)));
      return answer.ok ? ok(answer.value.body) : answer;
    },
    delivered: (order) => put(order, 'delivered'),
    confirmPreorder: (order) => put(order, 'confirm-preorder'),
    sentToPos: (order, success, time) => put(order, 'sent-to-pos', { success, time_sent_to_pos: time }),
  };
}

/** Over https; a service on this computer may name another place on it, and no other service may. */
function mayUploadTo(text: string, orderBaseUrl: string | null): boolean {
  const url = readAddress(text);
  const service = readAddress(orderBaseUrl ?? '');
  if (!url || !service) return false;
  return isLoopback(url.hostname) ? isLoopback(service.hostname) : url.protocol === 'https:';
}
