/** Pauses calls: after a 429 all calls of a venue, after a failure one endpoint. Pauses grow; other venues and endpoints go on. */
import { message } from '../../contract/message.ts';
import { backoffMs } from '../time/back-off.ts';
import type { ServiceProblem } from './problem.ts';

/** Above this number of endpoint pauses, expired ones are forgotten. */
const REMEMBERED = 500;

export interface Pace {
  /**
   * The reason and remaining pause, or null. `patienceMs`: the longest pause after a failure; pauses requested by the service always hold.
   */
  mustWait(venueId: string, endpoint: string, patienceMs?: number): ServiceProblem | null;
  /**
   * After a 429. Returns the remaining pause, ms: at least the requested one and any earlier one. `begunAt`: monotonic time of the call.
   */
  slowDown(venueId: string, retryAfterMs: number | null, begunAt: number): number;
  /** Pauses the endpoint after a failed call. Returns the remaining pause for this patience, ms. */
  failed(endpoint: string, problem: ServiceProblem, begunAt: number, patienceMs?: number): number;
  /** Ends pauses after success, except pauses that began after the call. */
  resume(venueId: string, endpoint: string, begunAt: number): void;
  /** After an outage: ends pauses except those the service requested. */
  contactReturned(): void;
}

interface Pause {
  /** Time of the last counted failure; the failures of calls begun before it don't count again. */
  since: number;
  /** Time of the last failure. */
  heardAt: number;
  until: number;
  /** Until when the service itself requested the pause. */
  askedUntil: number;
  strikes: number;
  problem: ServiceProblem;
}

const SLOW_DOWN: ServiceProblem = { code: 'rate-limited', text: message('service.slowingDown') };

/** Separate rate limits: pauses of menus and couriers must not pause orders. */
const BUCKETS = ['orders', 'menus', 'couriers'] as const;
export type Paces = Readonly<Record<(typeof BUCKETS)[number], Pace>>;

/** `monotonic`: epoch ms. `random`: 0..1, jitter so that computers don't return in step. */
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
    // Calls that were under way together and failed count as one failure; eight must not pause for a minute.
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
