/** The sound of a new order, sample by sample. */
import { describe, expect, it } from 'vitest';
import { callSamples, insistSamples } from '../../renderer/sound/bell.ts';

const RATE = 48_000;
const peak = (samples: Float32Array) => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

describe.each([
  ['the call', callSamples],
  ['the insisting strikes', insistSamples],
])('%s', (_name, make) => {
  const samples = make(RATE);

  it('uses the full loudness a loudspeaker has, and does not clip', () => {
    expect(peak(samples)).toBeGreaterThan(0.9);
    expect(peak(samples)).toBeLessThanOrEqual(1);
  });

  it('starts and ends in silence, so that the loop does not click', () => {
    expect(Math.abs(samples[0] ?? 1)).toBeLessThan(0.001);
    expect(peak(samples.slice(-16))).toBeLessThan(0.01);
  });

  it('has no hole longer than a breath in which an order would be silent', () => {
    const tenth = RATE / 10;
    let silent = 0;
    let longest = 0;
    for (let start = 0; start < samples.length; start += tenth) {
      silent = peak(samples.slice(start, start + tenth)) < 0.01 ? silent + 1 : 0;
      longest = Math.max(longest, silent);
    }
    expect(longest).toBeLessThanOrEqual(9);
  });
});

it('both are equally long, so that they loop together', () => {
  expect(callSamples(RATE).length).toBe(insistSamples(RATE).length);
});
