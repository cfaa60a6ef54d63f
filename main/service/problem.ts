/** A problem has a code for programs and a message for staff. */
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

/** What was found instead of the service. */
export type Found = Failure | 'page' | 'other';

export interface ServiceProblem {
  code: ProblemCode;
  /** Never contains tokens, secrets or text of the service. */
  text: Text;
  hint?: Text;
  status?: number;
  /** The OAuth `error` word (section 7.1). */
  oauthError?: string;
  /** The `error_code` word (section 7.4). */
  errorCode?: string;
  /** How long to wait before trying again, ms: requested by the service, or by the app's own rate limit (the pace). */
  retryAfterMs?: number;
  /** Whether the service itself requested the pause. */
  asked?: boolean;
  found?: Found;
  /** The call hung on a dead connection and was aborted when the service answered another call; its endpoint is fine. */
  cutShort?: boolean;
  /** The request wasn't sent, because of an earlier failure's pause or new addresses. */
  notSent?: boolean;
  /** No valid answer; the request may have taken effect. */
  outcome?: 'unknown' | undefined;
}

export type Result<T> = { ok: true; value: T } | { ok: false; problem: ServiceProblem };

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function failure<T = never>(problem: ServiceProblem): Result<T> {
  return { ok: false, problem };
}

/** The addresses changed before the call was sent. */
export function addressChanged(): ServiceProblem {
  return {
    code: 'not-connected',
    text: message('service.addressesJustChanged'),
    hint: message('app.retries'),
    notSent: true,
  };
}

/** Whether the same request may succeed later without changes. */
export function isTransient(problem: ServiceProblem): boolean {
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
 * A queued job's next attempt, by default after `usualMs`. Aborted calls retry immediately, to keep their place before less urgent ones.
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

/** What the retry waits for, so that it can start early: contact ends every pause that the service didn't request. */
function waitsFor({ code, asked }: ServiceProblem): 'contact' | 'asked' | 'access' | null {
  if (asked || code === 'rate-limited') return 'asked';
  if (code === 'reconnect') return 'access';
  return LOST.has(code) ? 'contact' : null;
}

/** Calls without a meaningful answer. */
export const LOST: ReadonlySet<ProblemCode> = new Set(['unreachable', 'timeout', 'service-error', 'bad-answer']);

/** Sections 7.1 and 7.2. */
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
