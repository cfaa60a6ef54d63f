/** An attack: its goal, its tries, and what it reached. */
import type { Chance } from '../seeded.ts';

export interface Attack {
  /** The success as a sentence: "Three requests without a key stop the app". */
  wants: string;
  run(force: Force): Promise<Outcome>;
}

export interface Force {
  chance: Chance;
  /** All of `whole` in `npm run faults -- attack`, a share in tests; at least one. */
  tries(whole: number): number;
  say(line: string): void;
}

export interface Outcome {
  tried: number;
  /** Successes in words; empty if the attack failed. */
  reached: string[];
  /** Why this attack can't run here; then nothing was tried. */
  skipped?: string;
  figures?: string;
}
