/** The sounds, synthesized so that no file must load before the first order. */

interface Strike {
  /** Seconds from the start. */
  at: number;
  /** Hz. */
  pitch: number;
  /** 0 to 1. */
  strength: number;
}

/** Partials of a small bell: frequency ratio, loudness share, fade in seconds. */
const PARTIALS = [
  { ratio: 1, share: 0.5, fade: 0.55 },
  { ratio: 2.01, share: 0.25, fade: 0.35 },
  { ratio: 3.02, share: 0.15, fade: 0.2 },
  { ratio: 5.4, share: 0.1, fade: 0.08 },
];

const strike = (at: number, pitch: number, strength = 1): Strike => ({ at, pitch, strength });

/** They differ in number, speed and direction of strikes. */
export const SOUNDS = {
  /** Three rising: unlike a phone, fryer or microwave. */
  delivery: [strike(0, 784, 0.85), strike(0.18, 988, 0.9), strike(0.36, 1319)],
  takeaway: [strike(0, 1319), strike(0.24, 880, 0.9)],
  preorder: [strike(0, 659, 0.8), strike(0.32, 784, 0.8), strike(0.64, 659, 0.8), strike(0.96, 784, 0.8)],
  /** Low and hard: three fast strikes, twice. */
  stopped: [0, 0.2, 0.4, 0.8, 1, 1.2].map((at) => strike(at, 392)),
  courier: [strike(0, 1760, 0.9)],
  reminder: [strike(0, 988, 0.8), strike(0.6, 988, 0.8)],
} satisfies Record<string, Strike[]>;
export type SoundName = keyof typeof SOUNDS;
const CALL_SECONDS = 1.7;

/** Fast, high double strikes, added when the alarm rings for long. */
const INSIST: Strike[] = [0, 0.14, 0.42, 0.56, 0.84, 0.98, 1.26, 1.4].map((at, index) => ({
  at,
  pitch: index % 2 === 0 ? 1568 : 2093,
  strength: 1,
}));

/** One round, mono, -1 to 1. Ends in silence, so it loops without a click. */
export function soundSamples(name: SoundName, sampleRate: number): Float32Array<ArrayBuffer> {
  return strikes(SOUNDS[name], CALL_SECONDS, sampleRate);
}

/** One round of the added strikes, as long as a sound, so that both loop together. */
export function insistSamples(sampleRate: number): Float32Array<ArrayBuffer> {
  return strikes(INSIST, CALL_SECONDS, sampleRate);
}

function strikes(list: Strike[], seconds: number, sampleRate: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.round(seconds * sampleRate));
  for (const strike of list) ring(samples, strike, sampleRate);
  fadeEnd(samples, Math.round(0.02 * sampleRate));
  return toFullScale(samples);
}

const INAUDIBLE = 1e-4;

function ring(samples: Float32Array, strike: Strike, sampleRate: number): void {
  const start = Math.round(strike.at * sampleRate);
  const attack = 0.004 * sampleRate;
  for (const { ratio, share, fade } of PARTIALS) {
    const loudness = share * strike.strength;
    // Rotating each partial per sample costs a tenth of computing sine and power.
    const shrink = Math.exp(-1 / ((fade / 3) * sampleRate));
    const angle = (2 * Math.PI * strike.pitch * ratio) / sampleRate;
    const turn = { x: shrink * Math.cos(angle), y: shrink * Math.sin(angle) };
    const end = Math.min(samples.length, start + Math.ceil(Math.log(INAUDIBLE) / Math.log(shrink)));
    let x = 1;
    let y = 0;
    for (let index = start; index < end; index++) {
      const onset = Math.min(1, (index - start) / attack);
      samples[index] = (samples[index] ?? 0) + loudness * onset * y;
      const next = x * turn.x - y * turn.y;
      y = x * turn.y + y * turn.x;
      x = next;
    }
  }
}

function fadeEnd(samples: Float32Array, length: number): void {
  for (let step = 0; step < length; step++) {
    const index = samples.length - 1 - step;
    samples[index] = (samples[index] ?? 0) * (step / length);
  }
}

function toFullScale(samples: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return peak === 0 ? samples : samples.map((sample) => (sample / peak) * 0.95);
}
