/** The order API (section 4.2) as a table of endpoints in the document's order. */
import { ASSUMED, orderErrorBody } from '../assumptions.ts';
import type { OrderV2, SandboxOrder } from '../order.ts';
import type { TokenBook } from '../tokens/token-book.ts';
import { type Fields, type Incoming, Refusal, type Reply } from '../wire/exchange.ts';
import { fieldsOf, oneOf, optionalTime, requiredBoolean, requiredText, requiredTime } from '../wire/request-bodies.ts';
import type { Overtaker } from '../wire/trouble.ts';
import { asV1 } from './as-v1.ts';
import type { Documents } from './documents.ts';
import type { OrderBook } from './order-book.ts';
import { checkBatches } from './pharmacy.ts';
import { depositsReturned, refundBasket, refundItems } from './refunds.ts';
import { replaceItems } from './replacements.ts';
import { courierAtCustomer, courierEta, courierLocation, pickupCompleted } from './self-delivery.ts';

interface Endpoint {
  method: 'GET' | 'PUT' | 'POST';
  path: RegExp;
  operation: string;
  /** The success status of section 4.2. */
  success: 200 | 202 | 204;
  /** Rule 7: the operator must enable it for the partner. */
  feature?: Feature;
  serve(book: OrderBook, order: SandboxOrder, body: Fields): void;
  /** For GET: the response. */
  show?(reading: { body: OrderV2; refunded: boolean }): unknown;
  /** The same action in the merchant app or by the courier. */
  byOthers?(book: OrderBook, order: SandboxOrder): void;
}

export type Feature = 'refunds' | 'documents';

const UPLOAD_LINKS = /^\/orders\/([^/]+)\/documents\/([^/]+)\/upload-links$/;

const REJECT_CODES = ['GENERIC', 'ITEMS_UNAVAILABLE', 'VENUE_CLOSING_SOON'];

const ENDPOINTS: Endpoint[] = [
  get('/v2/orders', 'get order v2', ({ body }) => body),
  get('/orders', 'get order v1', ({ body, refunded }) => asV1(body, refunded)),
  put('accept', 202, (book, order, body) => book.accept(order, 'api', optionalTime(body, 'adjusted_pickup_time')), inTheMerchantApp),
  put(
    'self-delivery/accept',
    202,
    (book, order, body) => book.acceptSelfDelivery(order, optionalTime(body, 'total_delivery_time')),
    inTheMerchantApp,
  ),
  put('reject', 202, (book, order, body) =>
    book.reject(order, 'api', requiredText(body, 'reason'), oneOf(body, 'code', REJECT_CODES, 'GENERIC')),
  ),
  put(
    'ready',
    202,
    (book, order, body) => {
      checkBatches(order, body);
      book.ready(order, 'api');
    },
    (book, order) => book.ready(order, 'staff'),
  ),
  put('pickup-completed', 202, pickupCompleted),
  put('courier-at-customer', 202, courierAtCustomer),
  put(
    'delivered',
    202,
    (book, order) => book.delivered(order, 'api'),
    (book, order) => book.delivered(order, 'staff'),
  ),
  put(
    'confirm-preorder',
    204,
    (book, order) => book.confirm(order, 'api'),
    (book, order) => book.confirm(order, 'staff'),
  ),
  put('replace-items', 202, replaceItems),
  put('sent-to-pos', 204, (book, order, body) =>
    book.sentToPos(order, requiredBoolean(body, 'success'), requiredTime(body, 'time_sent_to_pos')),
  ),
  put('deposits-returned', 202, depositsReturned),
  { ...post('refund-items', refundItems), feature: 'refunds' },
  { ...post('refund-basket', refundBasket), feature: 'refunds' },
  put('delivery/tracking/location', 202, courierLocation),
  put('delivery/eta', 202, courierEta),
];

function post(operation: string, serve: Endpoint['serve']): Endpoint {
  return { method: 'POST', path: new RegExp(`^/orders/([^/]+)/${operation}$`), operation, success: 202, serve };
}

function put(operation: string, success: 202 | 204, serve: Endpoint['serve'], byOthers?: Endpoint['byOthers']): Endpoint {
  const path = new RegExp(`^/orders/([^/]+)/${operation}$`);
  return { method: 'PUT', path, operation, success, serve, ...(byOthers ? { byOthers } : {}) };
}

function get(base: string, operation: string, show: NonNullable<Endpoint['show']>): Endpoint {
  return { method: 'GET', path: new RegExp(`^${base}/([^/]+)$`), operation, success: 200, serve: () => undefined, show };
}

function inTheMerchantApp(book: OrderBook, order: SandboxOrder): void {
  book.accept(order, 'staff', null);
}

export interface OrderApi {
  /** Throws a `Refusal` of section 7.2. */
  serve(request: Incoming): Reply;
  read(path: string): { operation: string | null; orderId: string | null };
}

export function createOrderApi(parts: {
  book: OrderBook;
  tokens: TokenBook;
  documents: Documents;
  enabled: ReadonlySet<Feature>;
}): OrderApi {
  const { book, tokens, documents } = parts;
  const upload: Endpoint = {
    method: 'POST',
    path: UPLOAD_LINKS,
    operation: 'upload-links',
    success: 200,
    feature: 'documents',
    serve: () => undefined,
  };
  const endpoints = [...ENDPOINTS, upload];

  /** 401 before 404, which would reveal existing orders. */
  function orderOf(request: Incoming, endpoint: Endpoint): SandboxOrder {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const venueIds = token === undefined ? null : tokens.venuesOf(token);
    if (venueIds === null) {
      const status = token === undefined ? 401 : tokens.refusalOf(token);
      throw refusal(status, status === 401 ? 'UNAUTHORIZED' : 'FORBIDDEN', 'The access token is missing, unknown, expired or revoked.');
    }
    const order = book.get(decodeURIComponent(endpoint.path.exec(request.path)?.[1] ?? ''));
    if (!order || !venueIds.includes(order.venueId)) throw refusal(404, 'ORDER_NOT_FOUND', 'Unknown order id.');
    return order;
  }

  /** Lets someone else act before the request, or cancel the order. Skips impossible actions. */
  function overtake(endpoint: Endpoint, order: SandboxOrder, who: Overtaker): void {
    try {
      if (who === 'staff') endpoint.byOthers?.(book, order);
      else book.cancel(order, who);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  return {
    serve(request) {
      const here = endpoints.filter((endpoint) => endpoint.path.test(request.path));
      if (here.length === 0) throw refusal(404, 'NOT_FOUND', 'Unknown endpoint.');
      const endpoint = here.find((candidate) => candidate.method === request.method);
      if (!endpoint) throw refusal(405, 'METHOD_NOT_ALLOWED', `Use ${here.map((candidate) => candidate.method).join(' or ')}.`);
      const order = orderOf(request, endpoint);
      if (endpoint.feature && !parts.enabled.has(endpoint.feature)) {
        throw refusal(ASSUMED.statusOfNotEnabled, 'NOT_ENABLED', 'The operator has not enabled this for the partner.');
      }
      if (endpoint === upload) return documents.link(book, order, UPLOAD_LINKS.exec(request.path)?.[2] ?? '');
      if (endpoint.show) {
        const { body, refunded, old } = book.show(order, request.trouble.lagMs);
        return { status: 200, body: endpoint.show({ body, refunded }), shown: { order_status: body.order_status, old } };
      }
      const body = fieldsOf(request.body);
      if (request.trouble.overtakenBy) overtake(endpoint, order, request.trouble.overtakenBy);
      if (request.trouble.noEffect) book.rehearse(order, (copy) => endpoint.serve(book, copy, body));
      else endpoint.serve(book, order, body);
      return { status: endpoint.success };
    },

    read(path) {
      const endpoint = endpoints.find((candidate) => candidate.path.test(path));
      const id = endpoint?.path.exec(path)?.[1];
      return { operation: endpoint?.operation ?? null, orderId: id === undefined ? null : decodeURIComponent(id) };
    },
  };
}

function refusal(status: number, code: string, reason: string): Refusal {
  return new Refusal(status, orderErrorBody(code, reason));
}
