/** Blocks a refund given twice by two people: only the first is sent. */
import { isDeepStrictEqual } from 'node:util';
import { message } from '../../contract/message.ts';
import { MONEY_BACK, type Operation } from '../orders/operations.ts';
import type { Job } from '../store/queue/queue.ts';
import { isUnderWay, OPERATION, operationOf } from './operation-payload.ts';
import type { Refusal } from './unknown-order.ts';

/** After this, an identical refund is intended. */
const MEANT_AFTER_MS = 60_000;

/** Null if it isn't a repeat. `jobs`: of the order. */
export function refuseSameRefund(operation: Operation, jobs: readonly Job[], now: number): Refusal | null {
  if (!MONEY_BACK.includes(operation.operation)) return null;
  const what = paidBack(operation);
  const first = jobs.find((job) => {
    const other = operationOf(job);
    return other !== null && (isUnderWay(job) || wentOutLately(job, now)) && isDeepStrictEqual(paidBack(other), what);
  });
  if (!first) return null;
  return {
    code: 'already-given',
    text: message('refund.alreadyGiven', { by: OPERATION.read(first)?.by ?? 'none' }),
    hint: message('refund.giveAgainLater'),
  };
}

function wentOutLately({ state, finishedAt }: Job, now: number): boolean {
  // The absolute difference: a clock set back must not block the refund longer.
  return state === 'done' && finishedAt !== null && Math.abs(now - finishedAt) < MEANT_AFTER_MS;
}

/** Ignores reason, comments and VAT: two people word them differently. */
function paidBack(given: Operation): unknown {
  switch (given.operation) {
    case 'refund-basket':
      return [given.operation, given.amount];
    case 'refund-items':
      return [given.operation, given.refunds.map(({ row, count, perUnit }) => `${row} ${count} ${perUnit}`).sort()];
    case 'deposits-returned':
      return [given.operation, given.items.map(({ description, count, total }) => `${count} ${total} ${description.trim()}`).sort()];
    default:
      return given;
  }
}
