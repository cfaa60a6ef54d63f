/** The webhook receiver: checks the signature over the raw bytes, makes the notification durable, and only then answers 200. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { english } from '../../contract/english.ts';
import { message, type Text } from '../../contract/message.ts';
import { guardedServer } from '../listening/guarded-server.ts';
import type { RequestAddress } from '../listening/request-address.ts';
import type { PriceUnit } from '../orders/couriers/delivery.ts';
import type { Cancel, Time } from '../time/time.ts';
import { verifyDeliveryEvent } from './delivery-event.ts';
import { couldBeSignature, isSignedBy, WRONG_SIGNATURE } from './notification.ts';
import { createRefusedSenders } from './refused-senders.ts';
import type { TakesIn } from './take-in.ts';

const BODY_LIMIT = 64 * 1024;
/** How long a notification waits for a keychain that is locked. */
const SECRETS_LIMIT_MS = 5_000;
/** A proxy in front keeps its connections for longer than five seconds, and sends the next notification on one of them. */
const LIMITS = { idle: 60_000, connections: 256, spareDescriptors: 64 };
export const SIGNATURE_HEADER = 'service-signature';

export interface Receiver {
  host: string;
  port: number;
  path: string;
  close(): Promise<void>;
}

/** A port that cannot be listened on, in words. */
export class ReceiverError extends Error {
  readonly says: Text;
  readonly remedy: Text;
  constructor(host: string, port: number, cause: unknown) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    const says =
      code === 'EADDRINUSE'
        ? message('another-program-uses-port-port-so', { port })
        : message('receiver-cannot-listen-on-host-port', { host, port, code });
    super(english(says), { cause });
    this.says = says;
    this.remedy = message('close-other-program-or-set-another');
  }
}

/**
 * Starts listening. `secrets` is asked at every request, so a changed secret holds at once; a request waits while the vault opens. The service tries three times,
 * five seconds apart, and then never again: this is the first thing up and the last thing down. Throws ReceiverError.
 */
export async function startReceiver(options: {
  takesIn: TakesIn;
  time: Time;
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
  const { takesIn, time } = options;
  const senders = createRefusedSenders(time);
  const server = guardedServer({
    limits: LIMITS,
    time,
    onDefect: options.onDefect,
    async serve(request, response, address) {
      try {
        await receive(request, response, address);
      } catch (error) {
        options.onDefect(error);
        if (!response.headersSent) answer(response, 503, 'not stored');
        else response.destroy();
      }
    },
  });

  async function receive(request: IncomingMessage, response: ServerResponse, { path }: RequestAddress): Promise<void> {
    const isDelivery = path === `${options.path.replace(/\/$/, '')}/deliveries`;
    if (path !== options.path && !isDelivery) return answer(response, 404, 'nothing here');
    if (request.method !== 'POST') return answer(response, 405, 'POST only', { allow: 'POST' });
    const sender = request.socket.remoteAddress ?? '';
    const refuse = (name: string, status: number, text: string, headers?: Record<string, string>): void => {
      senders.refused(sender);
      takesIn.refused(name);
      answer(response, status, text, headers);
    };
    const given = request.headers[SIGNATURE_HEADER];
    const signature = Array.isArray(given) ? given[0] : given;
    const unsigned = signature === undefined ? 'signature-missing' : WRONG_SIGNATURE;
    if (!isDelivery && !couldBeSignature(signature) && senders.isOverLimit(sender))
      return refuse(unsigned, 429, 'too many that were refused', { connection: 'close' });
    const body = await readBody(request);
    if (body === 'too large') return refuse('notification-too-large', 413, 'too large', { connection: 'close' });
    if (body === 'cut off') return void response.destroy();

    const secrets = await withinLimit(time, isDelivery ? options.deliverySecrets() : options.secrets());
    if (secrets === null) return refuse('notification-before-keychain', 503, 'the keychain is locked');
    if (secrets.length === 0) return refuse('notification-without-secret', 503, 'no webhook secret is set');
    if (isDelivery) {
      // Section 6.2: verified, durable, then answered.
      const verified = await verifyDeliveryEvent(body, secrets, options.priceUnit());
      if (!verified.ok && verified.why === 'wrong-signature') return refuse('delivery-signature-wrong', 401, verified.why);
      if (!verified.ok) return refuse('notification-unreadable', 400, verified.why);
      takesIn.deliveryEvent(verified.event, body);
    } else {
      const isNewest = isSignedBy(secrets.slice(0, 1), body, signature);
      if (!isNewest && !isSignedBy(secrets.slice(1), body, signature)) {
        if (!couldBeSignature(signature)) return refuse(unsigned, 401, 'signature');
        senders.refused(sender);
        takesIn.wronglySigned(body);
        return answer(response, 401, 'signature');
      }
      takesIn.notification(body, isNewest);
    }
    server.trust(request);
    answer(response, 200, 'ok');
  }

  const port = await server.listen(options.port, options.host).catch((error: unknown) => {
    throw new ReceiverError(options.host, options.port, error);
  });
  return { host: options.host, port, path: options.path, close: server.close };
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

/** The keychain may be locked for a while; the service waits for an answer only so long. */
async function withinLimit<T>(time: Time, work: Promise<T>): Promise<T | null> {
  let noLimit: Cancel | undefined;
  const limit = new Promise<null>((resolve) => {
    noLimit = time.after(SECRETS_LIMIT_MS, () => resolve(null));
  });
  return Promise.race([work, limit]).finally(noLimit);
}
