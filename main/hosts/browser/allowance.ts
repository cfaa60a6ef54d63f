export interface Allowance {
  take(cost: number): boolean;
}

/** A rate limit with a burst. `now`: monotonic, ms. */
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
