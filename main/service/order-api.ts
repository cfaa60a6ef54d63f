/** The order API (section 4.2): one function an endpoint. Every call carries the venue's token and keeps its pace. */
import type { Http, HttpAnswer, HttpRequest } from './http.ts';
import type { Pace } from './pace.ts';
import { failure, ok, type Result } from './problem.ts';
import type { TokenKeeper } from './tokens.ts';

/** An order of a venue: what every call addresses. */
export interface OrderAddress {
  venueId: string;
  orderId: string;
}

export interface OrderApi {
  /** GET /v2/orders/{orderId}: the Order V2 body as received (2.3). Always at the configured address, never at a resource_url. */
  readOrder(order: OrderAddress): Promise<Result<unknown>>;
  /** PUT accept. `adjustedPickupTime`: ISO UTC, at most 25 minutes after the initial estimate. */
  accept(order: OrderAddress, adjustedPickupTime: string | null): Promise<Result<null>>;
  /** PUT self-delivery/accept. `totalDeliveryTime`: ISO UTC; the venue's default when null. */
  acceptSelfDelivery(order: OrderAddress, totalDeliveryTime: string | null): Promise<Result<null>>;
  /** PUT reject. `reason` is shown to the consumer. */
  reject(order: OrderAddress, reason: string, code: string): Promise<Result<null>>;
  /** PUT ready. */
  ready(order: OrderAddress): Promise<Result<null>>;
  /** PUT delivered. */
  delivered(order: OrderAddress): Promise<Result<null>>;
  /** PUT confirm-preorder (204). */
  confirmPreorder(order: OrderAddress): Promise<Result<null>>;
  /** PUT sent-to-pos (204). `timeSentToPos`: ISO UTC. */
  sentToPos(order: OrderAddress, success: boolean, timeSentToPos: string): Promise<Result<null>>;
}

export function createOrderApi(options: { http: Http; tokens: TokenKeeper; pace: Pace; baseUrl: () => string | null }): OrderApi {
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
    const wait = pace.waitMs(venueId);
    if (wait > 0) {
      return failure({
        code: 'rate-limited',
        says: 'The service asked to slow down; waiting.',
        retryAfterMs: wait,
        mayHaveHappened: false,
      });
    }
    const first = await sendOnce(venueId, method, base + path, body);
    // An access token can end early (another pair was issued): one fresh token, one more try.
    const answer = !first.ok && first.problem.status === 401 ? await sendOnce(venueId, method, base + path, body) : first;
    if (!answer.ok && answer.problem.code === 'rate-limited') {
      return failure({ ...answer.problem, retryAfterMs: pace.slowDown(venueId, answer.problem.retryAfterMs ?? null) });
    }
    if (answer.ok) pace.resume(venueId);
    return answer;
  }

  async function sendOnce(venueId: string, method: HttpRequest['method'], url: string, body: unknown): Promise<Result<HttpAnswer>> {
    const token = await tokens.accessToken(venueId);
    if (!token.ok) return token;
    const answer = await http.send({
      method,
      url,
      headers: { authorization: `Bearer ${token.value}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(method === 'GET' ? {} : { ignoreAnswerBody: true }),
    });
    if (!answer.ok && answer.problem.status === 401) tokens.refused(venueId, token.value);
    return answer;
  }

  async function put(order: OrderAddress, operation: string, body?: unknown): Promise<Result<null>> {
    const answer = await send(order.venueId, 'PUT', `/orders/${encodeURIComponent(order.orderId)}/${operation}`, body);
    return answer.ok ? ok(null) : answer;
  }

  return {
    async readOrder(order) {
      const answer = await send(order.venueId, 'GET', `/v2/orders/${encodeURIComponent(order.orderId)}`);
      return answer.ok ? ok(answer.value.body) : answer;
    },
    accept: (order, time) => put(order, 'accept', time === null ? undefined : { adjusted_pickup_time: time }),
    acceptSelfDelivery: (order, time) => put(order, 'self-delivery/accept', time === null ? undefined : { total_delivery_time: time }),
    reject: (order, reason, code) => put(order, 'reject', { reason, code }),
    ready: (order) => put(order, 'ready'),
    delivered: (order) => put(order, 'delivered'),
    confirmPreorder: (order) => put(order, 'confirm-preorder'),
    sentToPos: (order, success, time) => put(order, 'sent-to-pos', { success, time_sent_to_pos: time }),
  };
}
