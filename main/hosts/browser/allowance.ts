/** A rate limit: a burst, and an amount per second after that. */

export interface Allowance {
  /** True, and spent, where so much is left; else nothing is spent. */
  take(cost: number): boolean;
}

/** `perSecond` comes back by itself, up to `burst`. `now`: a clock that nobody can set, ms. */
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
