/** New prices for many at once, worked out the same where they are typed and where they are sent. Amounts in minor units. */

export interface Reprice {
  /** 5 makes dearer by 5 percent, -10 cheaper. */
  percent: number;
  /** Minor units on top, after the percent; may be below zero. */
  plus: number;
  /** Prices end up at a multiple of it: 50 for .00 and .50; 1 leaves them as they come. */
  roundTo: number;
  how: 'nearest' | 'up' | 'down';
}

/** Never below 0. Half a step goes up. */
export function repriced(price: number, { percent, plus, roundTo, how }: Reprice): number {
  const step = Math.max(1, Math.round(roundTo));
  // Counted in hundredths of a percent: 1050 * 1.05 is not exactly 1102.5 for a computer.
  const exact = (price * (10_000 + Math.round(percent * 100))) / 10_000 + plus;
  const steps = exact / step;
  const whole = how === 'up' ? Math.ceil(steps - 1e-9) : how === 'down' ? Math.floor(steps + 1e-9) : Math.floor(steps + 0.5 + 1e-9);
  return Math.max(0, whole * step);
}
