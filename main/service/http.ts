/** Every failure is a value: timeouts, lost answers, bad bodies, foreign answers. */

import { type Dispatcher, request } from 'undici';
import { message, type Text } from '../../contract/message.ts';
import { isDots } from '../../contract/order-id.ts';
import { readJson } from '../../shared/json/read-json.ts';
import { asRecord } from '../orders/text/reading.ts';
import { openDispatcher } from '../outgoing/ask.ts';
import { trustSystemCertificates } from '../outgoing/certificates.ts';
import { type Failure, failureOf, wordsOfFailure } from '../outgoing/failure.ts';
import { proxyFor } from '../outgoing/proxy.ts';
import type { Clocks } from '../time/service-clock.ts';
import { dateOf } from '../time/service-clock.ts';
import type { CallUnderWay, OriginContact } from './contact.ts';
import { failure, ok, problemOfStatus, type Result } from './problem.ts';
import { LONGEST_LONG_WAIT_MS, retryAfter, untilReset } from './retry-after.ts';

/** The service's regular answer to a call; any other success came from something else. */
export interface Expected {
  /** Status codes of the interface. */
  statuses: readonly number[];
  /** Checks the body; by default it must be empty or a JSON object. */
  body?: (body: unknown) => boolean;
  /** Whether a 404 or 409 concerns the order. */
  isAboutOrder?: true;
}

export interface HttpRequest {
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Null for addresses outside the service (a storage): only the status counts, and it proves nothing about the service. */
  expects: Expected | null;
  /** A separate connection pool, so that one venue's hanging calls don't block another's, nor readings block commands. */
  connections?: string;
  /** Tests whether the service is there; the result doesn't count as contact. */
  isTrial?: boolean;
  /** Time limit, for large uploads and short waits. */
  totalMs?: number;
  /** Called once the request is sent on its connection. */
  onSent?: () => void;
  /** Whether this long text is already known, so that it isn't parsed again. */
  isKnown?: (text: string) => boolean;
  /** Whether the request may be repeated; then it's aborted early if it hangs on a dead connection. */
  idempotent?: boolean;
  /** Allows pauses up to an hour, by Retry-After or RateLimit-Reset, as no order waits for it. */
  mayWaitLong?: boolean;
  /** Allows this many bytes and returns them unparsed, as parsing would take long. */
  rawUpTo?: number;
}

export interface HttpAnswer {
  status: number;
  /** Parsed JSON; null if empty or unparsed. */
  body: unknown;
  text: string;
  /** Instead of `text`, with `rawUpTo`. */
  raw?: Uint8Array;
  /** The caller knows the text; `body` is null. */
  isKnown?: boolean;
}

export interface Http extends AsyncDisposable {
  /** Ok for the service's own 2xx answers; anything else is a problem. Never follows redirects. */
  send(request: HttpRequest): Promise<Result<HttpAnswer>>;
  /** Called after every answer or failure of the service's addresses. */
  onContact(listener: (heard: OriginContact) => void): void;
  underWay(): readonly CallUnderWay[];
  /** Aborts idempotent calls that hang longer than `hungMs`; resolves once they have ended. */
  cutShort(hungMs: number): Promise<void>;
}

export interface HttpTimes {
  connectMs: number;
  /** From connecting to the last byte. */
  totalMs: number;
}

const CONNECTIONS = 8;
const BODY_LIMIT = 4 * 1024 * 1024;
/** Longer than any real order; comparing longer texts with the known one is cheaper than parsing. */
export const LONG_CHARACTERS = 500_000;
const ANSWERS = message('service.answers');
const AGAIN_BY_ITSELF = message('app.retries');
const FOREIGN_ANSWER = {
  text: message('service.somethingElseAnswers'),
  hint: message('network.signInToNetwork'),
};

interface Received extends HttpAnswer {
  isPage: boolean;
}

interface Begun extends HttpRequest {
  since: number;
}

interface InFlight extends CallUnderWay {
  idempotent: boolean;
  cut: AbortController;
  done: Promise<unknown>;
}

/** `isClosed`: why nothing may be sent. */
export function createHttp(options: { time: Clocks; times?: Partial<HttpTimes>; isClosed?: { text: Text; hint: Text } | null }): Http {
  const { time } = options;
  const { monotonic, service: clock } = time;
  const times: HttpTimes = { connectMs: 5_000, totalMs: 15_000, ...options.times };
  const agents = new Map<string, Dispatcher>();
  const agentOf = ({ url, connections = '' }: HttpRequest): Dispatcher => {
    const name = `${connections} ${proxyFor(url)?.href ?? ''}`;
    const known = agents.get(name);
    if (known) return known;
    const agent = openDispatcher(url, {
      connect: { timeout: times.connectMs },
      connectTimeout: times.connectMs,
      headersTimeout: times.totalMs,
      bodyTimeout: times.totalMs,
      connections: CONNECTIONS,
    });
    agents.set(name, agent);
    return agent;
  };
  const listeners: ((heard: OriginContact) => void)[] = [];
  const inFlight = new Set<InFlight>();

  function tell(asked: Begun, state: OriginContact['state'], text: Text, hint: Text | null = null): void {
    if (asked.expects === null || asked.isTrial) return;
    const origin = new URL(asked.url).origin;
    for (const listener of listeners) listener({ origin, state, text, hint, tookMs: monotonic() - asked.since });
  }

  async function send(asked: HttpRequest): Promise<Result<HttpAnswer>> {
    if (options.isClosed) return failure({ code: 'refused', text: options.isClosed.text, hint: options.isClosed.hint });
    const cut = new AbortController();
    const since = monotonic();
    const done = exchange({ ...asked, since }, cut.signal);
    if (asked.expects === null || asked.isTrial) return done;
    const flight: InFlight = { origin: new URL(asked.url).origin, since, idempotent: asked.idempotent ?? false, cut, done };
    inFlight.add(flight);
    return done.finally(() => inFlight.delete(flight));
  }

  async function exchange(asked: Begun, cut: AbortSignal): Promise<Result<HttpAnswer>> {
    if (asked.expects !== null && leadsElsewhere(asked.url)) {
      return failure({ code: 'refused', text: message('service.invalidId') });
    }
    try {
      const response = await request(asked.url, {
        method: asked.method,
        headers: { accept: 'application/json', ...asked.headers },
        body: asked.body ?? null,
        dispatcher: asked.onSent ? reportingSent(agentOf(asked), asked.onSent) : agentOf(asked),
        signal: AbortSignal.any([cut, time.within(asked.totalMs ?? times.totalMs)]),
      });
      const bytes = await readLimited(response.body, asked.rawUpTo ?? BODY_LIMIT);
      const { statusCode: status } = response;
      if (asked.rawUpTo !== undefined && bytes !== null && status >= 200 && status < 300)
        return ok({ status, body: null, text: '', raw: bytes });
      const text = bytes && textOf(bytes);
      const isKnown = text !== null && text.length > LONG_CHARACTERS && response.statusCode === 200 && asked.isKnown?.(text) === true;
      const body = text === null ? undefined : isKnown ? null : bodyOf(text);
      const isPage = /\bhtml\b/i.test(headerOf(response.headers['content-type']) ?? '');
      const answer = { status: response.statusCode, body, text: text ?? '', isKnown, isPage };
      const whose = asked.expects === null || isKnown ? 'ours' : whoseAnswer(asked.expects, answer);
      const date = headerOf(response.headers.date);
      // Only answers of an expected shape set the clock; others could be anyone's.
      if (whose === 'ours' && asked.expects !== null && answer.status < 300) clock.learn(date, asked.since, monotonic());
      const retryAfterMs = waitOf(asked, response.statusCode, response.headers, dateOf(date) ?? clock.now());
      return judge(asked, whose, answer, retryAfterMs);
    } catch (error) {
      if (cut.aborted) return failure({ code: 'timeout', text: NO_ANSWER, outcome: 'unknown', cutShort: true });
      const why = failureOf(error, asked.url);
      // Nothing was sent yet, so it can restart.
      if (why === 'unknown-authority' && trustSystemCertificates()) return exchange(asked, cut);
      return withoutAnswer(asked, why);
    }
  }

  function judge(asked: Begun, whose: Whose, { isPage, ...answer }: Received, retryAfterMs: number | null): Result<HttpAnswer> {
    const { status, body } = answer;
    const isGood = status >= 200 && status < 300;
    if (whose === 'else') {
      tell(asked, 'trouble', FOREIGN_ANSWER.text, FOREIGN_ANSWER.hint);
      const found = isPage ? 'page' : 'other';
      return failure({ code: 'bad-answer', ...FOREIGN_ANSWER, status, found, outcome: isGood ? 'unknown' : undefined });
    }
    if (isGood) {
      tell(asked, 'reachable', ANSWERS);
      return ok({ ...answer, body: body ?? null });
    }
    const problem = problemOfStatus(status, asked.expects?.isAboutOrder);
    if (status >= 500) tell(asked, 'trouble', problem.text, AGAIN_BY_ITSELF);
    else tell(asked, whose === 'ours' ? 'reachable' : 'unclear', ANSWERS);
    const oauthError = oauthWord(body);
    const errorCode = codeWord(body);
    return failure({
      ...problem,
      ...(oauthError ? { oauthError } : {}),
      ...(errorCode ? { errorCode } : {}),
      ...(retryAfterMs === null ? {} : { retryAfterMs, asked: true }),
    });
  }

  function withoutAnswer(asked: Begun, found: Failure): Result<HttpAnswer> {
    const words = wordsOfFailure(found, asked.url) ?? (found === 'silence' ? null : UNREACHED);
    if (words) {
      tell(asked, 'trouble', words.text, words.hint);
      return failure({ code: 'unreachable', ...words, found });
    }
    tell(asked, 'trouble', message('service.noAnswer'), AGAIN_BY_ITSELF);
    return failure({ code: 'timeout', text: NO_ANSWER, found, outcome: 'unknown' });
  }

  return {
    send,
    onContact: (listener) => void listeners.push(listener),
    underWay: () => [...inFlight],
    async cutShort(hungMs) {
      const hanging = [...inFlight].filter(({ idempotent, since }) => idempotent && monotonic() - since > hungMs);
      for (const { cut } of hanging) cut.abort();
      await Promise.all(hanging.map(({ done }) => done));
    },
    [Symbol.asyncDispose]: async () => void (await Promise.all([...agents.values()].map((agent) => agent.destroy()))),
  };
}

const UNREACHED = {
  text: message('service.unreachable'),
  hint: message('network.checkInternetSendsLater'),
};
const NO_ANSWER = message('service.noAnswerMayHaveArrived');

/** Calls `onSent` when a request is sent on a connection. */
function reportingSent(agent: Dispatcher, onSent: () => void): Dispatcher {
  return agent.compose(
    (dispatch) => (options, handler) =>
      dispatch(options, {
        onRequestStart(controller, context) {
          handler.onRequestStart?.(controller, context);
          onSent();
        },
        onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
        onResponseStart: (...args) => handler.onResponseStart?.(...args),
        onResponseData: (...args) => handler.onResponseData?.(...args),
        onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
        onResponseError: (...args) => handler.onResponseError?.(...args),
      }),
  );
}

/** `ours`: as the interface documents it. `else`: never from the service. `unclear`: could be anyone's. */
type Whose = 'ours' | 'else' | 'unclear';

/**
 * Sign-in pages answer every address, often with 200. The service's answers have the documented status and body, or are errors with a JSON
 * object (7.1 to 7.4).
 */
function whoseAnswer({ statuses, body: fits }: Expected, { status, body, isPage }: Received): Whose {
  if (status < 200 || (status >= 300 && status < 400) || status === 407 || status === 511) return 'else';
  if (status < 300) {
    const isExpected = fits ? body !== undefined && fits(body) : body === null || asRecord(body) !== null;
    return !isPage && statuses.includes(status) && isExpected ? 'ours' : 'else';
  }
  // The service's gateway also answers with a page when overloaded or its backend is down.
  if (isPage) return status >= 500 || status === 429 ? 'unclear' : 'else';
  return asRecord(body) === null ? 'unclear' : 'ours';
}

/** Null if larger than any answer of the service. */
async function readLimited(stream: AsyncIterable<Buffer>, limit: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const textOf = (bytes: Buffer): string => bytes.toString('utf8').replace(/^\u{feff}/u, '');

/** The URL parser would remove an ID of dots and the path segment before it. */
function leadsElsewhere(url: string): boolean {
  return url.split(/[/\\?#]/).some(isDots);
}

/** Undefined if it isn't JSON; null if empty. */
function bodyOf(text: string): unknown {
  return text.trim() === '' ? null : readJson(text);
}

/** The pause requested by the answer, ms, or null. */
function waitOf(
  { mayWaitLong }: HttpRequest,
  status: number,
  headers: Dispatcher.ResponseData['headers'],
  serviceNow: number,
): number | null {
  if (!mayWaitLong) return retryAfter(headers['retry-after'], serviceNow);
  const wait = retryAfter(headers['retry-after'], serviceNow, LONGEST_LONG_WAIT_MS);
  return wait ?? (status === 429 ? untilReset(headerOf(headers['ratelimit-reset']), serviceNow) : null);
}

function oauthWord(body: unknown): string | null {
  const word = asRecord(body)?.error;
  return typeof word === 'string' && /^[a-z_]{1,40}$/.test(word) ? word : null;
}

function codeWord(body: unknown): string | null {
  const word = asRecord(body)?.error_code;
  return typeof word === 'string' && /^[A-Z_]{1,60}$/.test(word) ? word : null;
}

function headerOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
