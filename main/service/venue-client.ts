/** One authorised call to the service: with the caller's token, at the pace it asks for, and once more where the token had ended. */
import { message } from '../../contract/message.ts';
import type { Expected, Http, HttpAnswer, HttpRequest } from './http.ts';
import type { Pace } from './pace.ts';
import { addressChanged, failure, LOST, type Result, type ServiceProblem } from './problem.ts';
import type { TokenKeeper } from './tokens.ts';

/** How long a question takes at most by which it is found out whether the network is back. */
const PROBE_MS = 4_000;

/** Who calls, and what proves it. */
export interface Caller {
  /** The venue's id, or the merchant's. */
  id: string;
  /** Asked at each call, for the address in use. */
  token: () => Promise<Result<string>>;
  /** The service answered 401 to this one: another is got, and the call made once more. Where it is not given there is no other. */
  refused?: (token: string) => void;
}

/** One endpoint: how it is asked, and how it answers when all is well. */
export interface Endpoint {
  method: HttpRequest['method'];
  path: string;
  expects: Expected;
  /** Whether asking it twice does no harm. */
  idempotent: boolean;
}

export interface CallOptions extends Pick<HttpRequest, 'mayWaitLong' | 'totalMs'> {
  /** Sent as JSON; bytes are JSON already. */
  body?: unknown;
  onSent?: (() => void) | undefined;
  /** The longest pause that is kept after a failure; one that the service asked for is kept all the same. */
  patienceMs?: number | undefined;
  isKnown?: HttpRequest['isKnown'] | undefined;
  /** What a 429 holds up, and what holds this call up; all calls of the caller where not given. */
  paceOf?: string;
  /** How long a 429 that says nothing holds it up, ms; as long as the pace has it where not given. */
  leastWaitMs?: number;
}

export interface ServiceClient {
  call(caller: Caller, endpoint: Endpoint, options?: CallOptions): Promise<Result<HttpAnswer>>;
  /** Asks whatever pauses there are but those that the service asked for, and soon gives up. */
  probe(caller: Caller, endpoint: Endpoint): Promise<void>;
}

export interface ServiceClientOptions {
  http: Http;
  pace: Pace;
  /** The clock that waiting goes by, epoch ms. */
  monotonic: () => number;
  baseUrl: () => string | null;
  /** What is said while there is no address. */
  notConnected: ServiceProblem;
  /** What no one but the service answers came from this address. */
  onProof?: ((base: string) => void) | undefined;
}

/** Everything that is asked of the service with a token goes through one of these. */
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
    // The token is for the addresses in use now, which may have changed while it was got.
    if (options.baseUrl() !== base) return failure(addressChanged());
    // Meanwhile the service may have asked another call to slow down.
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
    // An access token can end early (another pair was issued): one fresh token, one more try.
    const answer = isTokenRefused(first) && caller.refused ? await send(caller, base, endpoint, given, mustWait) : first;
    // It was not sent, so it is no answer.
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

/** The same in the name of a venue. */
export interface VenueClient {
  call(venueId: string, endpoint: Endpoint, options?: CallOptions): Promise<Result<HttpAnswer>>;
  probe(venueId: string, endpoint: Endpoint): Promise<void>;
}

export interface VenueClientOptions extends Omit<ServiceClientOptions, 'notConnected'> {
  tokens: Pick<TokenKeeper, 'accessToken' | 'refused'>;
}

/** For the order API, the menu and the venue endpoints, which are all at one address. */
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
