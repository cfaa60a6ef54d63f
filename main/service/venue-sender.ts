/** One call to the order API's address in the name of a venue: with its token, at its pace, and once more where the token had ended. */
import { message } from '../../contract/message.ts';
import type { Expected, Http, HttpAnswer, HttpRequest } from './http.ts';
import type { Pace } from './pace.ts';
import { addressChanged, failure, LOST, type Result } from './problem.ts';
import type { TokenKeeper } from './tokens.ts';

/** How long a question takes at most by which it is found out whether the network is back. */
const PROBE_MS = 4_000;

export interface SendOptions extends Pick<HttpRequest, 'mayWaitLong' | 'totalMs' | 'room'> {
  body?: unknown;
  onSent?: (() => void) | undefined;
  patienceMs?: number | undefined;
  isKnown?: HttpRequest['isKnown'] | undefined;
  /** What a 429 holds up, and what holds this call up; all calls for the venue where not given. */
  paceOf?: string;
  /** How long a 429 that says nothing holds it up, ms; as long as the pace has it where not given. */
  leastWaitMs?: number;
}

/** One endpoint: how it is asked, and how it answers when all is well. */
export interface VenueRequest {
  method: HttpRequest['method'];
  path: string;
  expects: Expected;
  /** Whether asking it twice does no harm. */
  idempotent: boolean;
}

/** One call, whatever its venue's token is. */
interface Asked extends VenueRequest, Omit<SendOptions, 'patienceMs' | 'paceOf' | 'leastWaitMs'> {
  base: string;
  isProbe?: boolean;
}

export interface VenueSender {
  send(venueId: string, asked: VenueRequest, options?: SendOptions): Promise<Result<HttpAnswer>>;
  sendOnce(venueId: string, asked: Asked): Promise<Result<HttpAnswer>>;
}

export interface VenueSenderOptions {
  http: Http;
  tokens: TokenKeeper;
  pace: Pace;
  /** The clock that waiting goes by, epoch ms. */
  monotonic: () => number;
  baseUrl: () => string | null;
  /** What nobody but the service answers came from this address. */
  onProof?: (base: string) => void;
}

export function createVenueSender(options: VenueSenderOptions): VenueSender {
  const { http, tokens, pace } = options;

  const send: VenueSender['send'] = async (venueId, asked, { patienceMs, paceOf = venueId, leastWaitMs, ...given } = {}) => {
    const base = options.baseUrl();
    if (base === null) {
      return failure({
        code: 'not-connected',
        says: message('address-of-order-api-is-not'),
        remedy: message('connect-venue-in-settings'),
        mayHaveHappened: false,
      });
    }
    const endpoint = `${asked.method} ${asked.path}`;
    const waiting = pace.mustWait(paceOf, endpoint, patienceMs);
    if (waiting) return failure(waiting);
    const begunAt = options.monotonic();
    const request = { ...asked, base, ...given };
    const first = await sendOnce(venueId, request);
    // An access token can end early (another pair was issued): one fresh token, one more try.
    const isRefused = !first.ok && first.problem.code === 'unauthorized' && first.problem.status === 401;
    const answer = isRefused ? await sendOnce(venueId, request) : first;
    if (!answer.ok && answer.problem.code === 'rate-limited') {
      return failure({
        ...answer.problem,
        retryAfterMs: pace.slowDown(paceOf, answer.problem.retryAfterMs ?? leastWaitMs ?? null, begunAt),
      });
    }
    if (!answer.ok && LOST.has(answer.problem.code) && !answer.problem.cutShort) {
      return failure({ ...answer.problem, retryAfterMs: pace.failed(endpoint, answer.problem, begunAt, patienceMs) });
    }
    if (answer.ok) pace.resume(paceOf, endpoint, begunAt);
    if (answer.ok && asked.expects.body) options.onProof?.(base);
    return answer;
  };

  const sendOnce: VenueSender['sendOnce'] = async (venueId, { method, base, path, body, isProbe = false, ...given }) => {
    const token = await tokens.accessToken(venueId);
    if (!token.ok) return token;
    // The token is for the addresses in use now, which may have changed while it was got.
    if (options.baseUrl() !== base) return failure(addressChanged());
    const kind = isProbe ? 'probe' : method === 'GET' ? 'read' : 'write';
    const { onSent, isKnown, ...plain } = given;
    const answer = await http.send({
      method,
      url: base + path,
      connections: `${venueId} ${kind}`,
      ...plain,
      ...(isProbe ? { totalMs: PROBE_MS } : {}),
      ...(onSent ? { onSent } : {}),
      ...(isKnown ? { isKnown } : {}),
      headers: { authorization: `Bearer ${token.value}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok && answer.problem.code === 'unauthorized' && answer.problem.status === 401) tokens.refused(venueId, token.value);
    return answer;
  };

  return { send, sendOnce };
}
