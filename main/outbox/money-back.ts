/** What went back to the consumer of an order: no reading of the order shows it. Minor units of the order's currency. */
import { givesBack, type Operation } from '../orders/operations.ts';
import type { Job } from '../store/queue/queue.ts';
import { isUncertain, isUnderWay, operationOf } from './operation-payload.ts';

export interface Back {
  /** The service took it. */
  done: number;
  underWay: number;
  /** The answer was lost: it may have worked, or not. */
  uncertain: number;
}

/** Of all the jobs of one order. Deposits are no part of what was paid. */
export function moneyBackOf(jobs: readonly Job[]): { refunds: Back; deposits: Back } {
  return { refunds: sumUp(jobs, givesBack), deposits: sumUp(jobs, depositsOf) };
}

/** What was given back of this order, or is under way; what may or may not have worked does not count. */
export function givenBack(jobs: readonly Job[]): number {
  const { done, underWay } = moneyBackOf(jobs).refunds;
  return done + underWay;
}

/** What the service gave back to the consumer by this job; null where it gave back nothing (section 4.2). */
export function refundOf(job: Job): number | null {
  const operation = job.state === 'done' ? operationOf(job) : null;
  return operation?.operation === 'refund-basket' || operation?.operation === 'refund-items' ? givesBack(operation) : null;
}

function depositsOf(given: Operation): number {
  return given.operation === 'deposits-returned' ? given.items.reduce((sum, { total }) => sum + total, 0) : 0;
}

function sumUp(jobs: readonly Job[], amountOf: (given: Operation) => number): Back {
  const back: Back = { done: 0, underWay: 0, uncertain: 0 };
  for (const job of jobs) {
    const operation = operationOf(job);
    const state = job.state === 'done' ? 'done' : isUnderWay(job) ? 'underWay' : isUncertain(job) ? 'uncertain' : null;
    if (operation && state) back[state] += amountOf(operation);
  }
  return back;
}
