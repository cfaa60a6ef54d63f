/** The webhook receiver: verifies the raw bytes, makes the notification durable, then answers 200. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { english } from '../../../contract/english.ts';
import { message, type Text } from '../../../contract/message.ts';
import { createGroupCommit } from '../../../shared/group-commit.ts';
import { readBody } from '../../../shared/http/body.ts';
import { guardedServer } from '../../../shared/http/guarded-server.ts';
import type { RequestAddress } from '../../../shared/http/request-address.ts';
import { couldBeSignature, signatureIn } from '../../../shared/signatures/signatures.ts';
import { storageTroubleOf } from '../../store/file/storage-trouble.ts';
import type { Ingestion } from '../ingest.ts';
import { WRONG_SIGNATURE } from '../notification.ts';
import { type IncomingRequest, type Intake, type IntakeConfig, verifyAndStore } from '../verify-and-store.ts';
import { createRefusedSenders } from './refused-senders.ts';

const BODY_LIMIT = 64 * 1024;
/** Proxies reuse connections for longer than five seconds. */
const LIMITS = { idle: 60_000, connections: 256 };

export interface Receiver {
  host: string;
  port: number;
  path: string;
  close(): Promise<void>;
}

export class ReceiverError extends Error {
  readonly text: Text;
  readonly hint: Text;
  constructor(host: string, port: number, cause: unknown) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    const text = code === 'EADDRINUSE' ? message('receiver.portInUse', { port }) : message('receiver.cannotListen', { host, port, code });
    super(english(text), { cause });
    this.text = text;
    this.hint = message('receiver.freePort');
  }
}

/** Starts first and stops last: the service tries only three times, five seconds apart. Throws ReceiverError. */
export async function startReceiver(
  options: IntakeConfig &
    Intake & {
      host: string;
      port: number;
      /** Delivery events arrive at `/deliveries` below it. */
      path: string;
      onDefect: (error: unknown) => void;
    },
): Promise<Receiver> {
  const { ingestion, time } = options;
  const senders = createRefusedSenders(time);
  const group = createGroupCommit((ingests: readonly (() => void)[]) => ingestAll(ingestion, ingests));
  const ingestWithOthers = async (ingest: () => void): Promise<void> => {
    const failed = await group.write(ingest);
    if (failed) throw failed.error;
  };
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
    const signature = signatureIn(request.headers);
    const isDelivery = isSamePath(path, deliveriesBelow(options.path));
    const isElsewhere = !isDelivery && !isSamePath(path, options.path);
    // Signed requests pass: a wrong path entered at the service would lose every order.
    if (isElsewhere && !(request.method === 'POST' && couldBeSignature(signature))) return answer(response, 404, 'nothing here');
    if (request.method !== 'POST') return answer(response, 405, 'POST only', { allow: 'POST' });
    const sender = request.socket.remoteAddress ?? '';
    const refuse = (name: string, status: number, text: string, headers?: Record<string, string>): void => {
      senders.refused(sender);
      ingestion.refused(name);
      answer(response, status, text, headers);
    };
    const unsigned = signature === undefined ? 'signature-missing' : WRONG_SIGNATURE;
    if (!isDelivery && !couldBeSignature(signature) && senders.isOverLimit(sender))
      return refuse(unsigned, 429, 'too many that were refused', { connection: 'close' });
    const body = await readBody(request, BODY_LIMIT);
    if (body === 'too large') return refuse('notification-too-large', 413, 'too large', { connection: 'close' });
    if (body === 'cut off') return void response.destroy();

    const admitAs = (kind: IncomingRequest['kind']) => verifyAndStore({ kind, body, signature, isDirect: true }, options, ingestWithOthers);
    let why = await admitAs(isDelivery ? 'delivery' : 'order');
    // The request may be of the other kind, sent to the wrong path.
    const isOther = isDelivery
      ? why === 'not-a-token' && couldBeSignature(signature)
      : why === 'wrong-signature' && signature === undefined;
    if (isOther && (await admitAs(isDelivery ? 'order' : 'delivery')) === null) why = null;
    if (why === 'locked') return refuse('notification-before-keychain', 503, 'the keychain is locked');
    if (why === 'no-secret') return refuse('notification-without-secret', 503, 'no webhook secret is set');
    if (why === 'not-a-token' || why === 'no-event') return refuse('notification-unreadable', 400, why);
    if (why === 'wrong-signature' && isElsewhere) {
      senders.refused(sender);
      return answer(response, 404, 'nothing here');
    }
    if (why === 'wrong-signature' && isDelivery) return refuse('delivery-signature-wrong', 401, why);
    if (why === 'wrong-signature') {
      if (!couldBeSignature(signature)) return refuse(unsigned, 401, 'signature');
      senders.refused(sender);
      ingestion.wronglySigned(body);
      return answer(response, 401, 'signature');
    }
    server.trust(request);
    answer(response, 200, 'ok');
  }

  const port = await server.listen(options.port, options.host).catch((error: unknown) => {
    throw new ReceiverError(options.host, options.port, error);
  });
  return { host: options.host, port, path: options.path, close: server.close };
}

function deliveriesBelow(path: string): string {
  return `${path.replace(/\/$/, '')}/deliveries`;
}

function isSamePath(one: string, other: string): boolean {
  return withoutSlashes(one) === withoutSlashes(other);
}

function withoutSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** If storing all fails, each gets its own transaction, to learn which failed. */
function ingestAll(ingestion: Ingestion, ingests: readonly (() => void)[]): ({ error: unknown } | null)[] {
  if (ingests.length > 1) {
    try {
      ingestion.together(ingests);
      return ingests.map(() => null);
    } catch (error) {
      // Separate tries would also fail on a locked database.
      if (storageTroubleOf(error)?.code === 'database-locked') return ingests.map(() => ({ error }));
    }
  }
  return ingests.map((ingest) => {
    try {
      ingest();
      return null;
    } catch (error) {
      return { error };
    }
  });
}

function answer(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(text);
}
