/** Bulk price changes, computed alike for preview and sending. Amounts in minor units. */

export interface Reprice {
  /** 5 raises prices by 5 percent, -10 lowers them by 10. */
  percent: number;
  /** Minor units added after the percentage; may be negative. */
  plus: number;
  /** Round to a multiple of this: 50 for .00 and .50; 1 for none. */
  roundTo: number;
  how: 'nearest' | 'up' | 'down';
}

/** Never below 0. Half a step rounds up. */
export function repriced(price: number, { percent, plus, roundTo, how }: Reprice): number {
  const step = Math.max(1, Math.round(roundTo));
  // Counts in hundredths of a percent: in floating point, 1050 * 1.05 isn't exactly 1102.5.
  const exact = (price * (10_000 + Math.round(percent * 100))) / 10_000 + plus;
  const steps = exact / step;
  const whole = how === 'up' ? Math.ceil(steps - 1e-9) : how === 'down' ? Math.floor(steps + 1e-9) : Math.floor(steps + 0.5 + 1e-9);
  return Math.max(0, whole * step);
}
