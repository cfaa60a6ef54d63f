/** A venue's rate limits by kind of call, on the service's clock. Refused calls don't count. */
import { orderErrorBody } from '../assumptions.ts';
import type { Clock } from '../clock.ts';
import type { Limited } from '../venue/venue-state.ts';
import type { Venue } from '../venue/venues.ts';
import { Refusal } from '../wire/exchange.ts';
import { headersOf } from '../wire/faults.ts';

const MINUTE_MS = 60_000;

export interface Limits {
  /** Throws the 429 of section 7.2 if the limit is reached. */
  require(venue: Venue, kind: Limited): void;
  count(venue: Venue, kind: Limited): void;
}

export function createLimits(clock: Pick<Clock, 'now'>): Limits {
  const taken = new Map<string, number[]>();

  function recent(venue: Venue, kind: Limited, minutes: number): number[] {
    const key = `${venue.id} ${kind}`;
    const times = (taken.get(key) ?? []).filter((time) => time > clock.now() - minutes * MINUTE_MS);
    taken.set(key, times);
    return times;
  }

  return {
    require(venue, kind) {
      const set = venue.state.limits[kind];
      if (!set) return;
      const times = recent(venue, kind, set.refresh_rate_in_minutes);
      if (times.length < set.limit) return;
      const free = (times[times.length - set.limit] ?? clock.now()) + set.refresh_rate_in_minutes * MINUTE_MS;
      const seconds = Math.max(1, Math.ceil((free - clock.now()) / 1_000));
      const reason = `At most ${set.limit} in ${set.refresh_rate_in_minutes} minutes.`;
      const headers = headersOf({ retry_after: { seconds, form: venue.state.retryAfter } }, clock.now());
      throw new Refusal(429, orderErrorBody('RATE_LIMIT_EXCEEDED', reason), headers);
    },
    count(venue, kind) {
      const set = venue.state.limits[kind];
      if (set) recent(venue, kind, set.refresh_rate_in_minutes).push(clock.now());
    },
  };
}
