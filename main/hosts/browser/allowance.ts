/** A rate limit: a burst, and an amount per second after that. */

export interface Allowance {
  /** Spends this much if it's left, and returns whether it was. */
  take(cost: number): boolean;
}

/** `perSecond` is regained, up to `burst`. `now`: a monotonic clock, ms. */
export function createAllowance({ perSecond, burst, now }: { perSecond: number; burst: number; now: () => number }): Allowance {
  let left = burst;
  let at = now();
  return {
    take(cost) {
      const time = now();
      left = Math.min(burst, left + ((time - at) / 1_000) * perSecond);
      at = time;
      if (left < cost) return false;
      left -= cost;
      return true;
    },
  };
}
