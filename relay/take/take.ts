/**
 * Receives a webhook: verifies the raw bytes' signature, finds the venue, encrypts delivery notifications, writes to disk, then answers
 * 200.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../../shared/http/body.ts';
import { couldBeSignature, signatureIn, signerOf, verifyToken } from '../../shared/signatures/signatures.ts';
import type { Engine, ServiceRequest } from '../engine/engine.ts';
import { answerText } from '../listening/answer.ts';
import type { Sealing } from '../seal/sealing.ts';
import type { RelaySettings } from '../settings/settings.ts';
import { routeOfDelivery, routeOfOrder } from './route.ts';

export const TAKE_PATHS = { orders: '/notifications', deliveries: '/notifications/deliveries', deliveriesAlone: '/deliveries' } as const;
const BODY_LIMIT = 64 * 1024;
/** This many wrong signatures in a row mean the service has another secret. */
const WRONG_IN_A_ROW = 5;

export interface TakeCounts {
  venue: number;
  unroutable: number;
  before: number;
  spooled: number;
  refused: number;
  /** Valid requests that couldn't be stored. */
  failed: number;
}

export interface Take {
  counts: Readonly<TakeCounts>;
  /** Why notifications can't be stored, or null. */
  trouble(): string | null;
  /** The kind whose signatures match no secret, until one does. */
  wrongSecret(): ServiceRequest['kind'] | null;
  /**
   * Call every few seconds. Ends the trouble if nothing failed since the last call and the largest notification fits: a full disk may take
   * small ones, and none may arrive for hours.
   */
  probe(): Promise<void>;
  serve(request: IncomingMessage, response: ServerResponse, kind: ServiceRequest['kind']): Promise<void>;
}

export function createTake(options: {
  engine: Engine;
  sealing: Sealing;
  secrets: () => RelaySettings['webhook_secrets'];
  /** Called for requests with a valid signature. */
  trust: (request: IncomingMessage) => void;
  onDefect: (error: unknown) => void;
}): Take {
  const { engine, sealing, trust, onDefect } = options;
  const counts: TakeCounts = { venue: 0, unroutable: 0, before: 0, spooled: 0, refused: 0, failed: 0 };
  const wrongInARow: Record<ServiceRequest['kind'], number> = { order: 0, delivery: 0 };
  let trouble: string | null = null;
  let hasFailed = false;

  function refuse(response: ServerResponse, status: number, text: string): void {
    counts.refused += 1;
    answerText(response, status, text, { connection: 'close' });
  }

  function refuseSignature(response: ServerResponse, kind: ServiceRequest['kind'], why: string): void {
    wrongInARow[kind] += 1;
    refuse(response, 401, why);
  }

  async function keep(response: ServerResponse, taken: ServiceRequest): Promise<void> {
    wrongInARow[taken.kind] = 0;
    try {
      const { kept } = await engine.append(taken.kind === 'delivery' ? await sealed(taken) : taken);
      counts[kept] += 1;
    } catch (error) {
      counts.failed += 1;
      hasFailed = true;
      trouble = error instanceof Error ? error.message : String(error);
      onDefect(error);
      return answerText(response, 503, 'not stored');
    }
    answerText(response, 200, 'ok');
  }

  async function sealed(taken: ServiceRequest): Promise<ServiceRequest> {
    const venueId = taken.venueId ?? (await engine.venueOf(taken.references));
    return { ...taken, body: sealing.seal(venueId, taken.body) };
  }

  return {
    counts,
    trouble: () => trouble,
    wrongSecret: () => (['order', 'delivery'] as const).find((kind) => wrongInARow[kind] >= WRONG_IN_A_ROW) ?? null,
    async probe() {
      if (trouble === null) return;
      const isQuiet = !hasFailed;
      hasFailed = false;
      if ((await engine.canWrite(BODY_LIMIT)) && isQuiet && !hasFailed) trouble = null;
    },
    async serve(request, response, kind) {
      if (request.method !== 'POST') return answerText(response, 405, 'POST only', { allow: 'POST' });
      const { orders, deliveries } = options.secrets();
      const live = kind === 'order' ? orders : deliveries;
      if (live.length === 0) return refuse(response, 503, 'no webhook secret is set');
      const signature = signatureIn(request.headers);
      if (kind === 'order' && !couldBeSignature(signature)) return refuse(response, 401, 'signature');
      const body = await readBody(request, BODY_LIMIT);
      if (body === 'too large') return refuse(response, 413, 'too large');
      if (body === 'cut off') return void response.destroy();
      if (kind === 'order') {
        if (!couldBeSignature(signature) || signerOf(live, body, signature) < 0) return refuseSignature(response, kind, 'signature');
        trust(request);
        return keep(response, { kind, signature, body, ...routeOfOrder(body) });
      }
      const token = verifyToken(live, body);
      if (!token.ok && token.why === 'wrong-signature') return refuseSignature(response, kind, token.why);
      if (!token.ok) return refuse(response, 400, token.why);
      trust(request);
      return keep(response, { kind, signature: null, body, ...routeOfDelivery(token.payload, body) });
    },
  };
}
