import { message, type Text } from '../../contract/message.ts';
import type { WaitsFor } from '../store/queue/job-progress.ts';
import { type Failure, failuresOf } from '../store/queue/job-status.ts';
import type { Job } from '../store/queue/queue.ts';
import { isUnderWay, OPERATION, operationOf } from './operation-payload.ts';

/** Results kept: as many as screens may have forms for; History has all. */
const MOST = 5;

/** `text`: the last problem; null if none. */
export type OperationResult = { requestId: string; operation: string } & (
  | { state: 'taken' }
  | { state: 'sending'; text: Text | null; waitsFor: WaitsFor }
  | { state: 'failed'; text: Text; hint: Failure['hint'] }
);

/** `jobs`: of this order, oldest first. */
export function operationStatus(jobs: readonly Job[], isOpen: boolean): { results: OperationResult[]; failures: Failure[] } {
  /** Ended orders accept no steps (section 3.1). */
  const hintOf = (job: Job): Failure['hint'] => (!isOpen && BEFORE_THE_END.has(operationOf(job)?.operation ?? '') ? 'none' : 'diagnostics');

  function resultOf(job: Job): OperationResult[] {
    const given = OPERATION.read(job);
    if (given === null) return [];
    const of = { requestId: given.requestId ?? '', operation: given.operation.operation };
    if (job.state === 'done') return [{ ...of, state: 'taken' }];
    if (isUnderWay(job)) return [{ ...of, state: 'sending', text: job.error, waitsFor: job.waitsFor }];
    return [{ ...of, state: 'failed', text: job.error ?? message('job.failed'), hint: hintOf(job) }];
  }

  return { results: jobs.flatMap(resultOf).slice(-MOST), failures: failuresOf(jobs, OPERATION.kind, hintOf) };
}

/** Steps that an ended order refuses; refunds and documents stay possible. */
const BEFORE_THE_END: ReadonlySet<string> = new Set(['pickup-completed', 'courier-at-customer', 'eta', 'location']);
