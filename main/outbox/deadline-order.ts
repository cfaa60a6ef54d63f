/**
 * Answers that go out at the same time go out in the order in which their time ends. Several are under way at once, and each may first
 * have to find out what became of an earlier attempt; without a turn whoever was found out first would be sent first.
 */

import type { Time } from '../../shared/time/time.ts';

/** One that hangs keeps those behind it for no longer, ms. */
const LONGEST_TURN_MS = 250;

export interface Turn {
  /** Resolves when everything more urgent has been sent or is over. */
  come(): Promise<void>;
  /** It was sent, or need not be: the next one's turn. Safe to call again. */
  end(): void;
}

export interface DeadlineOrder {
  /** Takes a place in the row of this pool; what has no end of its time has no place in it. */
  take(pool: string, dueBy: number | null): Turn;
}

interface Place {
  dueBy: number;
  /** Wakes whoever waits for this place to end. */
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
            // Only those in front count: one that is less urgent comes later by itself.
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
