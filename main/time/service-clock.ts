/**
 * The service's clock, learned from the Date headers of its responses. All deadlines and shown times use it, as this computer's clock may
 * be wrong or set at any moment. A single wrong server can't move it by more than a day.
 */
import type { Time } from '../../shared/time/time.ts';
import { httpDate } from './http-date.ts';

/** The Date header has whole seconds; smaller differences are noise. */
const NOISE_MS = 1500;
const DAY_MS = 24 * 3_600_000;
/** Dates outside this range (epoch ms) are ignored. */
const EARLIEST = Date.UTC(2020, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);
/** Range that can be formatted as a date, with room for additions. */
const FORMATTABLE = { first: 0, last: Date.UTC(9999, 0, 1) };
/** A single answer is trusted only this close to this computer's clock. */
const MAX_SINGLE_JUMP_MS = DAY_MS;
/** Answers within this range agree, allowing for a slow network. */
const AGREEMENT_MS = 60_000;
/** This many agreeing answers, requested one after another, are trusted whatever this computer's clock shows. */
const QUORUM = 3;
/** Permanent deletion requires answers that agree for this long. */
const DELETION_QUORUM_SPAN_MS = 3_600_000;

/** `unknown`: no answer yet. `disputed`: the service and this computer differ by more than a day. */
export type Certainty = 'unknown' | 'disputed' | 'certain';

export interface ServiceClock {
  /** Epoch ms on the service's clock; this computer's until learned. */
  now(): number;
  /** Service clock minus this computer's clock, ms. */
  aheadMs(): number;
  /** Converts a moment of this computer's clock (epoch ms) to ISO UTC on the service's. Never throws: clamps invalid times. */
  iso(at: number): string;
  isLearnt(): boolean;
  /** `certain` permits permanent deletion: both clocks agree within a day, or answers over an hour agree. */
  certainty(): Certainty;
  /**
   * Reference for deleting old data, epoch ms: the earlier of both clocks, so that neither counts deleted data as recent. Null unless
   * `certain`.
   */
  certainlyPast(): number | null;
  /** Learns from an answer: its Date header, and the monotonic times (ms) of request and answer. */
  learn(dateHeader: string | undefined, sentAt: number, receivedAt: number): void;
  /** Detects changes of this computer's clock; call regularly. */
  checkComputerClock(): void;
  /** Called when `aheadMs` changes. */
  onChange(listener: (aheadMs: number) => void): void;
}

export interface Clocks extends Time {
  service: ServiceClock;
}

/** A Date header as epoch ms; null if invalid or implausible. */
export function dateOf(header: string | undefined): number | null {
  const date = header === undefined ? Number.NaN : httpDate(header.trim());
  return date >= EARLIEST && date < LATEST ? date : null;
}

/** Consecutive answers that agree. Monotonic times, ms. */
interface SampleRun {
  offset: number;
  count: number;
  firstAt: number;
  lastAt: number;
}

/** `computer` may be set at any time; `monotonic` can't. Both in epoch ms. */
export function createServiceClock({ computer, monotonic }: { computer: () => number; monotonic: () => number }): ServiceClock {
  /** Service time minus monotonic time, ms; null until learned. */
  let offset: number | null = null;
  let ahead = 0;
  let samples: SampleRun | null = null;
  const listeners: ((aheadMs: number) => void)[] = [];

  const now = (): number => (offset === null ? computer() : monotonic() + offset);

  function checkComputerClock(): void {
    const seen = now() - computer();
    if (Math.abs(seen - ahead) <= NOISE_MS) return;
    ahead = Math.abs(seen) <= NOISE_MS ? 0 : Math.round(seen);
    for (const listener of listeners) listener(ahead);
  }

  function addSample(seen: number, sentAt: number, receivedAt: number): SampleRun {
    if (samples === null || Math.abs(seen - samples.offset) > AGREEMENT_MS)
      return { offset: seen, count: 1, firstAt: receivedAt, lastAt: receivedAt };
    // Overlapping requests don't count: they may be answered by the same server at the same moment.
    return sentAt < samples.lastAt ? samples : { ...samples, count: samples.count + 1, lastAt: receivedAt };
  }

  /** Whether an answer is close to this computer's clock, close to the known time, or repeated. */
  function isTrusted(seen: number, { count }: SampleRun): boolean {
    const isNear = Math.abs(seen - (computer() - monotonic())) <= MAX_SINGLE_JUMP_MS;
    return isNear || (offset !== null && Math.abs(seen - offset) <= AGREEMENT_MS) || count >= QUORUM;
  }

  function isSpreadOut(known: number): boolean {
    const isSame = samples !== null && Math.abs(samples.offset - known) <= AGREEMENT_MS;
    return isSame && samples !== null && samples.count >= QUORUM && samples.lastAt - samples.firstAt >= DELETION_QUORUM_SPAN_MS;
  }

  function certainty(): Certainty {
    if (offset === null) return samples === null ? 'unknown' : 'disputed';
    return Math.abs(now() - computer()) <= DAY_MS || isSpreadOut(offset) ? 'certain' : 'disputed';
  }

  return {
    now,
    aheadMs: () => ahead,
    iso(at) {
      const moment = at + ahead;
      return new Date(Number.isNaN(moment) ? 0 : Math.min(Math.max(moment, FORMATTABLE.first), FORMATTABLE.last)).toISOString();
    },
    isLearnt: () => offset !== null,
    certainty,
    certainlyPast: () => (certainty() === 'certain' ? Math.min(now(), computer()) : null),
    learn(dateHeader, sentAt, receivedAt) {
      const date = dateOf(dateHeader);
      if (date === null) return;
      const seen = date + 500 - (sentAt + receivedAt) / 2;
      samples = addSample(seen, sentAt, receivedAt);
      if (!isTrusted(seen, samples)) return;
      // The offset starts from this computer's clock, so that an answer's whole-second noise changes nothing.
      offset ??= computer() - monotonic();
      if (Math.abs(seen - offset) > NOISE_MS) offset = Math.round(seen);
      checkComputerClock();
    },
    checkComputerClock,
    onChange: (listener) => void listeners.push(listener),
  };
}
