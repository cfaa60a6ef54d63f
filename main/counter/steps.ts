/** How far a document or hand-off has come, in one state and one sentence. */
import type { StepView } from '../../preload/contract.ts';
import type { Job } from '../store/queue.ts';

/** `sent`: in place of `done`, where nothing proves that it was printed. */
interface StepWords {
  none: string;
  done: string;
  sent?: string;
}

/** The worst of the jobs decides: staff must see the one that is stuck. */
export function stepOf(jobs: Job[], words: StepWords): StepView {
  if (jobs.length === 0) return { state: 'none', says: words.none };
  const failed = jobs.find((job) => job.state === 'failed');
  if (failed) return { state: 'failed', says: failed.error ?? 'Failed.' };
  const stuck = jobs.find((job) => job.state === 'waiting' && job.error !== null);
  if (stuck) return { state: 'waiting', says: stuck.error ?? 'Waiting.' };
  if (jobs.some((job) => job.state === 'leased')) return { state: 'working', says: 'Under way.' };
  const givenUp = jobs.find((job) => job.state === 'given-up');
  if (givenUp) return { state: 'none', says: givenUp.error ?? 'Given up.' };
  if (jobs.some((job) => job.state === 'waiting')) return { state: 'waiting', says: 'Waiting its turn.' };
  const unproven = jobs.some((job) => outcomeOf(job) === 'sent');
  return unproven ? { state: 'sent', says: `${words.sent ?? words.done}.` } : { state: 'confirmed', says: `${words.done}.` };
}

function outcomeOf(job: Job): string | null {
  const { result } = job;
  return typeof result === 'object' && result !== null && 'outcome' in result ? String(result.outcome) : null;
}
