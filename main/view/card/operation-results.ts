/** The results of what staff asked of the service beside an order's main steps. */
import type { OrderCard, Problem } from '../../../contract/contract.ts';
import type { Text } from '../../../contract/message.ts';
import { isUnderWay, OPERATION } from '../../outbox/operation-payload.ts';
import type { Job } from '../../store/queue/queue.ts';

/** As many as screens could have a form open of; the story of the order has them all. */
const MOST = 5;

type Operated = OrderCard['operated'][number];

/** `next`: what happens automatically with a pending job. `failure`: how a failed one is shown. */
export function operated(jobs: readonly Job[], next: (job: Job) => Text, failure: (job: Job) => Problem): Operated[] {
  return jobs
    .map((job) => ({ job, given: OPERATION.read(job) }))
    .filter(({ given }) => given !== null)
    .slice(-MOST)
    .map(({ job, given }): Operated => {
      const of = { requestId: given?.requestId ?? '', operation: given?.operation.operation ?? '' };
      if (job.state === 'done') return { ...of, state: 'taken', problem: null };
      if (!isUnderWay(job)) return { ...of, state: 'failed', problem: failure(job) };
      const problem = job.error === null ? null : { code: 'not-yet', text: job.error, hint: next(job) };
      return { ...of, state: 'sending', problem };
    });
}
