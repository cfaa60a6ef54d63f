/** The order API (section 4.2) as a table: one row an endpoint, in the document's order. */
import { ASSUMED, orderErrorBody } from '../assumptions.ts';
import type { TokenBook } from '../tokens/token-book.ts';
import { type Fields, type Incoming, Refusal, type Reply } from '../wire/exchange.ts';
import { asV1 } from './as-v1.ts';
import type { Documents } from './documents.ts';
import type { SandboxOrder } from './order.ts';
import type { OrderBook } from './order-book.ts';
import { checkBatches } from './pharmacy.ts';
import { depositsReturned, refundBasket, refundItems } from './refunds.ts';
import { replaceItems } from './replacements.ts';
import { fieldsOf, oneOf, optionalTime, requiredBoolean, requiredText, requiredTime } from './request-bodies.ts';
import { courierAtCustomer, courierEta, courierLocation, pickupCompleted } from './self-delivery.ts';

interface Endpoint {
  method: 'GET' | 'PUT' | 'POST';
  path: RegExp;
  operation: string;
  /** The success status of section 4.2. */
  success: 200 | 202 | 204;
  /** Rule 7: enabled for the partner by the operator before use. */
  feature?: Feature;
  serve(book: OrderBook, order: SandboxOrder, body: Fields): unknown;
}

export type Feature = 'refunds' | 'documents';

const UPLOAD_LINKS = /^\/orders\/([^/]+)\/documents\/([^/]+)\/upload-links$/;

const REJECT_CODES = ['GENERIC', 'ITEMS_UNAVAILABLE', 'VENUE_CLOSING_SOON'];

const ENDPOINTS: Endpoint[] = [
  { method: 'GET', path: /^\/v2\/orders\/([^/]+)$/, operation: 'get order v2', success: 200, serve: (_, order) => order.body },
  {
    method: 'GET',
    path: /^\/orders\/([^/]+)$/,
    operation: 'get order v1',
    success: 200,
    serve: (_, order) => asV1(order.body, order.refunded),
  },
  put('accept', 202, (book, order, body) => book.accept(order, 'api', optionalTime(body, 'adjusted_pickup_time'))),
  put('self-delivery/accept', 202, (book, order, body) => book.acceptSelfDelivery(order, optionalTime(body, 'total_delivery_time'))),
  put('reject', 202, (book, order, body) =>
    book.reject(order, 'api', requiredText(body, 'reason'), oneOf(body, 'code', REJECT_CODES, 'GENERIC')),
  ),
  put('ready', 202, (book, order, body) => {
    checkBatches(order, body);
    book.ready(order, 'api');
  }),
  put('pickup-completed', 202, pickupCompleted),
  put('courier-at-customer', 202, courierAtCustomer),
  put('delivered', 202, (book, order) => book.delivered(order, 'api')),
  put('confirm-preorder', 204, (book, order) => book.confirm(order)),
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

function put(operation: string, success: 202 | 204, serve: Endpoint['serve']): Endpoint {
  return { method: 'PUT', path: new RegExp(`^/orders/([^/]+)/${operation}$`), operation, success, serve };
}

export interface OrderApi {
  /** Throws a `Refusal` of section 7.2. */
  serve(request: Incoming): Reply;
  /** For the journal: which endpoint and order a path means. */
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

  /** 401 comes before 404: a stranger learns nothing of which orders there are. */
  function orderOf(request: Incoming, endpoint: Endpoint): SandboxOrder {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const venueIds = token === undefined ? null : tokens.venuesOf(token);
    if (venueIds === null) throw refusal(401, 'UNAUTHORIZED', 'The access token is missing, unknown, expired or revoked.');
    const order = book.get(decodeURIComponent(endpoint.path.exec(request.path)?.[1] ?? ''));
    if (!order || !venueIds.includes(order.venueId)) throw refusal(404, 'ORDER_NOT_FOUND', 'Unknown order id.');
    return order;
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
      const body = endpoint.serve(book, order, endpoint.method === 'GET' ? {} : fieldsOf(request.body));
      return { status: endpoint.success, ...(endpoint.success === 200 ? { body } : {}) };
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
