import { describe, expect, it } from 'vitest';
import { inTurns } from '../../../lab/bench/table/rounds.ts';
import { atShare, differences, exponentOf, median, ratios, spreadOf, worseBeyondNoise } from '../../../lab/bench/table/statistics.ts';

describe('bench statistics', () => {
  it('the median is the middle value or the mean of two, in any order', () => {
    expect(median([5, 1, 9])).toBe(5);
    expect(median([100, 1, 3, 5])).toBe(4);
    expect(median([7])).toBe(7);
    expect(median([])).toBeNaN();
  });

  it('a percentile is one of the measured values', () => {
    const values = Array.from({ length: 100 }, (_, at) => 100 - at);
    expect([0, 0.5, 0.95, 0.99, 1].map((share) => atShare(values, share))).toEqual([1, 50, 95, 99, 100]);
    expect(atShare([], 0.5)).toBeNaN();
  });

  it('the spread runs from the lowest to the highest round', () => {
    expect(spreadOf([3, 1, 2, 8, 5])).toEqual({ median: 3, low: 1, high: 8 });
  });

  it('ratios and differences pair values of the same round, so a slow minute affects both sides', () => {
    expect(ratios([10, 100, 20], [20, 200, 40])).toEqual([0.5, 0.5, 0.5]);
    expect(differences([10, 100], [7, 97])).toEqual([3, 3]);
    expect(() => ratios([1, 2], [1])).toThrow('2 rounds here, 1 beside');
  });

  it('the growth exponent distinguishes linear, quadratic and constant growth', () => {
    expect(exponentOf([5, 20, 80], [1, 4, 16])).toBeCloseTo(1);
    expect(exponentOf([5, 20, 80], [1, 16, 256])).toBeCloseTo(2);
    expect(exponentOf([5, 20, 80], [3, 3, 3])).toBeCloseTo(0);
    expect(() => exponentOf([5], [1])).toThrow();
  });

  it('the two sides of a comparison are measured in turns, round by round', async () => {
    const turns: string[] = [];
    const given = await inTurns({ a: (round) => turns.push(`a${round}`), b: (round) => turns.push(`b${round}`) }, 3);
    expect(turns).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'b2']);
    expect(given).toEqual({ a: [1, 3, 5], b: [2, 4, 6] });
  });
});

describe('worse than its noise', () => {
  const kept = { median: 100, low: 95, high: 105 };

  it('a figure beyond the spread of the rounds is worse', () => {
    expect(worseBeyondNoise(kept, { median: 112, low: 110, high: 114 }, 'less')).toBeCloseTo(2);
    expect(worseBeyondNoise(kept, { median: 88, low: 86, high: 90 }, 'more')).toBeCloseTo(2);
  });

  it('an improved figure is never worse', () => {
    expect(worseBeyondNoise(kept, { median: 50, low: 49, high: 51 }, 'less')).toBeLessThan(0);
    expect(worseBeyondNoise(kept, { median: 200, low: 199, high: 201 }, 'more')).toBeLessThan(0);
  });

  it("a figure within the noise of either run isn't worse", () => {
    expect(worseBeyondNoise(kept, { median: 109, low: 108, high: 110 }, 'less')).toBeLessThanOrEqual(0);
    expect(worseBeyondNoise({ median: 100, low: 100, high: 100 }, { median: 109, low: 100, high: 120 }, 'less')).toBeLessThanOrEqual(0);
  });

  it('a figure up to two percent worse is allowed if all rounds were equal', () => {
    const still = { median: 100, low: 100, high: 100 };
    expect(worseBeyondNoise(still, { median: 101, low: 101, high: 101 }, 'less')).toBeLessThanOrEqual(0);
    expect(worseBeyondNoise(still, { median: 103, low: 103, high: 103 }, 'less')).toBeGreaterThan(0);
  });
});
