/** Draws many orders one by one, yielding to other work in between. */
import { type Slice, slice } from '../time/yielding.ts';

export interface Round {
  /** Draws these; those of the round before that are not drawn yet stay undrawn. `own`: the slice of time that is used already. */
  show(ids: readonly string[], own?: Slice): Promise<void>;
  /** Draws no more. */
  stop(): void;
}

export function createRound(draw: (id: string) => void): Round {
  let rounds = 0;
  return {
    async show(ids, own = slice()) {
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
