/** A fault's effect on one request. */
export const OVERTAKERS = ['staff', 'consumer', 'support'] as const;
export type Overtaker = (typeof OVERTAKERS)[number];

/** All false or 0 without a fault. */
export interface Trouble {
  /** Shows the order as of this many ms ago. */
  lagMs: number;
  /** Success without effect. */
  noEffect: boolean;
  /** Another actor does the same, or ends the order, first. */
  overtakenBy: Overtaker | null;
}

export const NO_TROUBLE: Trouble = { lagMs: 0, noEffect: false, overtakenBy: null };
