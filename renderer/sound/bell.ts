/** The sounds, synthesized so that no file must load before the first order rings. */

interface Strike {
  /** Seconds from the start. */
  at: number;
  /** Hz of the strike tone. */
  pitch: number;
  /** 0..1 */
  strength: number;
}

/** Partials of a small counter bell: ratio to the strike tone, share of the loudness, seconds until it has faded. */
const PARTIALS = [
  { ratio: 1, share: 0.5, fade: 0.55 },
  { ratio: 2.01, share: 0.25, fade: 0.35 },
  { ratio: 3.02, share: 0.15, fade: 0.2 },
  { ratio: 5.4, share: 0.1, fade: 0.08 },
];

const strike = (at: number, pitch: number, strength = 1): Strike => ({ at, pitch, strength });

/** One for each kind, told apart without looking: by how many strikes, how fast, and whether they rise or fall. */
export const SOUNDS = {
  /** Three rising and a rest: friendly, and different from a phone, a fryer or a microwave. */
  delivery: [strike(0, 784, 0.85), strike(0.18, 988, 0.9), strike(0.36, 1319)],
  /** Two falling. */
  takeaway: [strike(0, 1319), strike(0.24, 880, 0.9)],
  /** Four slow and even. */
  preorder: [strike(0, 659, 0.8), strike(0.32, 784, 0.8), strike(0.64, 659, 0.8), strike(0.96, 784, 0.8)],
  /** Low and hard, without a rest. */
  stopped: [0, 0.2, 0.4, 0.8, 1, 1.2].map((at) => strike(at, 392)),
  /** One high. */
  courier: [strike(0, 1760, 0.9)],
  /** Two the same, far apart. */
  reminder: [strike(0, 988, 0.8), strike(0.6, 988, 0.8)],
} satisfies Record<string, Strike[]>;
export type SoundName = keyof typeof SOUNDS;
const CALL_SECONDS = 1.7;

/** Fast double strikes, higher and without a rest: laid over the call when no one has come for a while. */
const INSIST: Strike[] = [0, 0.14, 0.42, 0.56, 0.84, 0.98, 1.26, 1.4].map((at, index) => ({
  at,
  pitch: index % 2 === 0 ? 1568 : 2093,
  strength: 1,
}));

/** One round of a sound, mono samples in -1..1. It ends in silence, so it loops without a click. */
export function soundSamples(name: SoundName, sampleRate: number): Float32Array<ArrayBuffer> {
  return strikes(SOUNDS[name], CALL_SECONDS, sampleRate);
}

/** One round of the insisting strikes; as long as the call, so that both loop together. */
export function insistSamples(sampleRate: number): Float32Array<ArrayBuffer> {
  return strikes(INSIST, CALL_SECONDS, sampleRate);
}

function strikes(list: Strike[], seconds: number, sampleRate: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.round(seconds * sampleRate));
  for (const strike of list) ring(samples, strike, sampleRate);
  fadeEnd(samples, Math.round(0.02 * sampleRate));
  return toFullScale(samples);
}

/** What is a hundredth of a hundredth of the loudest is heard by nobody. */
const INAUDIBLE = 1e-4;

function ring(samples: Float32Array, strike: Strike, sampleRate: number): void {
  const start = Math.round(strike.at * sampleRate);
  const attack = 0.004 * sampleRate;
  for (const { ratio, share, fade } of PARTIALS) {
    const loudness = share * strike.strength;
    // From one sample to the next a partial turns by an angle and shrinks: that costs a tenth of a sine and a power for each.
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
