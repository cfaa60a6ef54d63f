/** A call is recorded before it's made, so that the rate limit holds after a crash. */
import { message } from '../../../contract/message.ts';
import type { ServiceProblem } from '../../service/problem.ts';
import type { IntentEndpoint } from '../../store/rows/menu/menu-rows.ts';
import type { Store } from '../../store/store.ts';
import type { Outcome } from '../../store/worker.ts';
import type { Clocks } from '../../time/service-clock.ts';
import { freeAt } from './queue-changes.ts';

const WAITS = message('menu.waitingForService');

export interface PacedCall {
  /** Null if the call may start and is recorded; otherwise the wait. */
  begin(): Outcome | null;
  /** Call in the transaction that records the result. `problem`: null on success. */
  ended(problem: ServiceProblem | null): void;
}

export function pacedCall(store: Store, clock: Clocks['service'], venueId: string, endpoint: IntentEndpoint | 'menu'): PacedCall {
  const { pace } = store.menu;
  return {
    begin() {
      const now = clock.now();
      const free = freeAt(store, venueId, endpoint, now);
      if (free > now) return { end: 'retry', error: WAITS, afterMs: free - now, blameless: true, waitsFor: 'asked' };
      store.write(() => pace.began(venueId, endpoint, now));
      return null;
    },
    ended(problem) {
      const now = clock.now();
      const isLimited = problem?.code === 'rate-limited';
      // Calls that never arrived or were rate-limited don't count.
      const counts = problem === null || (!isLimited && (problem.outcome === 'unknown' || problem.status !== undefined));
      pace.ended(venueId, endpoint, now, counts);
      if (isLimited && problem.retryAfterMs !== undefined) pace.pause(venueId, endpoint, now + problem.retryAfterMs);
    },
  };
}
