/** Draws many orders one by one, yielding in between. */
import { type TimeSlice, timeSlice } from '../time/yielding.ts';

export interface Round {
  /** Replaces an unfinished round. `own`: a time slice already in use. */
  show(ids: readonly string[], own?: TimeSlice): Promise<void>;
  stop(): void;
}

export function createRound(draw: (id: string) => void): Round {
  let rounds = 0;
  return {
    async show(ids, own = timeSlice()) {
      rounds += 1;
      const round = rounds;
      for (const id of ids) {
        if (own.isOver()) await own.next();
        if (round !== rounds) return;
        draw(id);
      }
    },
    stop() {
      rounds += 1;
    },
  };
}
