/**
 * Limits PIN attempts: a wrong one costs two hours of running time, kept across restarts, clock changes and correct PINs. Guessing half of
 * all four-digit PINs takes 416 days.
 */

import { type Problem, waitText } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import type { Time } from '../../../shared/time/time.ts';
import { storageTroubleOf } from '../../store/file/storage-trouble.ts';
import type { Owed } from '../../store/rows/access-rows.ts';

export interface PinTries {
  /** ms; 0 allows an attempt now. */
  restMs(): number;
  /** Counts a wrong attempt before the check. Durable when it returns. Throws StorageTrouble. */
  count(): void;
  /** Reverts `count` after a correct PIN. Throws StorageTrouble. */
  forgive(): void;
  stop(): void;
}

const HOUR_MS = 3_600_000;
const COST_MS = 2 * HOUR_MS;
/** ms after the first, second, ... wrong attempt; the last repeats. Never more than COST_MS. */
const RESTS = [0, 0, 0, 30_000, 60_000, 5 * 60_000, 15 * 60_000, HOUR_MS, COST_MS];
/** A power cut extends the wait by at most this. */
const KEEP_EVERY_MS = 30_000;

export function tooManyWrong(restMs: number): Problem {
  const hint = message('access.nextTryIn', { time: waitText(restMs) });
  return { code: 'wait', text: message('access.tooManyWrongPins'), hint, waitMs: restMs };
}

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
  /** Memory changes only after the disk did. */
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
      // Reported by the store. The wait is then longer than needed.
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
