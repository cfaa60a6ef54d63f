/** Errors of requests to the service, as values: a code for programs, a message for staff. */
import { message, type Text } from '../../contract/message.ts';
import type { Failure } from '../outgoing/failure.ts';

export type ProblemCode =
  | 'unreachable'
  | 'timeout'
  | 'rate-limited'
  | 'unauthorized'
  | 'reconnect'
  | 'credentials'
  | 'not-found'
  | 'conflict'
  | 'refused'
  | 'service-error'
  | 'bad-answer'
  | 'not-connected'
  | 'not-in-place'
  | 'vault';

/** What was found instead of the service: no answer and why, a web page, or an answer the service never gives. */
export type Found = Failure | 'page' | 'other';

export interface ServiceProblem {
  code: ProblemCode;
  /** For staff. Never contains a token, a secret or text of the service. */
  text: Text;
  hint?: Text;
  /** The HTTP status, if there was an answer. */
  status?: number;
  /** The OAuth `error` word of section 7.1, for choosing what to do. */
  oauthError?: string;
  /** The `error_code` word of section 7.4, for choosing what to do. */
  errorCode?: string;
  /** When to retry, ms from now, if the service or the rate limit says so. */
  retryAfterMs?: number;
  /** The service itself requested that pause. */
  asked?: boolean;
  /** What answered instead of the service. */
  found?: Found;
  /** Given up because the network came back meanwhile: the endpoint itself is fine. */
  cutShort?: boolean;
  /** Not sent: an earlier request failed, and its pause isn't over. */
  notSent?: boolean;
  /** No valid answer arrived, and the request may have taken effect all the same. */
  outcome?: 'unknown' | undefined;
}

export type Result<T> = { ok: true; value: T } | { ok: false; problem: ServiceProblem };

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function failure<T = never>(problem: ServiceProblem): Result<T> {
  return { ok: false, problem };
}

/** What was about to be sent was for addresses that are not in use any more. */
export function addressChanged(): ServiceProblem {
  return {
    code: 'not-connected',
    text: message('service.addressesJustChanged'),
    hint: message('app.retries'),
    notSent: true,
  };
}

/** Whether the same request may succeed later without anyone changing anything. */
export function isPassing(problem: ServiceProblem): boolean {
  switch (problem.code) {
    case 'unreachable':
    case 'timeout':
    case 'rate-limited':
    case 'service-error':
    case 'bad-answer':
    case 'unauthorized':
    case 'reconnect':
    case 'credentials':
    case 'not-connected':
    case 'vault':
      return true;
    case 'not-in-place':
    case 'not-found':
    case 'conflict':
    case 'refused':
      return false;
  }
}

/**
 * What a queued job makes of a passing problem: the next attempt, after `usualMs` where the service says nothing else. What was cut short
 * is due at once: it takes its place in the queue before those that are less urgent go out.
 */
export function asRetry(problem: ServiceProblem, usualMs: number) {
  return {
    end: 'retry',
    error: problem.text,
    afterMs: problem.cutShort ? 0 : (problem.retryAfterMs ?? usualMs),
    blameless: problem.code === 'rate-limited' || problem.notSent === true,
    outcome: problem.outcome,
    waitsFor: waitsFor(problem),
  } as const;
}

/** What no service was heard to ask for ends as soon as it is heard again. */
function waitsFor({ code, asked }: ServiceProblem): 'contact' | 'asked' | 'access' | null {
  if (asked || code === 'rate-limited') return 'asked';
  if (code === 'reconnect') return 'access';
  return LOST.has(code) ? 'contact' : null;
}

/** Calls that got no answer that says anything. */
export const LOST: ReadonlySet<ProblemCode> = new Set(['unreachable', 'timeout', 'service-error', 'bad-answer']);

/** Sections 7.1 and 7.2: what each error status means; to a call about an order it is a word about that order. */
export function problemOfStatus(status: number, isAboutOrder = false): ServiceProblem {
  switch (status) {
    case 400:
    case 422:
      return { code: 'refused', text: message('service.refusedAsInvalid', { status }), status };
    case 401:
    case 403:
      return { code: 'unauthorized', text: message('service.accessRefused', { status }), status };
    case 404:
      if (isAboutOrder) return { code: 'not-found', text: message('service.orderUnknown'), status };
      return { code: 'not-found', text: message('service.notFound'), status };
    case 409:
      if (isAboutOrder) return { code: 'conflict', text: message('service.orderMovedOn'), status };
      return { code: 'conflict', text: message('service.changedMeanwhile'), status };
    case 429:
      return { code: 'rate-limited', text: message('service.slowDown'), status };
    case 503:
      return { code: 'service-error', text: message('service.unavailable'), status };
  }
  if (status >= 500) return { code: 'service-error', text: message('service.fault', { status }), status, outcome: 'unknown' };
  return { code: 'refused', text: message('service.unexpectedAnswer', { status }), status };
}
