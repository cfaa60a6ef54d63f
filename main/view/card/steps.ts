/** The progress of a printout or handoff: one state and one sentence. */

import type { StepView } from '../../../contract/contract.ts';
import { message, type Text } from '../../../contract/message.ts';
import type { Job } from '../../store/queue/queue.ts';

/** In place of `done`: `sent` where nothing proves that it was printed, `seen` where staff said that they have it. */
interface StepWords {
  none: Text;
  done: Text;
  sent?: Text;
  seen?: Text;
}

/** The state of an order's print jobs. */
export interface StepFacts {
  /** Whether a sent printout came out after all. */
  isOut: (job: Job) => boolean;
  /** What keeps a job that is not done from going on; null while nothing is known to. */
  blockedBy: (job: Job) => Text | null;
}

/** The worst of the jobs decides: staff must see the one that is stuck. */
export function stepOf(jobs: Job[], words: StepWords, { isOut, blockedBy }: StepFacts): StepView {
  if (jobs.length === 0) return { state: 'none', text: words.none };
  const failed = jobs.find((job) => job.state === 'failed');
  if (failed) return { state: 'failed', text: failed.error ?? message('job.failed') };
  const stuck = jobs.filter(isUnderWay).flatMap((job) => blockedBy(job) ?? []);
  if (stuck[0] !== undefined) return { state: 'stuck', text: stuck[0] };
  if (jobs.some((job) => job.state === 'leased')) return { state: 'working', text: message('job.inProgress') };
  const givenUp = jobs.find((job) => job.state === 'given-up');
  if (givenUp) return { state: 'none', text: givenUp.error ?? message('job.givenUpSentence') };
  if (jobs.some((job) => job.state === 'waiting')) return { state: 'waiting', text: message('job.waitingTurn') };
  // Nothing came of these: what they were for was gone when their turn came.
  if (jobs.every((job) => job.outcome === 'not-needed')) return { state: 'none', text: words.none };
  const unconfirmed = jobs.filter((job) => job.outcome === 'sent');
  if (unconfirmed.length === 0)
    return jobs.some((job) => job.outcome === 'reported')
      ? { state: 'reported', text: message('printJob.printedReported') }
      : { state: 'confirmed', text: words.done };
  if (!unconfirmed.every(isOut)) return { state: 'sent', text: words.sent ?? words.done };
  return { state: 'confirmed', text: words.seen ?? words.done };
}

const isUnderWay = ({ state }: Job) => state === 'waiting' || state === 'leased';
