/**
 * Slowing down. A 429 holds every call for that venue; an endpoint that failed is not called again before its pause is over, whoever
 * asks. The pauses grow, the longest one asked for counts, and other venues and endpoints go on.
 */
import { message } from '../../contract/message.ts';
import { backoffMs } from '../time/back-off.ts';
import type { ServiceProblem } from './problem.ts';

/** Endpoints of orders that ended in the middle of a pause are forgotten from here on. */
const REMEMBERED = 500;

export interface Pace {
  /**
   * Why this call must wait, with what is left of the pause; null when it may go. `patienceMs`: the longest this caller waits after a
   * failure of its endpoint; a pause that the service asked for is kept all the same.
   */
  mustWait(venueId: string, endpoint: string, patienceMs?: number): ServiceProblem | null;
  /**
   * After a 429. Answers what is left of the pause, ms: never shorter than the service asked for, nor than an earlier pause.
   * `begunAt`, here and below: when the call was made, on the monotonic clock.
   */
  slowDown(venueId: string, retryAfterMs: number | null, begunAt: number): number;
  /** After a call that got no good answer. Answers what is left of the pause for a caller of this patience, ms. */
  failed(endpoint: string, problem: ServiceProblem, begunAt: number, patienceMs?: number): number;
  /** After a good answer. One to a call that was on its way when a pause began says nothing about that pause. */
  resume(venueId: string, endpoint: string, begunAt: number): void;
  /** The network was gone and is back: pauses that its silence caused are over; those that the service asked for are not. */
  contactReturned(): void;
}

interface Pause {
  /** When its last strike began; calls that were on their way then belong to it. */
  since: number;
  /** When a failure last spoke for it. */
  heardAt: number;
  until: number;
  /** As far as the service itself asked for it. */
  askedUntil: number;
  strikes: number;
  problem: ServiceProblem;
}

const SLOW_DOWN: ServiceProblem = { code: 'rate-limited', text: message('service.slowingDown') };

/** What asks menus or couriers to slow down holds up no order. */
const BUCKETS = ['orders', 'menus', 'couriers'] as const;
export type Paces = Readonly<Record<(typeof BUCKETS)[number], Pace>>;

/** `monotonic`: epoch ms. `random` gives 0..1: the jitter that keeps many counters from returning in step. */
export function createPaces(monotonic: () => number, random: () => number): Paces {
  return Object.fromEntries(BUCKETS.map((bucket) => [bucket, createPace(monotonic, random)])) as Paces;
}

function createPace(monotonic: () => number, random: () => number): Pace {
  const venues = new Map<string, Pause>();
  const endpoints = new Map<string, Pause>();

  function pause(
    pauses: Map<string, Pause>,
    key: string,
    atLeastMs: number,
    problem: ServiceProblem,
    begunAt: number,
    patienceMs?: number,
  ): number {
    const known = pauses.get(key);
    // Calls that were on their way together and failed together are one failure: eight of them must not make a pause of a minute.
    const isSame = known !== undefined && begunAt <= known.since;
    const strikes = isSame ? known.strikes : (known?.strikes ?? 0) + 1;
    const now = monotonic();
    const until = Math.max(known?.until ?? 0, now + Math.max(backoffMs(strikes, random), atLeastMs));
    const askedUntil = Math.max(known?.askedUntil ?? 0, problem.asked ? now + atLeastMs : 0);
    const paused = { since: isSame ? known.since : now, heardAt: now, until, askedUntil, strikes, problem };
    pauses.set(key, paused);
    return endFor(paused, patienceMs) - now;
  }

  function endFor({ until, askedUntil, heardAt }: Pause, patienceMs = Number.POSITIVE_INFINITY): number {
    return Math.max(askedUntil, Math.min(until, heardAt + patienceMs));
  }

  function end(pauses: Map<string, Pause>, key: string, begunAt: number): void {
    const known = pauses.get(key);
    if (known && begunAt > known.heardAt) pauses.delete(key);
  }

  function left(paused: Pause | undefined, patienceMs?: number): ServiceProblem | null {
    const retryAfterMs = paused ? endFor(paused, patienceMs) - monotonic() : 0;
    return paused && retryAfterMs > 0 ? { ...paused.problem, retryAfterMs, outcome: undefined, notSent: true } : null;
  }

  return {
    mustWait: (venueId, endpoint, patienceMs) => left(venues.get(venueId)) ?? left(endpoints.get(endpoint), patienceMs),
    slowDown: (venueId, retryAfterMs, begunAt) => pause(venues, venueId, retryAfterMs ?? 0, SLOW_DOWN, begunAt),
    failed(endpoint, problem, begunAt, patienceMs) {
      if (endpoints.size > REMEMBERED) {
        for (const [key, { until }] of endpoints) if (until < monotonic()) endpoints.delete(key);
      }
      return pause(endpoints, endpoint, problem.retryAfterMs ?? 0, problem, begunAt, patienceMs);
    },
    resume(venueId, endpoint, begunAt) {
      end(venues, venueId, begunAt);
      end(endpoints, endpoint, begunAt);
    },
    contactReturned() {
      for (const [endpoint, { problem }] of endpoints) if (!problem.asked) endpoints.delete(endpoint);
    },
  };
}
