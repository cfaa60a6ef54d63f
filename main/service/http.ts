/** One HTTP request to the service and its answer as a value: time-outs, lost answers and bad bodies included. */
import { Agent, request } from 'undici';
import { failure, ok, problemOfStatus, type Result } from './problem.ts';
import { retryAfter } from './retry-after.ts';
import type { ServiceClock } from './service-clock.ts';

export interface HttpRequest {
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** For addresses outside the service (a storage): their status is the whole answer. Elsewhere a body that is not JSON came from somebody else, such as the sign-in page of a network, whatever its status says. */
  ignoreAnswerBody?: boolean;
  /** Each venue has connections of its own: one whose calls hang must not hold up another. */
  venueId?: string;
  /** For a large upload; the usual time otherwise. */
  totalMs?: number;
}

export interface HttpAnswer {
  status: number;
  /** Parsed JSON, or null for an empty body. */
  body: unknown;
}

export interface Http {
  /** Any status from 200 to 299 is ok; every other answer, and none, is a problem. Never follows redirects. */
  send(request: HttpRequest): Promise<Result<HttpAnswer>>;
  /** Told after every answer or failure, so that the counter can say how the service does. */
  onContact(listener: (contact: { reached: boolean; says: string }) => void): void;
  close(): Promise<void>;
}

export interface HttpTimes {
  connectMs: number;
  /** The whole request, from connecting to the last byte of the answer. */
  totalMs: number;
}

const CONNECTIONS = 8;
const BODY_LIMIT = 4 * 1024 * 1024;
/** Errors that prove the request never reached the service. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

export function createHttp(options: { clock: ServiceClock; steady: () => number; times?: Partial<HttpTimes> }): Http {
  const times: HttpTimes = { connectMs: 5_000, totalMs: 15_000, ...options.times };
  const agents = new Map<string, Agent>();
  const agentOf = (venueId: string): Agent => {
    const known = agents.get(venueId);
    if (known) return known;
    const agent = new Agent({
      connect: { timeout: times.connectMs },
      headersTimeout: times.totalMs,
      bodyTimeout: times.totalMs,
      connections: CONNECTIONS,
    });
    agents.set(venueId, agent);
    return agent;
  };
  const listeners: ((contact: { reached: boolean; says: string }) => void)[] = [];
  const tell = (reached: boolean, says: string): void => {
    for (const listener of listeners) listener({ reached, says });
  };

  async function send(asked: HttpRequest): Promise<Result<HttpAnswer>> {
    const sentAt = options.steady();
    try {
      const response = await request(asked.url, {
        method: asked.method,
        headers: { accept: 'application/json', ...asked.headers },
        body: asked.body ?? null,
        dispatcher: agentOf(asked.venueId ?? ''),
        signal: AbortSignal.timeout(asked.totalMs ?? times.totalMs),
      });
      options.clock.learn(headerOf(response.headers.date), sentAt, options.steady());
      const text = await readLimited(response.body);
      const status = response.statusCode;
      const body = parseJson(text);
      if (status >= 200 && status < 300) {
        tell(true, 'The service answers.');
        if (body === undefined && !asked.ignoreAnswerBody) {
          return failure({ code: 'bad-answer', says: 'The service sent an answer that is not JSON.', status, mayHaveHappened: true });
        }
        return ok({ status, body: body ?? null });
      }
      const problem = problemOfStatus(status);
      const oauthError = oauthWord(body);
      const errorCode = codeWord(body);
      const answeredAt = Date.parse(headerOf(response.headers.date) ?? '');
      const retryAfterMs = retryAfter(response.headers['retry-after'], Number.isFinite(answeredAt) ? answeredAt : options.clock.now());
      tell(status < 500, status < 500 ? 'The service answers.' : problem.says);
      return failure({
        ...problem,
        ...(oauthError ? { oauthError } : {}),
        ...(errorCode ? { errorCode } : {}),
        ...(retryAfterMs === null ? {} : { retryAfterMs }),
      });
    } catch (error) {
      const code = errorCode(error);
      if (NEVER_SENT.has(code)) {
        tell(false, 'The service cannot be reached.');
        return failure({
          code: 'unreachable',
          says: 'The service cannot be reached.',
          remedy: 'Check the internet connection of this computer; everything waiting is sent when it is back.',
          mayHaveHappened: false,
        });
      }
      if (isAboutCertificate(code)) {
        const says = 'The connection to the service is not safe: its certificate cannot be trusted.';
        tell(false, says);
        const remedy = 'Check the date of this computer, and whether the network asks to sign in; everything waiting is sent afterwards.';
        return failure({ code: 'unreachable', says, remedy, mayHaveHappened: false });
      }
      tell(false, 'The service did not answer.');
      return failure({ code: 'timeout', says: 'The service did not answer; the request may have arrived.', mayHaveHappened: true });
    }
  }

  return {
    send,
    onContact: (listener) => void listeners.push(listener),
    close: async () => void (await Promise.all([...agents.values()].map((agent) => agent.destroy()))),
  };
}

async function readLimited(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > BODY_LIMIT) throw new Error('answer too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Undefined when the text is not JSON; null when it is empty. */
function parseJson(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function oauthWord(body: unknown): string | null {
  const word = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  return typeof word === 'string' && /^[a-z_]{1,40}$/.test(word) ? word : null;
}

function codeWord(body: unknown): string | null {
  const word = typeof body === 'object' && body !== null && 'error_code' in body ? body.error_code : null;
  return typeof word === 'string' && /^[A-Z_]{1,60}$/.test(word) ? word : null;
}

function headerOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** Nothing was sent then: the connection ends before the request. */
function isAboutCertificate(code: string): boolean {
  return /^(CERT_|ERR_TLS_|UNABLE_TO_)|SELF_SIGNED/.test(code);
}

function errorCode(error: unknown): string {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return '';
}
