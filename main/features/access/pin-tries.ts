/**
 * Limits PIN attempts. Each wrong one costs two hours of running time, which no restart, clock change or correct PIN gives back. Guessing
 * half of all four-digit PINs takes 416 days.
 */

import { type Problem, waitText } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import type { Time } from '../../../shared/time/time.ts';
import { storageTroubleOf } from '../../store/file/storage-trouble.ts';
import type { Owed } from '../../store/rows/access-rows.ts';

export interface PinTries {
  /** Until the next try may be made, ms; 0 when it may be made now. */
  restMs(): number;
  /** Counts a try as a wrong one, before anyone looks at it. Durable when it returns. Throws StorageTrouble. */
  count(): void;
  /** It was right: takes back what `count` added. Throws StorageTrouble. */
  forgive(): void;
  stop(): void;
}

const HOUR_MS = 3_600_000;
const COST_MS = 2 * HOUR_MS;
/** What follows the first wrong try, the second and so on, ms; then the last one for good. Never more than the cost of a try. */
const RESTS = [0, 0, 0, 30_000, 60_000, 5 * 60_000, 15 * 60_000, HOUR_MS, COST_MS];
/** A power cut gives at most so much of the waiting back. */
const KEEP_EVERY_MS = 30_000;

/** What is said of a try that comes too early. `restMs`: until the next one may be made. */
export function tooManyWrong(restMs: number): Problem {
  const hint = message('access.nextTryIn', { time: waitText(restMs) });
  return { code: 'wait', text: message('access.tooManyWrongPins'), hint, waitMs: restMs };
}

/** `kept`: what the disk has of it. */
export function createPinTries(
  kept: { get(): Owed; keep(owed: Owed): void },
  { monotonic, every }: Pick<Time, 'monotonic' | 'every'>,
): PinTries {
  let { owedMs, restMs } = kept.get();
  let asOf = monotonic();

  function advance(): void {
    const passed = Math.max(0, monotonic() - asOf);
    asOf += passed;
    owedMs = Math.max(0, owedMs - passed);
    restMs = Math.max(0, restMs - passed);
  }
  /** What holds is what is on the disk. */
  function keep(next: Owed): void {
    kept.keep(next);
    ({ owedMs, restMs } = next);
  }
  function keepIfPossible(): void {
    if (owedMs === 0 && restMs === 0) return;
    advance();
    try {
      keep({ owedMs, restMs });
    } catch (error) {
      // The store tells of a disk in trouble; then more is waited than was needed.
      if (!storageTroubleOf(error)) throw error;
    }
  }
  const stopKeeping = every(KEEP_EVERY_MS, keepIfPossible);

  return {
    restMs() {
      advance();
      return restMs;
    },
    count() {
      advance();
      const owed = owedMs + COST_MS;
      const wrong = Math.ceil(owed / COST_MS);
      keep({ owedMs: owed, restMs: RESTS[Math.min(wrong, RESTS.length) - 1] ?? COST_MS });
    },
    forgive() {
      advance();
      keep({ owedMs: Math.max(0, owedMs - COST_MS), restMs: 0 });
    },
    stop() {
      stopKeeping();
      keepIfPossible();
    },
  };
}
