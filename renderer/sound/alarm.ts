/** The alarm: rings while orders wait and gets louder, never stops without staff, and reports when it can't be heard. */
import type { SoundState } from '../state/ui-state.ts';
import { insistSamples, type SoundName, soundSamples } from './bell.ts';

/** Loudness at the start, seconds until it's full, and from and until when fast strikes are added. */
const FIRST_LOUDNESS = 0.35;
const FULL_AFTER_S = 25;
const INSIST_FROM_S = 30;
const INSIST_FULL_AFTER_S = 60;
/** Two tones, the second a fifth higher. */
const CHIME_HZ = [659, 988] as const;
const CHIME_LOUDNESS = 0.18;
const CHIME_S = 0.7;
const CHIME_APART_S = 0.22;
const KNOCK_HZ = 150;
const KNOCK_LOUDNESS = 0.5;
const KNOCK_S = 0.12;

export interface Alarm {
  /** Rings until `stop`; while sound is blocked, from when it's allowed. If already ringing, continues or changes the sound. */
  start(sound: SoundName): void;
  stop(): void;
  /** Rings once. Call it from a tap, which browsers require. */
  ringOnce(sound: SoundName): void;
  /** A short dull tone; silent while blocked. */
  knock(): void;
  /** Two soft tones for waiting customers; silent while blocked. */
  chime(): void;
  /** 0 to 1. */
  setVolume(volume: number): void;
  /** Asks the browser to allow sound; works from a tap or key. */
  unblock(): void;
}

/** `onState` is called at once and on every change. */
export function createAlarm(onState: (state: SoundState) => void): Alarm {
  if (typeof AudioContext === 'undefined') {
    onState('none');
    return { start() {}, stop() {}, ringOnce() {}, knock() {}, chime() {}, setVolume() {}, unblock() {} };
  }
  const context = new AudioContext({ latencyHint: 'playback' });
  // Made on first use, so that the page opens sooner.
  const calls = new Map<SoundName | 'insist', AudioBuffer>();
  const bufferOf = (sound: SoundName | 'insist'): AudioBuffer => {
    const { sampleRate } = context;
    const known = calls.get(sound) ?? toBuffer(context, sound === 'insist' ? insistSamples(sampleRate) : soundSamples(sound, sampleRate));
    calls.set(sound, known);
    return known;
  };
  const master = context.createGain();
  master.connect(context.destination);
  let ringing: { sound: SoundName; end: () => void } | null = null;
  let wanted: SoundName | null = null;

  const follow = () => {
    const heard = context.state === 'running';
    onState(heard ? 'on' : 'blocked');
    // Starts only once it can be heard, so that it begins softly.
    if (ringing && ringing.sound !== wanted) {
      ringing.end();
      ringing = null;
    }
    if (wanted && heard) ringing ??= { sound: wanted, ...ring(context, bufferOf(wanted), bufferOf('insist'), master) };
  };
  const unblock = () => {
    // Browsers refuse before the first tap; Electron always allows sound.
    if (context.state === 'running' || navigator.userActivation?.hasBeenActive === false) return;
    // A refusal isn't an error: the state stays `blocked`, which the screen shows.
    context.resume().then(follow, follow);
  };
  context.addEventListener('statechange', follow);
  follow();

  /** A fading tone, `after` seconds from now. */
  function sound(pitch: number, loudness: number, seconds: number, after = 0): void {
    if (context.state !== 'running') return;
    const tone = context.createOscillator();
    const level = context.createGain();
    const from = context.currentTime + after;
    tone.frequency.setValueAtTime(pitch, from);
    level.gain.setValueAtTime(loudness, from);
    level.gain.exponentialRampToValueAtTime(0.001, from + seconds);
    tone.connect(level).connect(master);
    tone.start(from);
    tone.stop(from + seconds);
  }

  return {
    start(sound) {
      wanted = sound;
      unblock();
      follow();
    },
    stop() {
      wanted = null;
      ringing?.end();
      ringing = null;
    },
    ringOnce(sound) {
      unblock();
      const source = context.createBufferSource();
      source.buffer = bufferOf(sound);
      source.connect(master);
      source.start();
    },
    knock: () => sound(KNOCK_HZ, KNOCK_LOUDNESS, KNOCK_S),
    chime() {
      for (const [place, pitch] of CHIME_HZ.entries()) sound(pitch, CHIME_LOUDNESS, CHIME_S, place * CHIME_APART_S);
    },
    setVolume(volume) {
      master.gain.value = volume;
    },
    unblock,
  };
}

/** Loops and loudness are scheduled on the audio clock, so a hidden or slow page can't silence them. */
function ring(context: AudioContext, call: AudioBuffer, insist: AudioBuffer, into: AudioNode): { end: () => void } {
  const now = context.currentTime;
  const limiter = context.createDynamicsCompressor();
  limiter.threshold.value = -6;
  limiter.ratio.value = 12;
  limiter.connect(into);

  const callLoop = loop(context, call, limiter);
  callLoop.gain.setValueAtTime(FIRST_LOUDNESS, now);
  callLoop.gain.linearRampToValueAtTime(1, now + FULL_AFTER_S);

  const insistLoop = loop(context, insist, limiter);
  insistLoop.gain.setValueAtTime(0, now);
  insistLoop.gain.setValueAtTime(0, now + INSIST_FROM_S);
  insistLoop.gain.linearRampToValueAtTime(0.9, now + INSIST_FULL_AFTER_S);

  return {
    end() {
      callLoop.source.stop();
      insistLoop.source.stop();
      limiter.disconnect();
    },
  };
}

function loop(context: AudioContext, buffer: AudioBuffer, into: AudioNode): { source: AudioBufferSourceNode; gain: AudioParam } {
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.loop = true;
  const level = context.createGain();
  source.connect(level).connect(into);
  source.start();
  return { source, gain: level.gain };
}

function toBuffer(context: AudioContext, samples: Float32Array<ArrayBuffer>): AudioBuffer {
  const buffer = context.createBuffer(1, samples.length, context.sampleRate);
  buffer.copyToChannel(samples, 0);
  return buffer;
}
