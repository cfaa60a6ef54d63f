/** What a fault does to one request. */
export const OVERTAKERS = ['staff', 'consumer', 'support'] as const;
export type Overtaker = (typeof OVERTAKERS)[number];

/** What a fault does to a request of the order API that reaches it; all false or 0 for a request that meets none. */
export interface Trouble {
  /** The order is shown as it was so long ago, ms. */
  lagMs: number;
  /** Answered with success, and nothing happens. */
  noEffect: boolean;
  /** Someone else does the same, or ends the order, a moment before. */
  overtakenBy: Overtaker | null;
}

export const NO_TROUBLE: Trouble = { lagMs: 0, noEffect: false, overtakenBy: null };
