/** One HTTP request to the service and its answer as a value: time-outs, lost answers, bad bodies and answers of someone else included. */

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
import type { CallUnderWay, Heard } from './contact.ts';
import { failure, ok, problemOfStatus, type Result } from './problem.ts';
import { LONGEST_LONG_WAIT_MS, retryAfter, untilReset } from './retry-after.ts';

/** How the service itself answers when all is well: anything else with a good status came from someone else. */
export interface Expected {
  /** As the interface documents them. */
  statuses: readonly number[];
  /** The shape of the body; where it is not given the body is empty, or JSON that says nothing. */
  body?: (body: unknown) => boolean;
  /** The call is about one order: a 404 or a 409 says something of it. */
  isAboutOrder?: true;
}

export interface HttpRequest {
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Null for addresses outside the service (a storage): their status is the whole answer, and proves nothing of the service. */
  expects: Expected | null;
  /** Requests of one name have connections of their own: a venue whose calls hang must not hold up another, nor its readings its commands. */
  connections?: string;
  /** Whether the service is there at all is what is to be found out: neither its answer nor its silence says anything of the connection. */
  isTrial?: boolean;
  /** For a large upload, or a call that must not wait long; the usual time otherwise. */
  totalMs?: number;
  /** Told when the request goes out on its connection; not at all when it never does. */
  onSent?: () => void;
  /** Whether exactly this text was taken as an answer before: then it is not parsed again. Asked for long ones alone. */
  isKnown?: (text: string) => boolean;
  /** Asking it a second time does no harm: one that hangs on a connection that died with the network is given up early. */
  idempotent?: boolean;
  /** It may ask to be left alone for up to an hour, by Retry-After or else by RateLimit-Reset: no order waits for it. */
  mayWaitLong?: boolean;
  /** The answer may have so many bytes, more than one about an order; it is handed over as it came, since reading it would take long. */
  rawUpTo?: number;
}

export interface HttpAnswer {
  status: number;
  /** Parsed JSON, or null for an empty body and for one that is handed over as it came. */
  body: unknown;
  /** The body exactly as it came. */
  text: string;
  /** The same for one that is handed over as it came, and has no `text`. */
  raw?: Uint8Array;
  /** It is as it was the last time, and `body` is null. */
  isKnown?: boolean;
}

export interface Http extends AsyncDisposable {
  /** An answer of the service with any status from 200 to 299 is ok; every other answer, and none, is a problem. Never follows redirects. */
  send(request: HttpRequest): Promise<Result<HttpAnswer>>;
  /** Told after every answer or failure of the service's addresses, so that the counter can say how it does. */
  onContact(listener: (heard: Heard) => void): void;
  /** The calls to the service that have no answer yet. */
  underWay(): readonly CallUnderWay[];
  /** Gives up what has hung for longer than `hungMs` and may be asked again; resolves once all of that has ended. */
  cutShort(hungMs: number): Promise<void>;
}

export interface HttpTimes {
  connectMs: number;
  /** The whole request, from connecting to the last byte of the answer. */
  totalMs: number;
}

const CONNECTIONS = 8;
const BODY_LIMIT = 4 * 1024 * 1024;
/** More than any order that people place: to look whether it is known costs less than to parse it. */
export const LONG_CHARACTERS = 500_000;
const ANSWERS = message('service.answers');
const AGAIN_BY_ITSELF = message('app.retries');
const SOMEBODY_ELSE = {
  text: message('service.somethingElseAnswers'),
  hint: message('network.signInToNetwork'),
};

/** An answer, and whether it is a page for people. */
interface Received extends HttpAnswer {
  isPage: boolean;
}

/** A request, and when it was begun. */
interface Begun extends HttpRequest {
  since: number;
}

interface InFlight extends CallUnderWay {
  idempotent: boolean;
  cut: AbortController;
  done: Promise<unknown>;
}

/** `isClosed`: why nothing is sent at all. */
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
  const listeners: ((heard: Heard) => void)[] = [];
  const inFlight = new Set<InFlight>();

  function tell(asked: Begun, state: Heard['state'], text: Text, hint: Text | null = null): void {
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
        dispatcher: asked.onSent ? telling(agentOf(asked), asked.onSent) : agentOf(asked),
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
      // A refusal is an object of any shape, and what has no expected shape could be anyone's: neither says what time it is.
      if (whose === 'ours' && asked.expects !== null && answer.status < 300) clock.learn(date, asked.since, monotonic());
      const retryAfterMs = waitOf(asked, response.statusCode, response.headers, dateOf(date) ?? clock.now());
      return judge(asked, whose, answer, retryAfterMs);
    } catch (error) {
      if (cut.aborted) return failure({ code: 'timeout', text: NO_ANSWER, outcome: 'unknown', cutShort: true });
      const why = failureOf(error, asked.url);
      // Nothing was sent yet.
      if (why === 'unknown-authority' && trustSystemCertificates()) return exchange(asked, cut);
      return withoutAnswer(asked, why);
    }
  }

  function judge(asked: Begun, whose: Whose, { isPage, ...answer }: Received, retryAfterMs: number | null): Result<HttpAnswer> {
    const { status, body } = answer;
    const isGood = status >= 200 && status < 300;
    if (whose === 'else') {
      tell(asked, 'trouble', SOMEBODY_ELSE.text, SOMEBODY_ELSE.hint);
      const found = isPage ? 'page' : 'other';
      return failure({ code: 'bad-answer', ...SOMEBODY_ELSE, status, found, outcome: isGood ? 'unknown' : undefined });
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

/** The same connections, telling when a request goes out on one of them. */
function telling(agent: Dispatcher, onSent: () => void): Dispatcher {
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

/** `ours`: an answer as the interface writes it. `else`: one that the service never gives. `unclear`: it could be anyone's. */
type Whose = 'ours' | 'else' | 'unclear';

/**
 * A sign-in page answers every address, with a page or a way to one, and often with a status that says all is well. What counts as an
 * answer of the service is its documented status with its shape of body; or an error with a JSON object, as 7.1 to 7.4 show them.
 */
function whoseAnswer({ statuses, body: fits }: Expected, { status, body, isPage }: Received): Whose {
  if (status < 200 || (status >= 300 && status < 400) || status === 407 || status === 511) return 'else';
  if (status < 300) {
    const isExpected = fits ? body !== undefined && fits(body) : body === null || asRecord(body) !== null;
    return !isPage && statuses.includes(status) && isExpected ? 'ours' : 'else';
  }
  // A gateway of the service writes a page as well when what stands behind it is down, or when it is asked too much.
  if (isPage) return status >= 500 || status === 429 ? 'unclear' : 'else';
  return asRecord(body) === null ? 'unclear' : 'ours';
}

/** Null for one that is too large to be any answer of the service. */
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

/** An id of dots in an address: the parser would take it, and a part of the address before it, away. Nothing is sent then. */
function leadsElsewhere(url: string): boolean {
  return url.split(/[/\\?#]/).some(isDots);
}

/** Undefined when the text is not JSON; null when it is empty. */
function bodyOf(text: string): unknown {
  return text.trim() === '' ? null : readJson(text);
}

/** How long the answer asks to be left alone, ms; null where it does not say. */
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
