/** Who waits for something to be read back from the log: only then is it known in which order all relays have it. */
import type { Time } from '../../time.ts';
import type { Appended } from '../engine.ts';

/** What became of something in the log: taken, routed or not, how much was deleted. */
export type Outcome = Appended | boolean | number;

export interface ReadBack {
  /** Null where it was not read back within so many ms. `key`: of something taken its hash in hex, of a decision its id. */
  wait(key: string, ms: number): Promise<Outcome | null>;
  /** It was read back. */
  came(key: string, outcome: Outcome): void;
}

export function createReadBack(time: Time): ReadBack {
  const waiting = new Map<string, (outcome: Outcome) => void>();
  return {
    wait: (key, ms) =>
      new Promise((resolve) => {
        const noLimit = time.after(ms, () => {
          waiting.delete(key);
          resolve(null);
        });
        waiting.set(key, (outcome) => {
          noLimit();
          resolve(outcome);
        });
      }),
    came(key, outcome) {
      waiting.get(key)?.(outcome);
      waiting.delete(key);
    },
  };
}
