/** What every attack has in common: what it wants, how often it tries, and what it reached. */
import type { Chance } from '../seeded.ts';

export interface Attack {
  /** What would be true if it succeeded, as a sentence: "Three requests without a key stop the app". */
  wants: string;
  run(force: Force): Promise<Outcome>;
}

export interface Force {
  /** The same attack again, by its seed. */
  chance: Chance;
  /** How many tries of `whole` this run makes: all of them in `npm run faults -- attack`, a share in the tests; never fewer than one. */
  tries(whole: number): number;
  say(line: string): void;
}

export interface Outcome {
  /** Requests, files, kills: whatever this attack counts. */
  tried: number;
  /** Each thing the attacker reached, in words. Empty when the attack failed. */
  reached: string[];
  /** Why this attack cannot be tried here; then nothing was tried. */
  skipped?: string;
  /** What was measured meanwhile, in words, for the report. */
  figures?: string;
}
