/**
 * Limits PIN attempts: a wrong one costs two hours of running time, kept across restarts, clock changes and correct PINs. Guessing half of
 * all four-digit PINs takes 416 days.
 */

import { type Problem, waitText } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import type { Time } from '../../../shared/time/time.ts';
import { storageTroubleOf } from '../../store/file/storage-trouble.ts';
import type { PinThrottle } from '../../store/rows/access-rows.ts';

export interface PinTries {
  /** ms; 0 allows an attempt now. */
  retryAfterMs(): number;
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

export function tooManyWrong(retryAfterMs: number): Problem {
  const hint = message('access.nextTryIn', { time: waitText(retryAfterMs) });
  return { code: 'wait', text: message('access.tooManyWrongPins'), hint, waitMs: retryAfterMs };
}

export function createPinTries(
  kept: { get(): PinThrottle; keep(throttle: PinThrottle): void },
  { monotonic, every }: Pick<Time, 'monotonic' | 'every'>,
): PinTries {
  let { debtMs, retryAfterMs } = kept.get();
  let asOf = monotonic();

  function advance(): void {
    const passed = Math.max(0, monotonic() - asOf);
    asOf += passed;
    debtMs = Math.max(0, debtMs - passed);
    retryAfterMs = Math.max(0, retryAfterMs - passed);
  }
  /** Memory changes only after the disk did. */
  function keep(next: PinThrottle): void {
    kept.keep(next);
    ({ debtMs, retryAfterMs } = next);
  }
  function keepIfPossible(): void {
    if (debtMs === 0 && retryAfterMs === 0) return;
    advance();
    try {
      keep({ debtMs, retryAfterMs });
    } catch (error) {
      // Reported by the store. After a restart, the wait is then longer than needed.
      if (!storageTroubleOf(error)) throw error;
    }
  }
  const stopKeeping = every(KEEP_EVERY_MS, keepIfPossible);

  return {
    retryAfterMs() {
      advance();
      return retryAfterMs;
    },
    count() {
      advance();
      const debt = debtMs + COST_MS;
      const wrong = Math.ceil(debt / COST_MS);
      keep({ debtMs: debt, retryAfterMs: RESTS[Math.min(wrong, RESTS.length) - 1] ?? COST_MS });
    },
    forgive() {
      advance();
      keep({ debtMs: Math.max(0, debtMs - COST_MS), retryAfterMs: 0 });
    },
    stop() {
      stopKeeping();
      keepIfPossible();
    },
  };
}
