/** The webhook receiver: checks the signature over the raw bytes, makes the notification durable, and only then answers 200. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PriceUnit } from '../orders/delivery.ts';
import { isBeingPrepared, isUndecided } from '../orders/stage.ts';
import { bearsOut, claimedStage } from '../orders/told.ts';
import type { Notification } from '../store/inbox.ts';
import type { Store } from '../store/store.ts';
import { verifyDeliveryEvent } from './delivery-event.ts';
import { courierOf, isSignedBy, readNotification } from './notification.ts';
import { wantReading } from './read-order.ts';

const BODY_LIMIT = 64 * 1024;
/** How long a notification waits for a keychain that is locked. */
const SECRETS_LIMIT_MS = 5_000;
/** A whole request must be in within this time, so that slow senders cannot hold every connection. */
const REQUEST_TIMEOUT_MS = 10_000;
export const SIGNATURE_HEADER = 'service-signature';

export interface Receiver {
  host: string;
  port: number;
  path: string;
  close(): Promise<void>;
}

/** A port that cannot be listened on, in words. */
export class ReceiverError extends Error {
  readonly says: string;
  readonly remedy: string;
  constructor(host: string, port: number, cause: unknown) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    const says =
      code === 'EADDRINUSE'
        ? `Another program uses port ${port}, so orders cannot be received.`
        : `The receiver cannot listen on ${host}:${port} (${code}), so orders cannot be received.`;
    super(says, { cause });
    this.says = says;
    this.remedy = 'Close the other program, or set another receiver port in the settings file and where the service posts to.';
  }
}

/**
 * Starts listening. `secrets` is asked at every request, so a changed secret holds at once; a request waits while the vault opens. The service tries three times,
 * five seconds apart, and then never again: this is the first thing up and the last thing down. Throws ReceiverError.
 */
export async function startReceiver(options: {
  store: Store;
  host: string;
  port: number;
  path: string;
  secrets: () => Promise<readonly string[]>;
  /** Of delivery events, which come below the same path at `/deliveries`. */
  deliverySecrets: () => Promise<readonly string[]>;
  /** What prices in delivery events count (2.7, not shown). */
  priceUnit: () => PriceUnit;
  onDefect: (error: unknown) => void;
}): Promise<Receiver> {
  const { store } = options;
  const server = createServer((request, response) => {
    receive(request, response).catch((error: unknown) => {
      options.onDefect(error);
      if (!response.headersSent) answer(response, 503, 'not stored');
      else response.destroy();
    });
  });
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.headersTimeout = REQUEST_TIMEOUT_MS;
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
  });

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?')[0];
    const isDelivery = path === `${options.path.replace(/\/$/, '')}/deliveries`;
    if (path !== options.path && !isDelivery) return answer(response, 404, 'nothing here');
    if (request.method !== 'POST') return answer(response, 405, 'POST only', { allow: 'POST' });
    const body = await readBody(request);
    if (body === 'too large') {
      store.write(() => store.journal.count('notification-too-large'));
      return answer(response, 413, 'too large', { connection: 'close' });
    }
    if (body === 'cut off') return void response.destroy();

    const secrets = await withinLimit(isDelivery ? options.deliverySecrets() : options.secrets());
    if (secrets === null) {
      store.write(() => store.journal.count('notification-before-keychain'));
      return answer(response, 503, 'the keychain is locked');
    }
    if (secrets.length === 0) {
      store.write(() => store.journal.count('notification-without-secret'));
      return answer(response, 503, 'no webhook secret is set');
    }
    if (isDelivery) return takeDeliveryEvent(body, secrets, response);
    const signature = request.headers[SIGNATURE_HEADER];
    if (!isSignedBy(secrets, body, Array.isArray(signature) ? signature[0] : signature)) {
      store.write(() => store.journal.count(signature === undefined ? 'signature-missing' : 'signature-wrong'));
      return answer(response, 401, 'signature');
    }
    keep(body);
    answer(response, 200, 'ok');
  }

  /** Section 6.2: verified, durable, then answered. One of a delivery that is not ours is kept all the same, and changes nothing. */
  async function takeDeliveryEvent(body: Buffer, secrets: readonly string[], response: ServerResponse): Promise<void> {
    const verified = await verifyDeliveryEvent(body, secrets, options.priceUnit());
    if (!verified.ok) {
      store.write(() => store.journal.count(verified.why === 'wrong-signature' ? 'signature-wrong' : 'notification-unreadable'));
      return answer(response, verified.why === 'wrong-signature' ? 401 : 400, verified.why);
    }
    const { event } = verified;
    store.write(() => {
      // A courier tells his place every few seconds: the last one is enough.
      const isNew =
        event.type === 'order.location_updated' ||
        store.inbox.add({
          id: `delivery/${event.id}`,
          type: event.type,
          orderId: null,
          venueId: null,
          status: null,
          createdAt: event.dispatchedAt,
          body: '',
        });
      if (!isNew) return store.journal.count('notification-again');
      store.deliveries.apply(event);
    });
    answer(response, 200, 'ok');
  }

  /** One transaction: the notification, and the reading of the order that it asks for. */
  function keep(body: Buffer): void {
    const { notification, oddity } = readNotification(body);
    store.write(() => {
      if (!store.inbox.add(notification)) return store.journal.count('notification-again');
      if (oddity) store.journal.count(`notification-${oddity}`, notification.type);
      if (notification.orderId === null) return;
      const says = notification.status ? `${notification.type} ${notification.status}` : notification.type;
      store.journal.note(notification.orderId, 'notification', says);
      const courier = courierOf(notification);
      if (courier) store.orders.setCourier(notification.orderId, courier);
      tellOf(notification.orderId, notification);
      wantReading(store, { orderId: notification.orderId, venueId: notification.venueId });
    });
  }

  /** Until a reading bears it out: what we know of and cannot read must be seen, and a cancelled order must not be cooked meanwhile. */
  function tellOf(orderId: string, { venueId, status, createdAt }: Notification): void {
    const row = store.orders.get(orderId);
    if (row && bearsOut(row.stage, status)) return;
    const claimed = claimedStage(status);
    store.told.tell({ orderId, venueId, status, createdAt, rings: claimed === null || isUndecided(claimed) });
    if (row && claimed === 'rejected' && isBeingPrepared(row.stage)) store.orders.ring(orderId);
  }

  await listen(server, options.host, options.port);
  const { port } = server.address() as AddressInfo;
  return {
    host: options.host,
    port,
    path: options.path,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), 1_000).unref();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer | 'too large' | 'cut off'> {
  if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT) {
    request.resume();
    return 'too large';
  }
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > BODY_LIMIT) return 'too large';
      chunks.push(chunk);
    }
  } catch {
    return 'cut off';
  }
  return request.complete ? Buffer.concat(chunks) : 'cut off';
}

function answer(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(text);
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new ReceiverError(host, port, error)));
    server.listen(port, host, resolve);
  });
}

/** The keychain may be locked for a while; the service waits for an answer only so long. */
async function withinLimit<T>(work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, SECRETS_LIMIT_MS, null);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
