/** Refunds are in minor units; readings don't show them. */
import { givesBack, type Operation } from '../orders/operations.ts';
import type { Job } from '../store/queue/queue.ts';
import { isUncertain, isUnderWay, operationOf } from './operation-payload.ts';

export interface MoneyBack {
  done: number;
  underWay: number;
  /** Sum of refunds whose answer was lost. */
  uncertain: number;
}

/** `jobs`: of one order. Deposits are separate, as they weren't part of the payment. */
export function moneyBackOf(jobs: readonly Job[]): { refunds: MoneyBack; deposits: MoneyBack } {
  return { refunds: sumUp(jobs, givesBack), deposits: sumUp(jobs, depositsOf) };
}

/** Refunded or under way; uncertain refunds don't count. */
export function moneyBackTotal(jobs: readonly Job[]): number {
  const { done, underWay } = moneyBackOf(jobs).refunds;
  return done + underWay;
}

/** Null if this job refunded nothing (section 4.2). */
export function refundOf(job: Job): number | null {
  const operation = job.state === 'done' ? operationOf(job) : null;
  return operation?.operation === 'refund-basket' || operation?.operation === 'refund-items' ? givesBack(operation) : null;
}

function depositsOf(given: Operation): number {
  return given.operation === 'deposits-returned' ? given.items.reduce((sum, { total }) => sum + total, 0) : 0;
}

function sumUp(jobs: readonly Job[], amountOf: (given: Operation) => number): MoneyBack {
  const back: MoneyBack = { done: 0, underWay: 0, uncertain: 0 };
  for (const job of jobs) {
    const operation = operationOf(job);
    const state = job.state === 'done' ? 'done' : isUnderWay(job) ? 'underWay' : isUncertain(job) ? 'uncertain' : null;
    if (operation && state) back[state] += amountOf(operation);
  }
  return back;
}
