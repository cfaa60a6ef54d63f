/** The app's sounds, sample by sample. */
import { describe, expect, it } from 'vitest';
import { insistSamples, SOUNDS, type SoundName, soundSamples } from '../../../renderer/sound/bell.ts';

const RATE = 48_000;
const NAMES = Object.keys(SOUNDS) as SoundName[];
const peak = (samples: Float32Array) => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
const everySound: [string, Float32Array][] = [
  ...NAMES.map((name): [string, Float32Array] => [name, soundSamples(name, RATE)]),
  ['the insisting strikes', insistSamples(RATE)],
];

describe.each(everySound)('%s', (_name, samples) => {
  it('uses the full loudness without clipping', () => {
    expect(peak(samples)).toBeGreaterThan(0.9);
    expect(peak(samples)).toBeLessThanOrEqual(1);
  });

  it("starts and ends in silence, so its repetition doesn't click", () => {
    expect(Math.abs(samples[0] ?? 1)).toBeLessThan(0.001);
    expect(peak(samples.slice(-16))).toBeLessThan(0.01);
  });
});

// An arriving courier sounds once; everything else rings until staff respond.
it.each(everySound.filter(([name]) => name !== 'courier'))('%s has no silence longer than a second', (_name, samples) => {
  const tenth = RATE / 10;
  let silent = 0;
  let longest = 0;
  for (let start = 0; start < samples.length; start += tenth) {
    silent = peak(samples.slice(start, start + tenth)) < 0.01 ? silent + 1 : 0;
    longest = Math.max(longest, silent);
  }
  expect(longest).toBeLessThanOrEqual(10);
});

it('all sounds have one length, so they loop together', () => {
  for (const name of NAMES) expect(soundSamples(name, RATE).length).toBe(insistSamples(RATE).length);
});

it('no two sounds are alike', () => {
  for (const [place, name] of NAMES.entries())
    for (const other of NAMES.slice(place + 1))
      expect(SOUNDS[name].map(({ at, pitch }) => [at, pitch])).not.toEqual(SOUNDS[other].map(({ at, pitch }) => [at, pitch]));
});
