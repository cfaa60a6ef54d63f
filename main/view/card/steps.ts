/** The progress of a printout or handoff: a state and a sentence. */
import type { StepView } from '../../../contract/contract.ts';
import { message, type Text } from '../../../contract/message.ts';
import type { Progress } from '../../store/queue/job-status.ts';

/**
 * The texts by state. `sent` and `seen` default to `done`: `sent` is for printouts without proof, `seen` for those that staff confirmed.
 */
interface StepWords {
  none: Text;
  done: Text;
  sent?: Text;
  seen?: Text;
}

export function stepView(progress: Progress, { none, done, sent = done, seen = done }: StepWords): StepView {
  if (progress.state === 'failed' || progress.state === 'stuck') return progress;
  if (progress.state === 'given-up') return { state: 'none', text: progress.text };
  const views: Record<typeof progress.state, StepView> = {
    none: { state: 'none', text: none },
    'not-needed': { state: 'none', text: none },
    waiting: { state: 'waiting', text: message('job.waitingTurn') },
    working: { state: 'working', text: message('job.inProgress') },
    sent: { state: 'sent', text: sent },
    reported: { state: 'reported', text: message('printJob.printedReported') },
    seen: { state: 'confirmed', text: seen },
    confirmed: { state: 'confirmed', text: done },
  };
  return views[progress.state];
}
