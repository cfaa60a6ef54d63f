/** Authorized calls to the service, with token, rate limit (pace), and one retry after an expired token. */
import { message } from '../../contract/message.ts';
import type { Expected, Http, HttpAnswer, HttpRequest } from './http.ts';
import type { Pace } from './pace.ts';
import { addressChanged, failure, LOST, type Result, type ServiceProblem } from './problem.ts';
import type { TokenKeeper } from './tokens.ts';

const PROBE_MS = 4_000;

export interface Caller {
  id: string;
  /** Requested for each call, for the current address. */
  token: () => Promise<Result<string>>;
  /** Called on 401; then the call is repeated with a new token. Absent for a fixed token. */
  refused?: (token: string) => void;
}

export interface Endpoint {
  method: HttpRequest['method'];
  path: string;
  expects: Expected;
  idempotent: boolean;
}

export interface CallOptions extends Pick<HttpRequest, 'mayWaitLong' | 'totalMs'> {
  /** Sent as JSON; a Buffer is sent as it is. */
  body?: unknown;
  onSent?: (() => void) | undefined;
  /** Longest pause after a failure, unless the service requests one. */
  patienceMs?: number | undefined;
  isKnown?: HttpRequest['isKnown'] | undefined;
  /** Which calls a 429 pauses together; by default the caller's. */
  paceOf?: string;
  /** The pause after a 429 that states none, ms. */
  leastWaitMs?: number;
}

export interface ServiceClient {
  call(caller: Caller, endpoint: Endpoint, options?: CallOptions): Promise<Result<HttpAnswer>>;
  /** Ignores all pauses except the service's own, with a short timeout. */
  probe(caller: Caller, endpoint: Endpoint): Promise<void>;
}

export interface ServiceClientOptions {
  http: Http;
  pace: Pace;
  monotonic: () => number;
  baseUrl: () => string | null;
  /** The problem if no address is set. */
  notConnected: ServiceProblem;
  /** Called after an answer that only the service can give. */
  onProof?: ((base: string) => void) | undefined;
}

/** All calls with a token use one of these clients. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { http, pace } = options;

  async function send(
    caller: Caller,
    base: string,
    { method, path, expects, idempotent }: Endpoint,
    { body, onSent, isKnown, ...given }: Omit<CallOptions, 'patienceMs' | 'paceOf' | 'leastWaitMs'>,
    mustWait: () => ServiceProblem | null = () => null,
    kind = method === 'GET' ? 'read' : 'write',
  ): Promise<Result<HttpAnswer>> {
    const token = await caller.token();
    if (!token.ok) return token;
    // The token is for the current address, which may have changed meanwhile.
    if (options.baseUrl() !== base) return failure(addressChanged());
    // Meanwhile, another call may have got a 429.
    const waiting = mustWait();
    if (waiting) return failure(waiting);
    const answer = await http.send({
      method,
      url: base + path,
      expects,
      idempotent,
      connections: `${caller.id} ${kind}`,
      ...given,
      ...(onSent ? { onSent } : {}),
      ...(isKnown ? { isKnown } : {}),
      headers: { ...bearer(token.value), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    });
    if (isTokenRefused(answer)) caller.refused?.(token.value);
    return answer;
  }

  async function call(
    caller: Caller,
    endpoint: Endpoint,
    { patienceMs, paceOf = caller.id, leastWaitMs, ...given }: CallOptions = {},
  ): Promise<Result<HttpAnswer>> {
    const base = options.baseUrl();
    if (base === null) return failure(options.notConnected);
    const name = nameOf(endpoint);
    const pause: { why: ServiceProblem | null } = { why: null };
    const mustWait = (): ServiceProblem | null => {
      pause.why = pace.mustWait(paceOf, name, patienceMs);
      return pause.why;
    };
    const waiting = mustWait();
    if (waiting) return failure(waiting);
    const begunAt = options.monotonic();
    const first = await send(caller, base, endpoint, given, mustWait);
    // Tokens can expire early (a newer pair was issued): one retry with a new one.
    const answer = isTokenRefused(first) && caller.refused ? await send(caller, base, endpoint, given, mustWait) : first;
    // It wasn't sent, because of a pause.
    if (pause.why) return failure(pause.why);
    if (answer.ok) {
      pace.resume(paceOf, name, begunAt);
      if (endpoint.expects.body) options.onProof?.(base);
      return answer;
    }
    const { problem } = answer;
    if (problem.code === 'rate-limited')
      return failure({ ...problem, retryAfterMs: pace.slowDown(paceOf, problem.retryAfterMs ?? leastWaitMs ?? null, begunAt) });
    if (!LOST.has(problem.code) || problem.cutShort) return answer;
    const retryAfterMs = pace.failed(name, problem, begunAt, patienceMs);
    return failure(retryAfterMs > 0 ? { ...problem, retryAfterMs } : problem);
  }

  return {
    call,
    async probe(caller, endpoint) {
      const base = options.baseUrl();
      const waiting = pace.mustWait(caller.id, nameOf(endpoint));
      if (base === null || waiting?.asked || waiting?.code === 'rate-limited') return;
      await send(caller, base, endpoint, { totalMs: PROBE_MS }, undefined, 'probe');
    },
  };
}

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

function isTokenRefused(answer: Result<unknown>): boolean {
  return !answer.ok && answer.problem.code === 'unauthorized' && answer.problem.status === 401;
}

/** Calls on behalf of a venue. */
export interface VenueClient {
  call(venueId: string, endpoint: Endpoint, options?: CallOptions): Promise<Result<HttpAnswer>>;
  probe(venueId: string, endpoint: Endpoint): Promise<void>;
}

export interface VenueClientOptions extends Omit<ServiceClientOptions, 'notConnected'> {
  tokens: Pick<TokenKeeper, 'accessToken' | 'refused'>;
}

/** For the order API, menu and venue endpoints, which share an address. */
export function createVenueClient({ tokens, ...options }: VenueClientOptions): VenueClient {
  const client = createServiceClient({ ...options, notConnected: NOT_CONNECTED });
  const callerOf = (id: string): Caller => ({
    id,
    token: () => tokens.accessToken(id),
    refused: (token) => tokens.refused(id, token),
  });
  return {
    call: (venueId, endpoint, given) => client.call(callerOf(venueId), endpoint, given),
    probe: (venueId, endpoint) => client.probe(callerOf(venueId), endpoint),
  };
}

const NOT_CONNECTED: ServiceProblem = {
  code: 'not-connected',
  text: message('service.orderApiMissing'),
  hint: message('venue.connectInSettings'),
};
