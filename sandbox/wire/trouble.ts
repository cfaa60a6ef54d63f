export const OVERTAKERS = ['staff', 'consumer', 'support'] as const;
export type Overtaker = (typeof OVERTAKERS)[number];

export interface Trouble {
  /** Reads show the order as it was this many ms ago. */
  lagMs: number;
  /** The request is answered with success, and nothing changes. */
  noEffect: boolean;
  /** Someone else does the same before the request, or ends the order. */
  overtakenBy: Overtaker | null;
}

export const NO_TROUBLE: Trouble = { lagMs: 0, noEffect: false, overtakenBy: null };
