/** The little arithmetic that the table of `npm run bench` rests on. */

export interface Spread {
  median: number;
  low: number;
  high: number;
}

/** The smallest value that so much of all (0 to 1) does not exceed; NaN of none. */
export function atShare(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;
}

/** Of an even number the mean of the two in the middle; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), low: Math.min(...values), high: Math.max(...values) };
}

/** Round by round: what both met in one round does not count. Throws where one side has a round more. */
export function ratios(here: readonly number[], beside: readonly number[]): number[] {
  return pairs(here, beside, (a, b) => a / b);
}

/** The same as differences. */
export function differences(here: readonly number[], beside: readonly number[]): number[] {
  return pairs(here, beside, (a, b) => a - b);
}

function pairs(here: readonly number[], beside: readonly number[], of: (a: number, b: number) => number): number[] {
  if (here.length !== beside.length) throw new Error(`${here.length} rounds here, ${beside.length} beside.`);
  return here.map((value, at) => of(value, beside[at] as number));
}

/** How a cost grows with a size: 1 where twice the size costs twice as much, 2 where it costs four times. Least squares of the logarithms. */
export function exponentOf(sizes: readonly number[], costs: readonly number[]): number {
  if (sizes.length !== costs.length || sizes.length < 2) throw new Error('An exponent takes a cost for each of two sizes or more.');
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [sizes.map(Math.log), costs.map(Math.log)];
  const [meanX, meanY] = [mean(x), mean(y)];
  const over = x.reduce((sum, value, at) => sum + (value - meanX) * ((y[at] as number) - meanY), 0);
  return over / x.reduce((sum, value) => sum + (value - meanX) ** 2, 0);
}

/** A change smaller than this part of the figure is never told: clocks and counters are no finer. */
const FINEST = 0.02;

/**
 * How much the median got worse beyond its noise; 0 or less where it did not. The noise is the whole width of the rounds, in the kept run or
 * in this one, whichever is wider: of five rounds it is about three times what their medians differ by chance.
 */
export function worseBeyondNoise(kept: Spread, now: Spread, better: 'less' | 'more'): number {
  const noise = Math.max(kept.high - kept.low, now.high - now.low, FINEST * Math.abs(kept.median));
  const worse = better === 'less' ? now.median - kept.median : kept.median - now.median;
  return worse - noise;
}
