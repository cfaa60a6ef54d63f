/**
 * The service's clock, learnt from the Date header of its answers: deadlines, tokens and every time on the screen go by it.
 * This computer's clock may be hours wrong and may be set at any moment; the wait between two answers is measured by one that cannot.
 * One server of the service may be wrong as well: a single answer carries the time no further than a day from this computer's.
 */
import type { Time } from '../../shared/time/time.ts';
import { httpDate } from './http-date.ts';

/** The Date header has whole seconds, so smaller differences say nothing. */
const NOISE_MS = 1500;
const DAY_MS = 24 * 3_600_000;
/** Dates outside of this say nothing: no server means them. Epoch ms. */
const EARLIEST = Date.UTC(2020, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);
/** What can be written as a date, and still be added to. */
const WRITABLE = { first: 0, last: Date.UTC(9999, 0, 1) };
/** One answer alone is believed so near to this computer's clock. */
const ALONE_MS = DAY_MS;
/** Answers that differ by no more than this say the same; a slow network makes a difference too. */
const SAME_MS = 60_000;
/** So many that say the same, each asked after the one before had come, are believed whatever this computer's clock says. */
const TOGETHER = 3;
/** What is deleted for good waits until they have said the same for so long. */
const FOR_GOOD_MS = 3_600_000;

/** How sure the time is. `unknown`: no answer came yet. `disputed`: the service and this computer are more than a day apart. */
export type Certainty = 'unknown' | 'disputed' | 'certain';

export interface ServiceClock {
  /** Epoch ms on the service's clock; this computer's own until an answer came. */
  now(): number;
  /** Service clock minus this computer's clock, ms: what the screen adds to its own time. */
  aheadMs(): number;
  /** A moment of this computer's clock (epoch ms) as ISO UTC on the service's. Never throws: what is no moment is the nearest that can be written. */
  iso(at: number): string;
  /** Whether an answer has told the service's time yet. */
  isLearnt(): boolean;
  /** Whether something may be deleted for good by this time: the two clocks agree within a day, or answers spread over an hour agree. */
  certainty(): Certainty;
  /**
   * What is deleted because it is old goes by this, epoch ms: the earlier of the two clocks, so that nothing goes that either of them
   * calls young. Null while the time is not certain: then nothing is deleted.
   */
  certainlyPast(): number | null;
  /** Learns from one answer: the Date header, and when (on the monotonic clock, ms) the request left and the answer came. */
  learn(dateHeader: string | undefined, sentAt: number, receivedAt: number): void;
  /** Looks whether someone set this computer's clock; to be called now and then. */
  look(): void;
  /** Told when `aheadMs` has changed. */
  onChange(listener: (aheadMs: number) => void): void;
}

/** The same with the service's clock, as far as its answers have told it: what a bridge is built with. */
export interface Clocks extends Time {
  service: ServiceClock;
}

/** A Date header as epoch ms; null where it is none, or none that a server can mean. */
export function dateOf(header: string | undefined): number | null {
  const date = header === undefined ? Number.NaN : httpDate(header.trim());
  return date >= EARLIEST && date < LATEST ? date : null;
}

/** Answers in a row that say the same. Times on the monotonic clock, ms. */
interface Run {
  offset: number;
  count: number;
  firstAt: number;
  lastAt: number;
}

/** `computer` may be set by anyone at any time; `monotonic` runs on evenly. Both in epoch ms. */
export function createServiceClock({ computer, monotonic }: { computer: () => number; monotonic: () => number }): ServiceClock {
  /** Service clock minus the monotonic clock; null until an answer came. */
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
    // Asked while another answer was on its way it may come from the same server at the same moment.
    return sentAt < run.lastAt ? run : { ...run, count: run.count + 1, lastAt: receivedAt };
  }

  /** Near to this computer's clock, or to what is known already, or said again and again. */
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
      // At first the computer's own clock is taken for right, so that no time moves by the noise of one answer.
      offset ??= computer() - monotonic();
      if (Math.abs(seen - offset) > NOISE_MS) offset = Math.round(seen);
      look();
    },
    look,
    onChange: (listener) => void listeners.push(listener),
  };
}
