/** Sends answers that become due together by deadline, whichever check of an earlier attempt ends first. */

import type { Time } from '../../shared/time/time.ts';

/** A hanging answer delays the others by at most this, ms. */
const LONGEST_TURN_MS = 250;

export interface Turn {
  /** Resolves once all more urgent answers are sent or over. */
  come(): Promise<void>;
  /** Call it once the answer was sent or isn't needed. Idempotent. */
  end(): void;
}

export interface DeadlineOrder {
  /** Without `dueBy`, there is no waiting. */
  take(pool: string, dueBy: number | null): Turn;
}

interface Place {
  dueBy: number;
  ended: Promise<void>;
}

export function createDeadlineOrder(time: Time): DeadlineOrder {
  const rows = new Map<string, Place[]>();

  return {
    take(pool, dueBy) {
      if (dueBy === null) return { come: async () => undefined, end: () => undefined };
      const row = rows.get(pool) ?? [];
      rows.set(pool, row);
      const { promise: ended, resolve: wake } = Promise.withResolvers<void>();
      const place: Place = { dueBy, ended };
      const after = row.findLastIndex((other) => other.dueBy <= dueBy);
      row.splice(after + 1, 0, place);
      return {
        async come() {
          const limit = timeLimit(time, LONGEST_TURN_MS);
          for (let first = row[0]; first && first !== place && !limit.isOver(); first = row[0]) {
            // `end` was already called for this answer.
            if (row.indexOf(place) < 0) break;
            await Promise.race([first.ended, limit.over]);
          }
          limit.clear();
        },
        end() {
          const at = row.indexOf(place);
          if (at >= 0) row.splice(at, 1);
          if (row.length === 0 && rows.get(pool) === row) rows.delete(pool);
          wake();
        },
      };
    },
  };
}

function timeLimit(time: Time, ms: number): { over: Promise<void>; isOver(): boolean; clear(): void } {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  let isOver = false;
  const clear = time.after(ms, () => {
    isOver = true;
    resolve();
  });
  return { over, isOver: () => isOver, clear };
}
