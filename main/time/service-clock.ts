/**
 * The service's clock, learned from the Date headers of its responses. All deadlines and shown times use it, as this computer's clock may
 * be wrong or set at any moment. A single wrong server can't move it by more than a day.
 */
import type { Time } from '../../shared/time/time.ts';
import { httpDate } from './http-date.ts';

/** The Date header has whole seconds; smaller differences are noise. */
const NOISE_MS = 1500;
const DAY_MS = 24 * 3_600_000;
/** Implausible dates are ignored. Epoch ms. */
const EARLIEST = Date.UTC(2020, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);
/** Range that can be formatted as a date, with room for additions. */
const WRITABLE = { first: 0, last: Date.UTC(9999, 0, 1) };
/** A single answer is trusted only this close to this computer's clock. */
const ALONE_MS = DAY_MS;
/** Answers within this range agree, allowing for a slow network. */
const SAME_MS = 60_000;
/** This many agreeing answers, requested one after another, are trusted whatever this computer's clock shows. */
const TOGETHER = 3;
/** Permanent deletion requires that they agree for this long. */
const FOR_GOOD_MS = 3_600_000;

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
   * Reference for deleting old data, epoch ms: the earlier of both clocks, so neither considers deleted data recent. Null unless `certain`.
   */
  certainlyPast(): number | null;
  /** Learns from an answer: its Date header, and the monotonic times (ms) of request and answer. */
  learn(dateHeader: string | undefined, sentAt: number, receivedAt: number): void;
  /** Detects changes of this computer's clock; call regularly. */
  look(): void;
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

/** Monotonic times, ms. */
interface Run {
  offset: number;
  count: number;
  firstAt: number;
  lastAt: number;
}

/** `computer` may be set at any time; `monotonic` can't. Both in epoch ms. */
export function createServiceClock({ computer, monotonic }: { computer: () => number; monotonic: () => number }): ServiceClock {
  /** Null until learned. */
  let offset: number | null = null;
  let ahead = 0;
  let run: Run | null = null;
  const listeners: ((aheadMs: number) => void)[] = [];

  const now = (): number => (offset === null ? computer() : monotonic() + offset);

  function look(): void {
    const seen = now() - computer();
    if (Math.abs(seen - ahead) <= NOISE_MS) return;
    ahead = Math.abs(seen) <= NOISE_MS ? 0 : Math.round(seen);
    for (const listener of listeners) listener(ahead);
  }

  function count(seen: number, sentAt: number, receivedAt: number): Run {
    if (run === null || Math.abs(seen - run.offset) > SAME_MS) return { offset: seen, count: 1, firstAt: receivedAt, lastAt: receivedAt };
    // Overlapping requests don't count: they may be answered by the same server at the same moment.
    return sentAt < run.lastAt ? run : { ...run, count: run.count + 1, lastAt: receivedAt };
  }

  /** Close to this computer's clock, close to the known time, or repeated. */
  function isBelieved(seen: number, { count }: Run): boolean {
    const isNear = Math.abs(seen - (computer() - monotonic())) <= ALONE_MS;
    return isNear || (offset !== null && Math.abs(seen - offset) <= SAME_MS) || count >= TOGETHER;
  }

  function isSpreadOut(known: number): boolean {
    const isSame = run !== null && Math.abs(run.offset - known) <= SAME_MS;
    return isSame && run !== null && run.count >= TOGETHER && run.lastAt - run.firstAt >= FOR_GOOD_MS;
  }

  function certainty(): Certainty {
    if (offset === null) return run === null ? 'unknown' : 'disputed';
    return Math.abs(now() - computer()) <= DAY_MS || isSpreadOut(offset) ? 'certain' : 'disputed';
  }

  return {
    now,
    aheadMs: () => ahead,
    iso(at) {
      const moment = at + ahead;
      return new Date(Number.isNaN(moment) ? 0 : Math.min(Math.max(moment, WRITABLE.first), WRITABLE.last)).toISOString();
    },
    isLearnt: () => offset !== null,
    certainty,
    certainlyPast: () => (certainty() === 'certain' ? Math.min(now(), computer()) : null),
    learn(dateHeader, sentAt, receivedAt) {
      const date = dateOf(dateHeader);
      if (date === null) return;
      const seen = date + 500 - (sentAt + receivedAt) / 2;
      run = count(seen, sentAt, receivedAt);
      if (!isBelieved(seen, run)) return;
      // Starts from this computer's clock, so a single answer's noise moves nothing.
      offset ??= computer() - monotonic();
      if (Math.abs(seen - offset) > NOISE_MS) offset = Math.round(seen);
      look();
    },
    look,
    onChange: (listener) => void listeners.push(listener),
  };
}
