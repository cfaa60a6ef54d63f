/** Arithmetic of the `npm run bench` table. */

export interface Spread {
  median: number;
  low: number;
  high: number;
}

/** The smallest value that this share (0 to 1) of all values doesn't exceed; NaN for none. */
export function atShare(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;
}

/** For an even count the mean of the middle two; NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), low: Math.min(...values), high: Math.max(...values) };
}

/** Ratios round by round, so that load on both cancels out. Throws if the counts differ. */
export function ratios(here: readonly number[], beside: readonly number[]): number[] {
  return pairs(here, beside, (a, b) => a / b);
}

/** Like `ratios`, with differences. */
export function differences(here: readonly number[], beside: readonly number[]): number[] {
  return pairs(here, beside, (a, b) => a - b);
}

function pairs(here: readonly number[], beside: readonly number[], of: (a: number, b: number) => number): number[] {
  if (here.length !== beside.length) throw new Error(`${here.length} rounds here, ${beside.length} beside.`);
  return here.map((value, at) => of(value, beside[at] as number));
}

/** Exponent of growth: 1 is linear, 2 quadratic. Least squares of the logarithms. */
export function exponentOf(sizes: readonly number[], costs: readonly number[]): number {
  if (sizes.length !== costs.length || sizes.length < 2) throw new Error('An exponent takes a cost for each of two sizes or more.');
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [sizes.map(Math.log), costs.map(Math.log)];
  const [meanX, meanY] = [mean(x), mean(y)];
  const over = x.reduce((sum, value, at) => sum + (value - meanX) * ((y[at] as number) - meanY), 0);
  return over / x.reduce((sum, value) => sum + (value - meanX) ** 2, 0);
}

/** Smaller relative changes are never reported, as clocks and counters aren't finer. */
const FINEST = 0.02;

/**
 * By how much it got worse beyond noise; 0 or less if it didn't. Noise is the wider full spread of both runs: for five rounds, about three
 * times the random difference of medians.
 */
export function worseBeyondNoise(kept: Spread, now: Spread, better: 'less' | 'more'): number {
  const noise = Math.max(kept.high - kept.low, now.high - now.low, FINEST * Math.abs(kept.median));
  const worse = better === 'less' ? now.median - kept.median : kept.median - now.median;
  return worse - noise;
}
